package io.heddle.analysis.models;

/// What a thread waits for when it blocks. A new kind is a constant here and its lines in `jdk-facts.txt`: rules and
/// analysis ask for the properties of a kind, and name one only where it is an exception.
public enum BlockingKind {
    SLEEP(Wait.SURE, Party.THREADS, "sleeps"),
    WAIT(Wait.SURE, Party.THREADS, "waits for a monitor's notification"),
    PARK(Wait.SURE, Party.THREADS, "waits for another thread"),
    LOCK(Wait.POSSIBLE, Party.THREADS, "waits for a lock"),
    SHORT_LOCK(Wait.SHORT, Party.THREADS, "waits for a lock under which nobody waits"),
    NETWORK(Wait.SURE, Party.PEER, "waits for the network"),
    DNS(Wait.SURE, Party.PEER, "asks the name service"),
    DATABASE(Wait.SURE, Party.PEER, "waits for a database"),
    PROCESS(Wait.SURE, Party.MACHINE, "waits for another process"),
    FILE(Wait.SURE, Party.MACHINE, "reads or writes a file"),
    STREAM(Wait.SURE, Party.MACHINE, "reads or writes a stream"),
    CLOSE(Wait.POSSIBLE, Party.MACHINE, "closes a socket, for which TLS writes a last message"),
    /// The interface declares an exception that only blocking code throws; the implementation is not known.
    CONTRACT(Wait.POSSIBLE, Party.CODE, "may block by its contract"),
    NATIVE(Wait.UNKNOWN, Party.CODE, "runs native code"),
    CALLBACK(Wait.UNKNOWN, Party.CODE, "runs external code"),
    CLASS_LOADING(Wait.SHORT, Party.MACHINE, "loads classes or resources"),
    LOG(Wait.SHORT, Party.MACHINE, "writes a log"),
    GARBAGE_COLLECTION(Wait.SURE, Party.THREADS, "waits for the garbage collector");

    /// How sure it is that the thread waits, and for long.
    private enum Wait {
        /// It is known to block.
        SURE,
        /// It blocks if another thread, a peer or an implementation makes it.
        POSSIBLE,
        /// It runs code that was not read.
        UNKNOWN,
        /// It does not wait for long.
        SHORT
    }

    /// On whom it depends when the wait ends.
    private enum Party {
        /// Other threads of this JVM, or the clock.
        THREADS,
        /// Another service.
        PEER,
        /// The operating system.
        MACHINE,
        /// Code that is not known.
        CODE
    }

    private final Wait wait;
    private final Party party;
    private final String does;

    /// @param does in words, after "it"
    BlockingKind(Wait wait, Party party, String does) {
        this.wait = wait;
        this.party = party;
        this.does = does;
    }

    /// Whether a thread that blocks for it may be gone for long. Where it may not, no other thread is held
    /// up.
    public boolean takesTime() {
        return wait != Wait.SHORT;
    }

    /// Whether it is a wait that takes time, and no code that was not read.
    public boolean isWait() {
        return wait == Wait.SURE || wait == Wait.POSSIBLE;
    }

    /// Whether it is known to block.
    public boolean surelyBlocks() {
        return wait == Wait.SURE;
    }

    /// Whether it takes time until other threads, or the clock, end the wait.
    public boolean awaitsThreads() {
        return party == Party.THREADS && takesTime();
    }

    /// Whether another service is asked.
    public boolean callsOut() {
        return party == Party.PEER;
    }

    /// In words, after "it".
    public String does() {
        return does;
    }
}
