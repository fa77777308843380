package io.heddle.analysis.confidence;

/// Why a path is no more than possible, whatever its length.
public enum Demotion {
    /// The object was made on this path, so that a path of its own tells what it does; or no object here has the
    /// role that it is cast to.
    KNOWN("which code runs there is known"),
    /// A task that was asked whether it is done, the lock of an object that no other thread has, or a lock
    /// that only the owner of the monitor can hold.
    READY("what it waits for is there"),
    /// Whoever closes something is mostly the last to use it.
    ENDED("something is closed there, which nobody else uses by then"),
    /// And no other thread enters the monitor.
    PLATFORM("it runs on a platform thread of its own"),
    /// No code is known to block while it holds the lock.
    UNHELD("which code holds that lock is not known"),
    ASIDE("it runs there only where no executor takes it"),
    /// What is registered with a future runs elsewhere where the future is not done yet.
    PENDING("it runs there only where the future is done already"),
    ASKED("who calls it says whether it waits at all"),
    /// The code asks whether the connection is one of HTTP: the address of a resource mostly is not.
    LOCAL("the address may be a file's"),
    MEMORY("its stream ends in memory");

    private final String text;

    Demotion(String text) {
        this.text = text;
    }

    /// In words, as it stands in the reason of a finding.
    public String text() {
        return text;
    }
}
