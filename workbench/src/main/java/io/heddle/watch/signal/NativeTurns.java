package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Short times in native code, each of which the sampler meets once at most, as where each request has a virtual thread
/// of its own.
///
/// The native sampler takes one thread a tick, in turn, of those that are in native code then. A thread that is always
/// there, such as a server's acceptor, is met once in each round; a carrier in each round in which its virtual thread
/// is
/// in native code. So each meeting stands for the time of a round. This needs a thread that is always in native code,
/// and
/// the JVM's CPU time: native code that computes holds nobody up for longer than it has to.
final class NativeTurns {

    /// What people read of it.
    static final String WORDS = "short calls, counted by samples: how long a single one takes is not known";

    /// Rounds by which the length of one is told.
    private static final int LEAST_ROUNDS = 10;

    /// Time on either side of a meeting in which others are counted with it, nanoseconds.
    private static final long NEAR = 1_000_000_000;

    /// Carriers in native code for each processor that the JVM keeps busy: with fewer, native code may be what
    /// computes.
    private static final double WAITS = 2;

    private final RecordingWindow flight;

    NativeTurns(RecordingWindow flight) {
        this.flight = flight;
    }

    /// A meeting, and the time for which it stands.
    ///
    /// @param from nanoseconds since the epoch
    /// @param nanos length
    record Turn(Sample sample, long from, long nanos) {}

    /// @param met virtual threads in native code that may wait
    List<Turn> of(Collection<Sample> met) {
        long[] rounds = ascending(
                flight.nativeMeetings.values().stream()
                        .max(Comparator.comparingInt(List::size))
                        .orElse(List.of())
                        .stream());
        if (rounds.length < LEAST_ROUNDS || flight.busy.isEmpty()) {
            return List.of();
        }
        List<Sample> samples = met.stream()
                .filter(sample -> !isOfTheJdk(sample))
                .sorted(Comparator.comparingLong(Sample::at))
                .toList();
        long[] meetings = ascending(samples.stream().map(Sample::at));
        List<Turn> turns = new ArrayList<>();
        for (Sample sample : samples) {
            double near = count(rounds, sample.at());
            if (near >= LEAST_ROUNDS) {
                double held = count(meetings, sample.at()) / near;
                long round = (long) (2 * NEAR / near);
                if (held >= WAITS * busy(sample.at())) {
                    turns.add(new Turn(sample, sample.at() - round / 2, round));
                }
            }
        }
        return turns;
    }

    /// Sockets, files and compression of the JDK's own: the former wait elsewhere, the latter compute. A call by the
    /// foreign function interface has no native method.
    private static boolean isOfTheJdk(Sample sample) {
        StackFrame top = sample.stack().getFirst();
        return top.isNative() && top.isJdk() && !top.type().startsWith("com.sun.jna.");
    }

    private static long[] ascending(Stream<Long> times) {
        return times.mapToLong(time -> time).sorted().toArray();
    }

    /// How many lie near a moment.
    private static double count(long[] ascending, long at) {
        return below(ascending, at + NEAR) - below(ascending, at - NEAR);
    }

    private static int below(long[] ascending, long limit) {
        int at = Arrays.binarySearch(ascending, limit);
        return at < 0 ? -at - 1 : at;
    }

    /// Processors that the JVM kept busy then.
    private double busy(long at) {
        Map.Entry<Long, Double> next = flight.busy.ceilingEntry(at);
        Map.Entry<Long, Double> told = next == null ? flight.busy.lastEntry() : next;
        return told.getValue() * Math.max(1, flight.hardwareThreads);
    }
}
