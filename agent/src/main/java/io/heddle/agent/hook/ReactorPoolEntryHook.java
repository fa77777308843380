package io.heddle.agent.hook;

/// A thing in a pool of Reactor Pool.
public final class ReactorPoolEntryHook extends LentThing {

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
