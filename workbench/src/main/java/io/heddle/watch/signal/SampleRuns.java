package io.heddle.watch.signal;

import io.heddle.model.Holder.Cause;
import io.heddle.waits.BusyWaits;
import io.heddle.waits.StackFrame;
import io.heddle.watch.code.Blame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Turns samples into holds. A virtual thread that was met on its carrier tick after tick had it all that time:
/// nothing else tells of a thread that computes, or blocks in native code. A thread that spins gives its carrier away
/// and gets it back, so its place in the code is followed, not the thread.
final class SampleRuns {

    /// Fewer ticks in a row are chance: a timer of the target may keep step with the sampler.
    private static final int LEAST_TICKS = 5;
    /// The native sampler takes one thread a tick, in turn.
    private static final int LEAST_NATIVE_TICKS = 3;
    private static final long LEAST_NATIVE = 20_000_000;
    /// Between samples of what the sampler rarely meets: native code, and spins.
    private static final long LONG_GAP = 200_000_000;
    /// Of the ticks that a run spans: a busy machine starves the sampler too, but a thread that is met less often
    /// may have left in between.
    private static final double LEAST_MET = 0.3;
    private static final Set<String> NEVER_BLOCK = Set.of(
            "nanoTime",
            "currentTimeMillis",
            "yield0",
            "yield",
            "hashCode",
            "identityHashCode",
            "arraycopy",
            "defineClass0",
            "defineClass1",
            "defineClass2",
            "defineAnonymousClass0");

    private final RecordingWindow flight;
    private final long gap;
    private final Map<Long, NavigableSet<Long>> sleeps;

    SampleRuns(RecordingWindow flight) {
        this.flight = flight;
        this.gap = flight.executionPeriod * 5;
        this.sleeps =
                flight.sleeps.of(flight.samples.stream().map(Sample::thread).collect(Collectors.toSet()));
    }

    void addHolds() {
        List<Sample> ordered = flight.samples.stream()
                .filter(s -> !s.stack().isEmpty())
                .sorted(Comparator.comparingLong(Sample::at))
                .toList();
        List<Sample> spins = ordered.stream().filter(SampleRuns::spins).toList();
        Map<Long, List<Sample>> computing =
                ordered.stream().filter(s -> !blocks(s) && !spins(s)).collect(Collectors.groupingBy(Sample::thread));
        Map<String, List<Sample>> inNative = ordered.stream()
                .filter(s -> blocks(s) && !spins(s))
                .collect(Collectors.groupingBy(s -> s.thread() + " " + owner(s).place()));
        if (2 * spins.size() > ordered.size()) {
            runsOfSpins(
                    Stream.concat(spins.stream(), flight.switches.stream())
                            .sorted(Comparator.comparingLong(Sample::at))
                            .toList(),
                    typical(spins));
        } else {
            placesOfSpins(spins);
        }
        computing.values().forEach(samples -> runs(samples, gap, LEAST_TICKS, Cause.CPU));
        List<Sample> left = new ArrayList<>();
        inNative.values()
                .forEach(samples -> split(samples, (one, next) -> isApart(one, next, LONG_GAP))
                        .forEach(run -> {
                            if (!close(run, LEAST_NATIVE_TICKS, Cause.NATIVE)) {
                                left.addAll(run);
                            }
                        }));
        new NativeTurns(flight)
                .of(left)
                .forEach(turn -> flight.holds.add(
                        hold(turn.sample(), Cause.NATIVE, turn.from(), turn.nanos(), NativeTurns.WORDS)));
    }

    private boolean isApart(Sample one, Sample next, long allowed) {
        return next.at() - one.at() > allowed || slept(one, next);
    }

    private void runs(List<Sample> samples, long allowed, int least, Cause cause) {
        split(samples, (one, next) -> isApart(one, next, allowed)).forEach(run -> close(run, least, cause));
    }

    /// @param samples by time
    /// @param apart whether a run ends between two neighbours
    private static List<List<Sample>> split(List<Sample> samples, BiPredicate<Sample, Sample> apart) {
        List<List<Sample>> runs = new ArrayList<>();
        for (Sample sample : samples) {
            if (runs.isEmpty() || apart.test(runs.getLast().getLast(), sample)) {
                runs.add(new ArrayList<>());
            }
            runs.getLast().add(sample);
        }
        return runs;
    }

