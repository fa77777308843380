package io.heddle.canary.stats;

/// A figure that is known within bounds: of latencies that a clock with ticks took, nothing more is known.
///
/// @param low the least that it may be
/// @param middle what it most likely is
/// @param high the most that it may be
public record Span(double low, double middle, double high) {

    static Span exact(double value) {
        return new Span(value, value, value);
    }

    Span plus(Span other) {
        return new Span(low + other.low, middle + other.middle, high + other.high);
    }

    /// @param factor at least 0
    Span times(double factor) {
        return new Span(low * factor, middle * factor, high * factor);
    }

    /// The difference of two that may lie anywhere within their bounds.
    Span minus(Span other) {
        return new Span(low - other.high, middle - other.middle, high - other.low);
    }

    /// The logarithm; what may be less than 1 counts as 1, since a logarithm of 0 is none.
    Span log() {
        return new Span(Math.log(Math.max(1, low)), Math.log(Math.max(1, middle)), Math.log(Math.max(1, high)));
    }

    boolean isFinite() {
        return Double.isFinite(low) && Double.isFinite(middle) && Double.isFinite(high);
    }
}
