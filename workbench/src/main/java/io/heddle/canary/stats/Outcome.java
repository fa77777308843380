package io.heddle.canary.stats;

/// What became of a request.
public enum Outcome {
    /// The service did what was asked.
    SERVED,
    /// It answered, and did not do it: 4xx such as 429, and a redirection other than *not modified*.
    REFUSED,
    /// It failed: 5xx, or no answer.
    FAILED;

    private static final int FIRST = 100;
    private static final int REDIRECTED = 300;
    private static final int NOT_MODIFIED = 304;
    private static final int SERVER_ERROR = 500;

    /// @param status of HTTP; below 100 where there was no answer
    public static Outcome of(int status) {
        return status < FIRST || status >= SERVER_ERROR
                ? FAILED
                : status >= REDIRECTED && status != NOT_MODIFIED ? REFUSED : SERVED;
    }
}
