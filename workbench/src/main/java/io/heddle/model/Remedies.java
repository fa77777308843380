package io.heddle.model;

/// Knows what to do about code that holds carriers.
@FunctionalInterface
public interface Remedies {

    /// @param jdk feature release that it was seen on, at least 21
    Remedy of(Holder holder, int jdk);

    /// @param advice what to do, in one sentence without a full stop
    /// @param rule whose page `heddle explain` shows; empty where there is none
    record Remedy(String advice, String rule) {

        /// Nothing is known.
        public static final Remedy NONE = new Remedy("", "");

        /// For people, such as `remedy: take a lock; heddle explain blocking-under-monitor`; empty when
        /// nothing is known.
        public String line() {
            String page = rule.isEmpty() ? "" : "heddle explain " + rule;
            String said = advice.isEmpty() || page.isEmpty() ? advice + page : advice + "; " + page;
            return said.isEmpty() ? "" : "remedy: " + said;
        }
    }
}
