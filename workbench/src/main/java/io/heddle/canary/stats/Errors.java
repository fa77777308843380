package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.LogBeta;

/// Errors of both arms: how many times more often does the canary fail? Or refuse, where refusals are counted.
///
/// Of the errors in a slice each is the canary's with probability p r / (p r + 1 − p), p being the canary's share of
/// the slice's requests, r the ratio of error rates. For every r₀ the mixture of likelihoods over r, divided by that
/// of r₀, is an e-process, whatever the shares are (Lindon and Malek, "Anytime-valid inference for multinomial count
/// data", NeurIPS 2022); the r₀ that it has not refuted are the interval.
///
/// Errors that come in bursts are not independent. So worse errors must also be shown by blocks: the canary's errors
/// beyond its share, one value a slice, by the sequence that latencies are judged by.
public final class Errors {

    private static final double WIDEST = 7;
    private static final double STEP = 0.05;
    /// Spread of the mixture on ln r: it finds doubled errors soonest.
    private static final double SPREAD = 1;

    private static final int POINTS = (int) Math.round(2 * WIDEST / STEP) + 1;
    private static final double[] PRIOR = prior();
    /// The ratios r, and their logarithms.
    private static final double[] RATIOS = ratios();
    private static final double[] LOG_RATIOS = logRatios();

    private final ToLongFunction<Slice.Arm> counted;
    private final double[] logLikelihood = new double[POINTS];
    private final Ladder excess = new Ladder();
    private final long[] errors = new long[2];
    private final long[] requests = new long[2];
    private long slices;
    private double mixture;

    /// @param counted those of an arm's requests that count
    public Errors(ToLongFunction<Slice.Arm> counted) {
        this.counted = counted;
    }

    /// The next slice of time.
    public void add(Slice slice) {
        Slice.Arm b = slice.arm(Side.BASELINE);
        Slice.Arm c = slice.arm(Side.CANARY);
        if (b.requests() == 0 || c.requests() == 0) {
            return;
        }
        requests[0] += b.requests();
        requests[1] += c.requests();
        long known = counted.applyAsLong(b);
        long tried = counted.applyAsLong(c);
        errors[0] += known;
        errors[1] += tried;
        slices++;
        double p = (double) c.requests() / (b.requests() + c.requests());
        long all = known + tried;
        excess.add(tried - p * all);
        for (int i = 0; all > 0 && i < POINTS; i++) {
            logLikelihood[i] += tried * LOG_RATIOS[i] - all * Math.log(p * RATIOS[i] + 1 - p);
        }
        mixture = all > 0 ? mixed() : mixture;
    }

    /// The lower end of the interval.
    ///
    /// @param alpha two-sided error over all looks
    /// @return the least ratio that is not refuted; 0 where none is
    public double low(double alpha) {
        double limit = mixture + Math.log(alpha);
        int i = 0;
        while (i < POINTS && logLikelihood[i] < limit) {
            i++;
        }
        return i == 0 ? 0 : RATIOS[i - 1];
    }

    /// The upper end of the interval.
    ///
    /// @param alpha two-sided error over all looks
    /// @return the highest ratio that is not refuted; infinite where none is
    public double high(double alpha) {
        double limit = mixture + Math.log(alpha);
        int i = POINTS - 1;
        while (i >= 0 && logLikelihood[i] < limit) {
            i--;
        }
        return i == POINTS - 1 ? Double.POSITIVE_INFINITY : RATIOS[i + 1];
    }

    /// The canary's error rate over the baseline's; not a number while nobody has failed.
    public double estimate() {
        return errors[0] + errors[1] == 0
                ? Double.NaN
                : (errors[1] + 0.5) / (requests[1] + 1) * (requests[0] + 1) / (errors[0] + 0.5);
    }

    /// The canary's errors beyond its share.
    public Blocks excess() {
        return excess.blocks();
    }

    /// The highest error rate of the canary that is not refuted: the mixture of binomials over a Beta(½, ½) prior.
    ///
    /// @param alpha error over all looks
    public double highestShare(double alpha) {
        long n = requests[1];
        long k = errors[1];
        double mixed = logBeta(k + 0.5, n - k + 0.5) - logBeta(0.5, 0.5);
        double low = n == 0 ? 1 : (double) k / n;
        double high = 1;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            boolean refuted = mixed - k * Math.log(middle) - (n - k) * Math.log1p(-middle) > -Math.log(alpha);
            low = refuted ? low : middle;
            high = refuted ? middle : high;
        }
        return high;
    }

    public long errors(Side side) {
        return errors[side.index()];
    }

    public long requests(Side side) {
        return requests[side.index()];
    }

    /// Slices of time in which both arms had requests.
    public long slices() {
        return slices;
    }

    /// All that is known so far.
    public void save(DataOutput out) throws IOException {
        for (double x : logLikelihood) {
            out.writeDouble(x);
        }
        for (int i = 0; i < 2; i++) {
            out.writeLong(errors[i]);
            out.writeLong(requests[i]);
        }
        out.writeLong(slices);
        excess.save(out);
    }

    /// Goes on where [#save] was.
    public void restore(DataInput in) throws IOException {
        for (int i = 0; i < POINTS; i++) {
            logLikelihood[i] = in.readDouble();
        }
        for (int i = 0; i < 2; i++) {
            errors[i] = in.readLong();
            requests[i] = in.readLong();
        }
        slices = in.readLong();
        mixture = mixed();
        excess.restore(in);
    }

    /// The logarithm of the likelihood that is mixed over the prior.
    private double mixed() {
        double most = Double.NEGATIVE_INFINITY;
        for (double l : logLikelihood) {
            most = Math.max(most, l);
        }
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            sum += PRIOR[i] * Math.exp(logLikelihood[i] - most);
        }
        return most + Math.log(sum);
    }

    private static double[] logRatios() {
        return IntStream.range(0, POINTS).mapToDouble(i -> -WIDEST + i * STEP).toArray();
    }

    private static double[] ratios() {
        return Arrays.stream(logRatios()).map(Math::exp).toArray();
    }

    private static double[] prior() {
        double[] prior = new double[POINTS];
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            double x = (-WIDEST + i * STEP) / SPREAD;
            prior[i] = Math.exp(-x * x / 2);
            sum += prior[i];
        }
        for (int i = 0; i < POINTS; i++) {
            prior[i] /= sum;
        }
        return prior;
    }

    private static double logBeta(double a, double b) {
        return LogBeta.value(a, b);
    }
}
