package io.heddle.demo;

/// The backstage cannot be set up: one sentence, and the next thing to try.
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String next;

    Refusal(String sentence, String next) {
        super(sentence);
        this.next = next;
    }

    Refusal(String sentence, String next, Throwable cause) {
        super(sentence, cause);
        this.next = next;
    }

    /// What happened.
    String sentence() {
        return String.valueOf(getMessage());
    }

    /// What to do about it.
    String next() {
        return next;
    }
}
