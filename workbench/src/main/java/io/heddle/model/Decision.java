package io.heddle.model;

import java.util.List;

/// What to do after a race, and why. The rules stand in docs/decide.md, in the order in which they are tried.
///
/// @param because one sentence each, at least one
/// @param next what to do, in order; may be empty
public record Decision(Kind kind, List<String> because, List<String> next) {

    /// Keeps its own copies.
    public Decision {
        because = List.copyOf(because);
        next = List.copyOf(next);
    }

    /// The answers to "shall I turn virtual threads on?".
    public enum Kind {
        SWITCH("switch"),
        SWITCH_WITH_LIMIT("switch, and limit what has a limit behind it"),
        MEND_FIRST("not yet: mend first"),
        NEWER_JDK("not on this JDK: take a newer one, or mend"),
        NO_NEED("no need to switch"),
        MEASURE_MORE("measure more");

        private final String said;

        Kind(String said) {
            this.said = said;
        }

        /// For people.
        public String said() {
            return said;
        }
    }
}
