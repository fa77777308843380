package io.heddle.canary.source;

import io.heddle.canary.source.BucketCounts.Bucket;
import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Side;
import io.heddle.canary.stats.Slice;
import io.heddle.metrics.PrometheusApi;
import io.heddle.net.Deadline;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// Histograms of latency that Prometheus has taken, a step at a time: a step holds four scrapes, so that what
/// Prometheus extrapolates at its ends is little.
final class PrometheusFeed implements Feed {

    /// What is read at first: a roll-out that is older was decided.
    private static final long BACK_SECONDS = 7_200;
    private static final int SCRAPES = 4;
    private static final long LEAST_STEP = 4;
    private static final int EVEN = 2;

    private record Step(long from, Slice slice) {}

    private final PrometheusApi api;
    private final Map<Side, LatencyHistogram> histograms;
    private final Map<Side, SortedMap<Double, Bucket>> seen = new EnumMap<>(Side.class);
    private final Resolution resolution;
    private final long step;
    private final Deque<Step> steps = new ArrayDeque<>();
    private long upTo;

    private PrometheusFeed(PrometheusApi api, Map<Side, LatencyHistogram> histograms, Resolution resolution) {
        this.api = api;
        this.histograms = histograms;
        this.resolution = resolution;
        double scrape = histograms.values().stream()
                .mapToDouble(LatencyHistogram::scrapeSeconds)
                .max()
                .orElseThrow();
        step = Math.max(LEAST_STEP, EVEN * (long) Math.ceil(SCRAPES * scrape / EVEN - 0.1));
        upTo = now() - BACK_SECONDS / step * step;
    }

    static PrometheusFeed of(SourceText text, Map<Side, String> labels, Resolution resolution, Deadline deadline) {
        PrometheusApi api = new PrometheusApi(text.place(), deadline);
        Map<Side, LatencyHistogram> histograms = new EnumMap<>(Side.class);
        labels.forEach((side, selector) -> histograms.put(side, LatencyHistogram.find(api, selector)));
        return new PrometheusFeed(api, histograms, resolution);
    }

    @Override
    public double next() {
        long now = now();
        if (steps.isEmpty() && now >= upTo + step) {
            fetch(now);
        }
        return steps.isEmpty() ? Double.POSITIVE_INFINITY : steps.peek().from();
    }

    /// The end of the last step that all scrapes of are in.
    private long now() {
        double scrape = histograms.values().iterator().next().scrapeSeconds();
        return (long) (System.currentTimeMillis() / 1e3 - scrape) / step * step;
    }

    private void fetch(long now) {
        Map<Side, Map<Long, BucketCounts>> counted = new EnumMap<>(Side.class);
        Set<Long> times = new TreeSet<>();
        histograms.forEach((side, histogram) -> {
            Map<Long, BucketCounts> here = new HashMap<>();
            Samples samples = new Samples(api, upTo, now + step);
            BucketCounts.read(
                    api.range(histogram.counts(step), upTo + step, now, step),
                    samples,
                    histogram.millisPerUnit(),
                    here);
            if (!histogram.sparse()) {
                BucketCounts.read(
                        api.range(histogram.sums(step), upTo + step, now, step),
                        samples,
                        histogram.millisPerUnit(),
                        here);
            }
            counted.put(side, here);
            times.addAll(here.keySet());
        });
        for (long time : times) {
            Slice slice = new Slice();
            counted.forEach((side, here) -> {
                if (here.containsKey(time)) {
                    take(side, here.get(time), slice.arm(side));
                }
            });
            steps.add(new Step(time - step, slice));
        }
        upTo = now;
        seen.forEach((side, all) -> resolution.check(List.copyOf(all.values()), side.option()));
    }

    private void take(Side side, BucketCounts counts, Slice.Arm arm) {
        SortedMap<Double, Bucket> all = seen.computeIfAbsent(side, _ -> new TreeMap<>());
        double cumulative = 0;
        long taken = 0;
        for (Bucket bucket : counts.buckets()) {
            all.merge(
                    bucket.toMillis(),
                    bucket,
                    (a, b) ->
                            new Bucket(Math.min(a.fromMillis(), b.fromMillis()), a.toMillis(), a.count() + b.count()));
            // Increases are not whole: what is rounded here is made good by the next bucket.
            cumulative += bucket.count();
            long whole = Math.round(cumulative) - taken;
            taken += whole;
            double to = Double.isInfinite(bucket.toMillis()) ? bucket.fromMillis() : bucket.toMillis();
            arm.take(bucket.fromMillis(), to, whole);
        }
        arm.takeSum(counts.sumMillis());
        arm.takeErrors(Math.round(counts.errors()));
        arm.takeRefusals(Math.round(counts.refusals()));
    }

    @Override
    public void deliver(Intake intake) {
        Step first = steps.remove();
        intake.takeCounted(first.from(), first.slice());
    }

    @Override
    public boolean awaited() {
        return false;
    }

    @Override
    public void finish() {}

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeLong(upTo);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        upTo = in.readLong() / step * step;
    }

    @Override
    public void close() {}
}
