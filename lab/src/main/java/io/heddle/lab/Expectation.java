package io.heddle.lab;

/// What must hold on any machine: an order, a bound, a kind of thread, a count of zero; never an absolute speed.
///
/// @param says the claim, a sentence
/// @param state whether it held
/// @param because the figures that decided
public record Expectation(String says, State state, String because) {

    /// Whether it held.
    public enum State {
        HELD,
        BROKEN,

        /// Rows that it speaks of were not measured.
        UNSEEN
    }
}
