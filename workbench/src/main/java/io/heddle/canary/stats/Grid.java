package io.heddle.canary.stats;

import org.HdrHistogram.AbstractHistogram;

/// What the latencies of one arm may have been before a clock rounded them to its ticks.
///
/// A value v of a clock with tick T stands for latencies from v to v + T. Where in there a quantile lies shows only as
/// far as the neighbours v − T and v + T do: the density within a tick is taken as log-linear, with the slope between
/// the neighbours, and off from it by no more than the slope changes there. If a neighbour is missing, as when all
/// latencies differ by less than a tick, nothing shows: then the quantile may lie anywhere in the tick
/// (interval-censored data; Turnbull, "The empirical distribution function with arbitrarily grouped, censored and
/// truncated data", Journal of the Royal Statistical Society B 38, 1976).
///
/// Arms that are rounded alike, whether down, up or to the nearest, are compared as if rounded down: for a canary that
/// is slower by more than a tick that gives the least ratio of the three. Arms that may be rounded differently are off
/// by up to one tick more each.
///
/// @param tick in µs, at least 1; 1 for none
/// @param otherwise the other arm's latencies may be rounded in another way
/// @param seen all values so far
record Grid(long tick, boolean otherwise, Ticks seen) {

    /// No ticks.
    static final Grid FINE = new Grid(1, false, new Ticks());

    /// A slope that may change by more, in logarithms, shows nothing.
    private static final double STEEPEST = 2;
    private static final double FLAT = 1e-6;
    private static final double MOST_IN_BIN = 0.125;

    /// A slope of the logarithm of the density within a tick; infinite bounds where nothing shows.
    private record Slope(double usual, double off) {}

    /// Where a quantile lies.
    ///
    /// @param value recorded, in µs
    /// @param share of the recorded values there that lie below it
    Span place(AbstractHistogram histogram, long value, double share) {
        long lowest = histogram.lowestEquivalentValue(value);
        long size = histogram.sizeOfEquivalentValueRange(value);
        if (tick == 1 || size >= tick) {
            double usual = lowest + share * size;
            double off = tick == 1 ? 0 : tick / 2.0;
            // The histogram's bins are ticks too, of up to 0.8 %, where few of them hold the latencies.
            boolean blind = histogram.getCountAtValue(value) > MOST_IN_BIN * histogram.getTotalCount();
            return rounded(
                    blind
                            ? new Span(lowest, usual, lowest + size + 2 * off)
                            : new Span(usual - off, usual, usual + off));
        }
        long multiple = Math.ceilDiv(lowest, tick) * tick;
        long at = multiple < lowest + size ? multiple : lowest;
        Slope slope = slope(at);
        boolean blind = slope.off() > STEEPEST;
        double low = blind ? 0 : quantile(share, slope.usual() - slope.off());
        double high = blind ? 1 : quantile(share, slope.usual() + slope.off());
        return rounded(new Span(at + low * tick, at + share * tick, at + high * tick));
    }

    /// What is to be added to a mean of recorded values, in µs.
    Span meanShift() {
        if (tick == 1) {
            return Span.exact(0);
        }
        double low = 0;
        double high = 0;
        double all = 0;
        for (long value : seen.values()) {
            double count = seen.count(value);
            Slope slope = slope(value);
            boolean blind = slope.off() > STEEPEST;
            low += blind ? 0 : count * mean(slope.usual() - slope.off());
            high += count * (blind ? 1 : mean(slope.usual() + slope.off()));
            all += count;
        }
        return all == 0
                ? Span.exact(0)
                : rounded(new Span(low / all * tick, (low + high) / 2 / all * tick, high / all * tick));
    }

    private Span rounded(Span down) {
        return otherwise && tick > 1 ? new Span(down.low() - tick, down.middle(), down.high()) : down;
    }

    private Slope slope(long at) {
        double before = seen.count(at - tick);
        double here = seen.count(at);
        double after = seen.count(at + tick);
        double bend = Math.abs(Math.log(after) - 2 * Math.log(here) + Math.log(before)) / 2;
        // Counts are off by chance: two standard errors of the bend.
        double chance = Math.sqrt(1 / before + 4 / here + 1 / after);
        return before == 0 || here == 0 || after == 0
                ? new Slope(0, Double.POSITIVE_INFINITY)
                : new Slope((Math.log(after) - Math.log(before)) / 2, bend + chance);
    }

    /// Of the density e^(slope x) on 0 to 1.
    private static double quantile(double share, double slope) {
        return Math.abs(slope) < FLAT ? share : Math.log1p(share * Math.expm1(slope)) / slope;
    }

    private static double mean(double slope) {
        return Math.abs(slope) < 1e-3 ? 0.5 + slope / 12 : 1 / -Math.expm1(-slope) - 1 / slope;
    }
}
