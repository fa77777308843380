package io.heddle.agent.runtime;

/// What a hook makes the class of a pooled thing implement: it remembers when it was lent.
public interface PooledObject {

    /// `System.nanoTime()` when it was lent; 0 when it is not.
    long heddleLentSince();

    /// Sets what [#heddleLentSince] tells.
    void heddleLent(long nanoTime);
}
