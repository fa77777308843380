package io.heddle.analysis.confidence;

/// Why a path is no more than possible, whatever its length.
public enum Demotion {
    RARE("it runs once, or where a component starts or ends"),
    /// What is called back is known, and none of it blocks; or the object is only passed along.
    TAME("they are hardly strangers"),
    /// A task that was asked whether it is done, the lock of an object that no other thread has, or a lock
    /// that only the owner of the monitor can hold.
    READY("what it waits for is there"),
    /// Whoever closes something is mostly the last to use it.
    ENDED("something is closed there, which nobody else uses by then"),
    IDLE("nothing calls it"),
    TEST("it is made for tests"),
    SCREEN("it is made for screens"),
    AID("it is there for demonstration or development"),
    PROGRAM("it is a program of its own, which its main method starts"),
    PLATFORM("it runs on a platform thread of its own"),
    DEBUG("it runs there only where somebody looks for a fault"),
    ASIDE("it runs there only where no executor takes it"),
    ASKED("who calls it says whether it waits at all"),
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
