package io.heddle.race.stats;

import io.heddle.model.Ratio;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/// The geometric mean of one arm's figures, each JVM being one observation: Student's t on the logarithms.
///
/// @param logEstimate logarithm of the mean
/// @param standardError of `logEstimate`; not a number where one JVM leaves none
/// @param degrees degrees of freedom; 0 when there is no interval
public record Mean(double logEstimate, double standardError, int degrees) {

    /// @param figures one for each JVM, each above 0, at least one
    public static Mean of(List<Double> figures) {
        double mean = figures.stream().mapToDouble(Math::log).average().orElseThrow();
        int degrees = figures.size() - 1;
        double squares = figures.stream()
                .mapToDouble(figure -> Math.pow(Math.log(figure) - mean, 2))
                .sum();
        return new Mean(mean, degrees == 0 ? Double.NaN : Math.sqrt(squares / degrees / figures.size()), degrees);
    }

    /// @param confidence such as 0.95
    /// @return mean and interval, in the figures' unit; from 0 to infinity where one JVM leaves none
    public Ratio interval(double confidence) {
        if (degrees == 0) {
            return new Ratio(Math.exp(logEstimate), 0, Double.POSITIVE_INFINITY);
        }
        double half = TDistribution.of(degrees).inverseSurvivalProbability((1 - confidence) / 2) * standardError;
        return new Ratio(Math.exp(logEstimate), Math.exp(logEstimate - half), Math.exp(logEstimate + half));
    }
}
