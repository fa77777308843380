package io.heddle.race.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// Latencies of each request of a mix by itself: the 5th percentile of them all together would be that of the quickest
/// request, and a bound from it would bound nothing. Confined to one event loop, copies to anybody.
final class ServiceTimeFloor {

    private static final double PERCENT = 5;

    private final RequestMix mix;
    private final List<Histogram> latencies = new ArrayList<>();

    ServiceTimeFloor(RequestMix mix) {
        this.mix = mix;
        for (int i = 0; i < mix.parts().size(); i++) {
            // two digits of each of many: a thousand requests must not need a gigabyte
            latencies.add(new Histogram(Tally.LONGEST, mix.parts().size() == 1 ? 3 : 2));
        }
    }

    /// @param nanos at least 0
    void record(int request, long nanos) {
        latencies.get(request).recordValue(Math.clamp(nanos, 0, Tally.LONGEST));
    }

    void reset() {
        latencies.forEach(Histogram::reset);
    }

    ServiceTimeFloor copy() {
        ServiceTimeFloor copy = new ServiceTimeFloor(mix);
        copy.add(this);
        return copy;
    }

    void add(ServiceTimeFloor other) {
        for (int i = 0; i < latencies.size(); i++) {
            latencies.get(i).add(other.latencies.get(i));
        }
    }

    /// 5th percentile of each request's latency, by the shares of the mix. A request that was never answered
    /// counts as if it took no time, which only raises a bound.
    ///
    /// @return nanoseconds; 0 when nothing was answered
    double nanos() {
        double sum = 0;
        for (int i = 0; i < latencies.size(); i++) {
            Histogram latency = latencies.get(i);
            sum += latency.getTotalCount() == 0
                    ? 0
                    : mix.share(i) * latency.lowestEquivalentValue(latency.getValueAtPercentile(PERCENT));
        }
        return sum;
    }
}
