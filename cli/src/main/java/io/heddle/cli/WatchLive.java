package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.ThreadMemory;
import io.heddle.model.Watch;
import io.heddle.report.watch.Metrics;
import io.heddle.watch.live.LiveWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A watch of a running process as the user asked for it: one window, or one after the other until something happens.
final class WatchLive {

    private static final Duration WINDOW = Duration.ofSeconds(10);
    /// Of Heddle's own; what is longer was not its start, as in a test.
    private static final Duration LONGEST_START = Duration.ofSeconds(5);
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    private final Terminal terminal;
    private final Reports reports;

    /// What the user asked for.
    ///
    /// @param seconds at most
    /// @param metrics port to serve figures on; 0 for any
    record Wish(
            long pid,
            int seconds,
            boolean probe,
            int probeMillis,
            boolean untilStall,
            Optional<Path> record,
            boolean memory,
            Optional<Integer> metrics,
            Optional<Double> rate) {

        Duration window() {
            Duration whole = Duration.ofSeconds(seconds);
            return (untilStall || metrics.isPresent()) && whole.compareTo(WINDOW) > 0 ? WINDOW : whole;
        }
    }

    /// What came of it.
    ///
    /// @param memory empty unless it was asked for and told
    record Seen(Watch watch, Optional<ThreadMemory> memory) {}

    /// @param reports told when the recording could not be kept, which costs nothing but that
    WatchLive(Terminal terminal, Reports reports) {
        this.terminal = terminal;
        this.reports = reports;
    }

    /// @throws io.heddle.model.Failure when the process cannot be watched, or the port is taken
    Seen run(Wish wish) {
        long end = System.nanoTime() + Duration.ofSeconds(wish.seconds()).toNanos() - sinceStart();
        WatchScreen screen = new WatchScreen(terminal);
        Metrics metrics = new Metrics();
        try (Scratch scratch = Scratch.create("heddle-watch-");
                Interrupt interrupt = Interrupt.of(Thread.currentThread(), terminal.err());
                MetricsServer server = MetricsServer.start(wish.metrics(), metrics::text, screen::say);
                LiveWatch live = LiveWatch.open(options(wish, scratch), screen)) {
            metrics.ask(live::scheduler);
            Watch watch = watched(live, wish, end, metrics, screen, scratch);
            List<ThreadMemory> memory = new ArrayList<>();
            if (wish.memory()) {
                reports.attempt("--memory", () -> memory.add(memory(live, screen)));
            }
            return new Seen(watch, memory.stream().findFirst());
        } finally {
            screen.end();
        }
    }

    /// Keeps the recording, of a process that has ended or hangs too.
    private Watch watched(LiveWatch live, Wish wish, long end, Metrics metrics, WatchScreen screen, Scratch scratch) {
        Watch watch;
        try {
            watch = watch(live, wish, end, metrics, screen);
        } catch (Failure gone) {
            throw wish.record()
                    .map(file -> kept(live, file, screen, scratch, gone))
                    .orElse(gone);
        }
        wish.record().ifPresent(file -> reports.attempt(file.toString(), () -> keep(live, file, screen, scratch)));
        return watch;
    }

    private static void keep(LiveWatch live, Path file, WatchScreen screen, Scratch scratch) {
        Path raw = scratch.folder().resolve("raw.jfr");
        live.keep(raw);
        Recordings.withoutSecrets(raw, file);
        screen.say("recording: " + file);
    }

    private static Failure kept(LiveWatch live, Path file, WatchScreen screen, Scratch scratch, Failure gone) {
        try {
            keep(live, file, screen, scratch);
            return new Failure(gone.sentence(), gone.next() + "; the recording until then: heddle watch " + file, gone);
        } catch (Failure nothing) {
            return new Failure(gone.sentence() + "; " + nothing.sentence(), gone.next(), gone);
        }
    }

    private static LiveWatch.Options options(Wish wish, Scratch scratch) {
        return new LiveWatch.Options(
                wish.pid(),
                wish.window(),
                wish.probe() ? Optional.of(AgentJar.unpack(scratch.folder())) : Optional.empty(),
                Duration.ofMillis(wish.probeMillis()),
                wish.rate(),
                wish.record().map(file -> scratch.folder()));
    }

    /// Nanoseconds since Heddle was started: its own start, and what attaching takes, up to minutes of a process
    /// without
    /// processor time, are part of the time that the user allowed. Zero where the system does not tell.
    private static long sinceStart() {
        return ProcessHandle.current()
                .info()
                .startInstant()
                .map(start -> Duration.between(start, Instant.now()))
                .filter(start -> !start.isNegative() && start.compareTo(LONGEST_START) < 0)
                .map(Duration::toNanos)
                .orElse(0L);
    }

    /// The last window.
    ///
    /// @param end when the watch ends, as [System#nanoTime]
    private Watch watch(LiveWatch live, Wish wish, long end, Metrics metrics, WatchScreen screen) {
        while (true) {
            Duration left = Duration.ofNanos(end - System.nanoTime());
            Watch watch = live.next(
                    left.compareTo(SHORTEST) < 0 ? SHORTEST : left.compareTo(wish.window()) < 0 ? left : wish.window(),
                    Heddle.version(),
                    terminal.typed());
            metrics.add(watch);
            boolean stalled = wish.untilStall() && watch.state().isHarm();
            if (stalled || live.interrupted() || end - System.nanoTime() <= 0) {
                if (wish.untilStall() && !stalled) {
                    screen.say("no request had to wait; the figures are those of the last "
                            + Math.round(watch.seconds()) + " s");
                }
                return watch;
            }
        }
    }

    private static ThreadMemory memory(LiveWatch live, WatchScreen screen) {
        screen.say("counting the heap: the process stands still until that is done");
        ThreadMemory memory = live.memory();
        screen.say(String.format(Locale.ROOT, "counted in %.2f s", memory.tookMillis() / 1000));
        return memory;
    }
}
