package io.heddle.race.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// Counts what becomes of requests by when they were meant to start. Confined to one event loop.
final class Slices implements Fates {

    static final Duration LENGTH = Duration.ofMillis(500);

    private static final long LONGEST_MICROS = TimeUnit.MINUTES.toMicros(10);

    private final OpenLoop loop;
    private final Timetable timetable;
    private final long patience;
    private final List<Counts> counts = new ArrayList<>();

    /// @param loop whose requests they are
    /// @param patience how long a client waits from the intended start
    Slices(OpenLoop loop, Timetable timetable, Duration patience) {
        this.loop = loop;
        this.timetable = timetable;
        this.patience = patience.toNanos();
    }

    private static final class Counts {

        private final SortedMap<String, Long> errors = new TreeMap<>();
        private final Histogram micros = new Histogram(LONGEST_MICROS, 2);
        private long good;
        private long late;
        private long timeouts;
        private long inFlight;
    }

    @Override
    public void answered(long start, long now) {
        Counts slice = at(start);
        if (now - start <= patience) {
            slice.good++;
        } else {
            slice.late++;
        }
        record(slice, now - start);
    }

    @Override
    public void failed(String kind, long start) {
        at(start).errors.merge(kind, 1L, Long::sum);
    }

    @Override
    public void timedOut(long start, long now) {
        Counts slice = at(start);
        slice.timeouts++;
        record(slice, now - start);
    }

    /// So many requests are in flight now.
    void inFlight(long now, long count) {
        if (loop.begun()) {
            Counts slice = at(now);
            slice.inFlight = Math.max(slice.inFlight, count);
        }
    }

    /// Copies of all that have begun.
    List<Slice> copy(long now) {
        List<Slice> copies = new ArrayList<>();
        if (!loop.begun()) {
            return copies;
        }
        at(now);
        for (int i = 0; i < counts.size(); i++) {
            Counts slice = counts.get(i);
            long from = i * LENGTH.toNanos();
            long to = Math.min(from + LENGTH.toNanos(), now - loop.begin());
            copies.add(new Slice(
                    from / 1e9,
                    Math.max(0, timetable.startedBy(to - 1) - timetable.startedBy(from - 1)),
                    slice.good,
                    slice.late,
                    slice.timeouts,
                    new TreeMap<>(slice.errors),
                    slice.inFlight,
                    slice.micros.copy()));
        }
        return copies;
    }

    private Counts at(long start) {
        int slice = (int) (Math.max(0, start - loop.begin()) / LENGTH.toNanos());
        while (counts.size() <= slice) {
            counts.add(new Counts());
        }
        return counts.get(slice);
    }

    private static void record(Counts slice, long nanos) {
        slice.micros.recordValue(Math.clamp(nanos / 1_000, 0, LONGEST_MICROS));
    }
}