    /// A timer that keeps step with the sampler is met at each tick, and was away in between.
    private boolean slept(Sample one, Sample next) {
        Long woke = sleeps.getOrDefault(one.thread(), Collections.emptyNavigableSet())
                .higher(one.at());
        return woke != null && woke <= next.at();
    }

    /// @return whether it is a hold
    private boolean close(List<Sample> run, int least, Cause cause) {
        if (run.size() < least) {
            return false;
        }
        long period = cause == Cause.NATIVE ? flight.nativePeriod : flight.executionPeriod;
        long nanos = run.getLast().at() - run.getFirst().at() + (cause == Cause.NATIVE ? 0 : period);
        if (cause == Cause.NATIVE ? nanos < LEAST_NATIVE : run.size() * period < nanos * LEAST_MET) {
            return false;
        }
        Sample typical = typical(run);
        add(typical, cause, run.getFirst().at(), nanos);
        return true;
    }

    /// The sample whose own code was met most often.
    private static Sample typical(List<Sample> run) {
        Map<String, Integer> met = new HashMap<>();
        run.forEach(sample -> met.merge(method(sample), 1, Integer::sum));
        String most = met.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
        return run.stream()
                .filter(sample -> method(sample).equals(most))
                .findFirst()
                .orElse(run.getFirst());
    }

    private static String method(Sample sample) {
        return owner(sample).type() + "." + owner(sample).method();
    }

    /// Where most samples of virtual threads meet a spin, it is the spin that keeps carriers at putting threads
    /// down and taking them up: the sampler of JDK 21 meets them there five times as often as in the threads, and
    /// either rarely. Samples in a row had one carrier at least.
    private void runsOfSpins(List<Sample> samples, Sample spin) {
        split(samples, (one, next) -> next.at() - one.at() > LONG_GAP).stream()
                .filter(run -> run.size() >= LEAST_TICKS)
                .forEach(run -> add(
                        spin,
                        Cause.SPIN,
                        run.getFirst().at(),
                        run.getLast().at() - run.getFirst().at() + flight.executionPeriod));
    }

    /// Where threads work as well: those that spin at one place, together, a tick for each sample.
    private void placesOfSpins(List<Sample> spins) {
        spins.stream().collect(Collectors.groupingBy(SampleRuns::method)).values().stream()
                .filter(samples -> samples.size() >= LEAST_TICKS)
                .flatMap(List::stream)
                .forEach(sample -> add(sample, Cause.SPIN, sample.at(), flight.executionPeriod));
    }

    private static boolean spins(Sample sample) {
        return sample.stack().stream()
                .limit(12)
                .anyMatch(frame -> frame.is("java.lang.Thread", "yield") || frame.is("java.lang.Thread", "onSpinWait"));
    }

    /// Native code that may wait; the clock does not, and to define a class is work.
    private static boolean blocks(Sample sample) {
        return sample.isNative()
                && !NEVER_BLOCK.contains(sample.stack().getFirst().method());
    }

    private static StackFrame owner(Sample sample) {
        return Blame.ownerOf(sample.stack(), 0);
    }

    private void add(Sample sample, Cause cause, long start, long nanos) {
        flight.holds.add(hold(sample, cause, start, nanos, ""));
    }

    /// @param detail what else is known of it; may be empty
    private Hold hold(Sample sample, Cause cause, long start, long nanos, String detail) {
        StackFrame frame = owner(sample);
        boolean compensated = cause == Cause.NATIVE && flight.compensates(sample.stack());
        Optional<String> awaited =
                cause == Cause.CPU || cause == Cause.SPIN ? BusyWaits.of(sample.stack()) : Optional.empty();
        return new Hold(
                cause == Cause.NATIVE ? Signal.NATIVE : Signal.EXECUTION,
                awaited.isPresent() ? Cause.SPIN : cause,
                sample.thread(),
                start,
                nanos,
                frame.type(),
                frame.method(),
                frame.line(),
                sample.stack(),
                compensated,
                awaited.map(BusyWaits::words).orElse(compensated ? Hold.COMPENSATED : detail));
    }
}
