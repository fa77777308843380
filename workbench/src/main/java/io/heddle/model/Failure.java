package io.heddle.model;

/// Heddle or the target failed: one sentence for the user, and the next thing to try. Never shown as a stack trace.
public final class Failure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String next;

    /// @param sentence what happened, with the file, port or path that it happened to
    /// @param next what to do about it
    public Failure(String sentence, String next) {
        super(sentence);
        this.next = next;
    }

    /// @param cause kept for `--verbose`
    public Failure(String sentence, String next, Throwable cause) {
        super(sentence, cause);
        this.next = next;
    }

    /// What happened, in one sentence.
    public String sentence() {
        return String.valueOf(getMessage());
    }

    /// What to do about it.
    public String next() {
        return next;
    }
}
