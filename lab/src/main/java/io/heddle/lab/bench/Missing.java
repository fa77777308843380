package io.heddle.lab.bench;

/// A component of an experiment is not here, and nobody is to blame: its rows say so.
public final class Missing extends RuntimeException {

    private static final long serialVersionUID = 1;

    /// @param sentence what is missing, and how to get it
    public Missing(String sentence) {
        super(sentence);
    }
}
