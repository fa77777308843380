package io.heddle.agent.pool;

/// Reactor Pool, which R2DBC's pool lends its connections from. Its pools have no names. Who waits is no thread but a
/// subscriber.
public final class ReactorPoolHook extends LendingPool {

    static {
        found(new ReactorPoolHook());
    }

    private ReactorPoolHook() {
        super("reactor-pool", "reactor/pool/SimpleDequePool", "Reactor Pool");
    }

    @Override
    Answers answers() {
        return new Answers("", new String[] {"getMaxAllocatedSize()I"}, "acquiredSize()I", "pendingAcquireSize()I");
    }

    @Override
    Places places() {
        return new Places("hand deliver(", "take maybeRecycleAndDrain(");
    }
}
