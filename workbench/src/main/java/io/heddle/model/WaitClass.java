package io.heddle.model;

/// What a thread does at one moment: it runs, or it waits for one of these.
public enum WaitClass {
    /// Runs Java code, or is ready to on a processor.
    RUNNING("running", false),
    /// In a native call of the program's own, of which nobody knows whether it waits.
    NATIVE("native", false),
    /// A virtual thread that could run and has no carrier.
    CARRIER("carrier", false),
    /// Ready to run on a processor that another thread has.
    CPU("cpu", false),
    /// At the entry of a monitor, or in `Object.wait`.
    MONITOR("monitor", true),
    /// At a lock or a condition of `java.util.concurrent`.
    LOCK("lock", true),
    /// For a connection, a permit or another thing that a pool or a limiter lends.
    POOL("pool", true),
    /// For room in a queue, for something to come out of one, or for the threads of an executor.
    QUEUE("queue", true),
    /// For the peer of a socket.
    SOCKET("socket", false),
    /// For the address of a name.
    LOOKUP("lookup", false),
    /// For a file.
    FILE("file", false),
    SLEEP("sleep", false),
    /// Until another thread has initialised a class.
    CLASS_INIT("class-init", true),
    /// Until a class is loaded.
    CLASS_LOAD("class-load", true),
    /// Until the collector lets threads run again.
    GC("gc", false),
    /// Waits for what is not known.
    OTHER("other", false);

    private final String spelled;
    private final boolean queues;

    WaitClass(String spelled, boolean queues) {
        this.spelled = spelled;
        this.queues = queues;
    }

    /// As scripts read it.
    public String spelled() {
        return spelled;
    }

    /// Whether threads that wait so queue for something that other threads of the process use.
    public boolean queues() {
        return queues;
    }
}
