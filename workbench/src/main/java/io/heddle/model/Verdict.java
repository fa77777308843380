package io.heddle.model;

import java.util.List;

/// What the race says of one path, or of all.
///
/// @param workload the request path; empty for the race as a whole
/// @param arm label of the arm that is judged; empty where nothing was
/// @param against label of the arm that it is held against
/// @param text one sentence with the limiting resource and both arms' figures
/// @param culprits who held the carriers of an arm that was harmed, the worst first; empty when nobody did,
///     or nothing was harmed
/// @param holders who held more than 1 % of the carrier time of the arm that is judged, the worst first,
///     whatever the verdict
/// @param notes what else a reader should know: cost, right-sizing, repetitions still missing
public record Verdict(
        String workload,
        String arm,
        String against,
        Kind kind,
        String text,
        Limit limit,
        List<Culprit> culprits,
        List<Culprit> holders,
        List<String> notes) {

    /// A verdict that does not say yet between which arms.
    public Verdict(
            String workload,
            Kind kind,
            String text,
            Limit limit,
            List<Culprit> culprits,
            List<Culprit> holders,
            List<String> notes) {
        this(workload, "", "", kind, text, limit, culprits, holders, notes);
    }

    /// The same, said of one arm against another.
    public Verdict between(String judged, String other) {
        return new Verdict(workload, judged, other, kind, text, limit, culprits, holders, notes);
    }

    /// The same with who held carriers.
    public Verdict withHolders(List<Culprit> met) {
        return new Verdict(workload, arm, against, kind, text, limit, culprits, met, notes);
    }

    /// In the order in which the worst path is found.
    public enum Kind {
        HARM,
        UNDECIDED,
        NO_GAIN,
        GAIN
    }

    /// @param kind the limiting resource as in [Bound.Kind], in lower case; empty when none was found
    /// @param bound requests a second; 0 when none was found
    public record Limit(String kind, String name, double bound) {

        /// Nothing was found that limits.
        public static final Limit NONE = new Limit("", "", 0);
    }
}
