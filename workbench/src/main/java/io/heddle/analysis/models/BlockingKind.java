package io.heddle.analysis.models;

/// What a thread waits for when it blocks.
public enum BlockingKind {
    SLEEP("sleeps"),
    WAIT("waits for a monitor's notification"),
    PARK("waits for another thread"),
    LOCK("waits for a lock"),
    SHORT_LOCK("waits for a lock under which nobody waits"),
    NETWORK("waits for the network"),
    DNS("asks the name service"),
    DATABASE("waits for a database"),
    PROCESS("waits for another process"),
    FILE("reads or writes a file"),
    STREAM("reads or writes a stream"),
    CLOSE("closes a socket, for which TLS writes a last message"),
    /// The interface declares an exception that only blocking code throws; the implementation is not known.
    CONTRACT("may block by its contract"),
    NATIVE("runs native code"),
    CALLBACK("runs strangers' code"),
    CLASS_LOADING("loads classes or resources"),
    LOG("writes a log");

    private final String does;

    BlockingKind(String does) {
        this.does = does;
    }

    /// Whether a thread that blocks for it may be gone for long. Where it may not, no other thread is held
    /// up.
    public boolean takesTime() {
        return switch (this) {
            case SLEEP,
                    WAIT,
                    PARK,
                    LOCK,
                    NETWORK,
                    DNS,
                    DATABASE,
                    PROCESS,
                    FILE,
                    STREAM,
                    CLOSE,
                    CONTRACT,
                    NATIVE,
                    CALLBACK -> true;
            case SHORT_LOCK, CLASS_LOADING, LOG -> false;
        };
    }

    /// In words, after "it".
    public String does() {
        return does;
    }
}
