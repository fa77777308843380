package io.heddle.agent.weave;

/// A class does not have the shape that a hook knows; it is left alone.
public final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// @param reason what was looked for and not found, for the report
    public Refused(String reason) {
        super(reason, null, false, false);
    }
}
