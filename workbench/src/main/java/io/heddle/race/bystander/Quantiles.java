package io.heddle.race.bystander;

import io.heddle.model.Bystander;
import java.util.List;

/// Percentiles by the nearest rank, which of few requests are those that somebody had.
final class Quantiles {

    private Quantiles() {}

    /// @param points at least one
    static Bystander of(String path, List<Bystander.Point> points, long failed) {
        double[] millis =
                points.stream().mapToDouble(Bystander.Point::millis).sorted().toArray();
        return new Bystander(
                path, millis.length, failed, at(millis, 0.5), at(millis, 0.99), millis[millis.length - 1], points);
    }

    private static double at(double[] ascending, double share) {
        return ascending[(int) Math.ceil(share * ascending.length) - 1];
    }
}
