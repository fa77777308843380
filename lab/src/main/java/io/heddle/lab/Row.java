package io.heddle.lab;

import io.heddle.lab.bench.Outcome;
import java.util.OptionalDouble;

/// One line of an experiment's table.
///
/// @param name of the case
/// @param jdk feature release
/// @param published what was published
/// @param state whether there is a figure
/// @param outcome the figure and what belongs to it; without meaning unless measured
/// @param word why there is none; empty when there is one
/// @param seconds how long it took
public record Row(
        String name, String jdk, Published published, State state, Outcome outcome, String word, double seconds) {

    /// Whether there is a figure.
    public enum State {
        MEASURED,

        /// The JDK or a component is not here.
        ABSENT,

        /// It was tried and failed.
        FAILED
    }

    /// Measured ÷ bound; empty without either.
    public OptionalDouble ofBound() {
        return state != State.MEASURED || outcome.limit().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        outcome.measured() / outcome.limit().orElseThrow().value());
    }

    /// A further figure by its name.
    public String also(String key) {
        return outcome.also().getOrDefault(key, "");
    }

    /// A further figure as a number; not a number where there is none, so that no comparison holds.
    public double number(String key) {
        try {
            return Double.parseDouble(also(key));
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }

    /// What people read in the last column.
    public String remark() {
        return state == State.MEASURED ? String.join("; ", outcome.remarks()) : word;
    }

    boolean is(String otherName, LabJdk otherJdk) {
        return name.equals(otherName) && jdk.equals(otherJdk.label());
    }
}
