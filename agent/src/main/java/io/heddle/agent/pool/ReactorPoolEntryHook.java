package io.heddle.agent.pool;

/// A thing in a pool of Reactor Pool.
public final class ReactorPoolEntryHook extends PooledObjectHook {

    static {
        found(new ReactorPoolEntryHook());
    }

    private ReactorPoolEntryHook() {
        super(
                "reactor-pool-entry",
                "reactor/pool/AbstractPool$AbstractPooledRef",
                "markAcquired()V",
                "markReleased()Z");
    }
}
