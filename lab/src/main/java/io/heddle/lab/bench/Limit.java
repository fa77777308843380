package io.heddle.lab.bench;

/// What a figure cannot pass, whatever the threads.
///
/// @param value in the row's unit
/// @param side on which of its sides the figure must be
/// @param why how it follows, such as `120 connections / 50 ms`
public record Limit(double value, Side side, String why) {

    /// Clocks and windows are read with this share of error at most: a figure further on the wrong side is a wrong
    /// measurement.
    private static final double TOLERANCE = 0.01;

    /// Where figures must lie.
    public enum Side {
        AT_MOST,
        AT_LEAST
    }

    public static Limit atMost(double value, String why) {
        return new Limit(value, Side.AT_MOST, why);
    }

    public static Limit atLeast(double value, String why) {
        return new Limit(value, Side.AT_LEAST, why);
    }

    /// Whether a figure is on the side where it must be.
    public boolean allows(double figure) {
        return switch (side) {
            case AT_MOST -> figure <= value * (1 + TOLERANCE);
            case AT_LEAST -> figure >= value * (1 - TOLERANCE);
        };
    }
}
