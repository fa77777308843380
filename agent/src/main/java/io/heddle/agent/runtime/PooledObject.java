package io.heddle.agent.runtime;

/// What a hook makes the class of a pooled thing implement: it remembers when it was lent.
public interface PooledObject {

    /// When it was lent, and for whom; 0 when it is not.
    long heddleLentSince();

    /// Sets what [#heddleLentSince] tells.
    void heddleLent(long since);
}
