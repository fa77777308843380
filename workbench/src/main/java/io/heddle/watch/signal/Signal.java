package io.heddle.watch.signal;

/// Independent ways in which a hold is seen.
public enum Signal {
    PINNED("pinned event"),
    MONITOR("monitor event"),
    EXECUTION("execution samples"),
    NATIVE("native samples"),
    FILE("file event"),
    SUBMIT("submit-failed event"),
    DUMP("thread dumps"),
    TIMING("method timing"),
    DELAY("delay of others");

    private final String words;

    Signal(String words) {
        this.words = words;
    }

    /// As people read it.
    public String words() {
        return words;
    }
}
