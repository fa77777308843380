package io.heddle.watch;

import io.heddle.jdk.KnownHomes;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Failure;
import io.heddle.model.Pins;
import io.heddle.model.Stalls;
import io.heddle.model.Watch;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.Delay;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.Signal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Watches a JVM that has ended: its recording and what its probe said, judged for each window by itself.
public final class EndedWatch implements CarrierWatch {

    private static final long SECOND = 1_000_000_000L;
    /// A recording whose clock jumped would have a line without end.
    private static final int MOST_SECONDS = 24 * 3_600;

    private final String version;
    private final KnownHomes homes;

    /// @param version Heddle's own
    /// @param homes of JDKs whose classes may be read
    public EndedWatch(String version, KnownHomes homes) {
        this.version = version;
        this.homes = homes;
    }

    @Override
    public Life of(Trace trace, List<Window> windows) {
        RecordingWindow flight = new RecordingWindow();
        EventSorter sorter = new EventSorter(flight);
        List<String> notes = new ArrayList<>();
        for (Path recording : trace.recordings()) {
            try {
                notes.addAll(RecordingFiles.read(List.of(recording), sorter));
            } catch (Failure unreadable) {
                notes.add(unreadable.sentence());
            }
        }
        try (ClassPath classes = ClassPath.of(
                flight.property("java.class.path"), Path.of(""), homes.known(flight.property("java.home")))) {
            sorter.finish(new Blame(classes));
            Map<Long, List<ThreadTime>> aside =
                    trace.aside().stream().collect(Collectors.groupingBy(ThreadTime::thread));
            List<View> views = windows.stream()
                    .map(window -> view(flight, trace, aside, window, notes, classes))
                    .toList();
            return flight.begin() > flight.end()
                    ? new Life(views, trace.end(), List.of())
                    : new Life(views, instant(flight.begin()), held(flight));
        }
    }

    /// @param aside times of threads whose holds are not told of
    private View view(
            RecordingWindow flight,
            Trace trace,
            Map<Long, List<ThreadTime>> aside,
            Window window,
            List<String> notes,
            ClassPath classes) {
        Predicate<Hold> isAside =
                hold -> aside.getOrDefault(hold.thread(), List.of()).stream().anyMatch(time -> isIn(hold, time));
        RecordingWindow all = flight.within(nanos(window.from()), nanos(window.to()));
        Pins pins = pins(all.holds().stream().filter(isAside));
        RecordingWindow part = all.without(isAside);
        Optional<ProbeRun> probe = trace.periodMillis() > 0 ? Optional.of(probe(trace, window)) : Optional.empty();
        Watch watch = Diagnosis.of(Evidence.recorded(part, probe, notes), classes, version, List.of());
        return new View(watch, probe.map(ProbeRun::stalls).map(EndedWatch::stalls), pins);
    }

    private static Pins pins(Stream<Hold> holds) {
        List<Hold> pinned = holds.filter(hold -> hold.signal() == Signal.PINNED).toList();
        return new Pins(pinned.size(), pinned.stream().mapToLong(Hold::nanos).sum() / 1e9);
    }

    /// Whether most of a hold lies in a time of its thread: the ends of both are a millisecond wide.
    private static boolean isIn(Hold hold, ThreadTime time) {
        long middle = hold.start() + hold.nanos() / 2;
        return middle >= nanos(time.from()) && middle <= nanos(time.to());
    }

    private static Stalls stalls(List<Delay> stalls) {
        return new Stalls(
                stalls.size(), stalls.stream().mapToLong(Delay::nanos).max().orElse(0) / 1e6);
    }

    /// Wake-ups that were sent in the window, and the one that nobody answered if it was waiting then.
    private static ProbeRun probe(Trace trace, Window window) {
        List<ProbeRun.Tick> ticks = trace.answers().stream()
                .filter(answer ->
                        !answer.at().isBefore(window.from()) && answer.at().isBefore(window.to()))
                .map(answer -> new ProbeRun.Tick(
                        nanos(answer.at()), (long) (answer.delayMillis() * 1e6), (long) (answer.controlMillis() * 1e6)))
                .toList();
        Instant until = trace.end().isBefore(window.to()) ? trace.end() : window.to();
        long outstanding = trace.outstanding()
                .filter(sent -> sent.isBefore(until))
                .map(sent -> Duration.between(sent, until).toNanos())
                .orElse(0L);
        return new ProbeRun((long) (trace.periodMillis() * 1e6), ticks, outstanding, nanos(until));
    }

    /// Share of carrier time that was held, second by second.
    private static List<Double> held(RecordingWindow flight) {
        List<Double> shares = new ArrayList<>();
        double carriers = (double) SECOND * flight.parallelism();
        for (long from = flight.begin(); from < flight.end() && shares.size() < MOST_SECONDS; from += SECOND) {
            shares.add(Math.min(
                    1,
                    Saturation.of(flight.within(from, from + SECOND).holds(), flight.parallelism())
                                    .heldNanos()
                            / carriers));
        }
        return List.copyOf(shares);
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    private static long nanos(Instant instant) {
        return instant.getEpochSecond() * SECOND + instant.getNano();
    }
}
