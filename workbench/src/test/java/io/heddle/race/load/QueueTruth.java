package io.heddle.race.load;

import java.util.List;
import java.util.PriorityQueue;
import org.HdrHistogram.Histogram;

/// What an open loop has to measure, from first principles: requests start at a constant rate, wait in one queue for
/// one of a number of connections, and take a constant time, which begins at the end of the pause when they meet one.
/// Times are nanoseconds.
///
/// @param begin intended start of the first request
/// @param rate requests a second
/// @param connections most that are sent at once
/// @param service time that one takes
/// @param pauses in order, without overlap
record QueueTruth(long begin, double rate, int connections, long service, List<Pause> pauses) {

    /// The target serves nobody from `from` until `to`.
    record Pause(long from, long to) {}

    /// Latencies from the intended start of the requests that complete in a window.
    Histogram completedBetween(long from, long to) {
        Histogram latencies = Tally.histogram();
        PriorityQueue<Long> free = new PriorityQueue<>();
        for (int i = 0; i < connections; i++) {
            free.add(begin);
        }
        for (long number = 0; ; number++) {
            long start = begin + (long) (number * 1e9 / rate);
            if (start > to) {
                return latencies;
            }
            long end = served(Math.max(start, free.remove())) + service;
            free.add(end);
            if (end > from && end <= to) {
                latencies.recordValue(end - start);
            }
        }
    }

    /// Latencies of the requests that completed in a window, from the target's log of its answers and the rate
    /// alone: requests start and are served in order, so the i-th answer belongs to the i-th start. The first
    /// start is not in the log; it is where no answer comes sooner than `service` after its start.
    ///
    /// @param answers all answers of a run from its first request on, ascending
    static Histogram ofAnswers(long[] answers, double rate, long service, long from, long to) {
        long begin = Long.MAX_VALUE;
        for (int i = 0; i < answers.length; i++) {
            begin = Math.min(begin, answers[i] - (long) (i * 1e9 / rate) - service);
        }
        Histogram latencies = Tally.histogram();
        for (int i = 0; i < answers.length; i++) {
            if (answers[i] > from && answers[i] <= to) {
                latencies.recordValue(answers[i] - begin - (long) (i * 1e9 / rate));
            }
        }
        return latencies;
    }

    private long served(long sent) {
        for (Pause pause : pauses) {
            if (sent >= pause.from() && sent < pause.to()) {
                return pause.to();
            }
        }
        return sent;
    }
}
