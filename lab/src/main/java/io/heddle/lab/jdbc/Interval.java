package io.heddle.lab.jdbc;

import io.heddle.lab.Row;
import io.heddle.model.Figures;

/// What JMH says of a row: its score and the error of 99.9 % around it, in operations a second.
///
/// @param error not a number where JMH has none
record Interval(double score, double error) {

    /// Name of the error among a row's further figures.
    static final String ERROR = "±";

    static Interval of(Row row) {
        return new Interval(row.outcome().measured(), row.number(ERROR));
    }

    double low() {
        return score - error;
    }

    double high() {
        return score + error;
    }

    /// Whether it lies on one side of a figure, so that an order can be told.
    boolean clearOf(double figure) {
        return low() > figure || high() < figure;
    }

    /// Whether the two have nothing in common.
    boolean clearOf(Interval other) {
        return low() > other.high() || high() < other.low();
    }

    /// Such as `74.1 ± 6.2 op/s`.
    String words() {
        return Figures.number(score) + " ± " + Figures.number(error) + " op/s";
    }
}
