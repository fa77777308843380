package io.heddle.agent.pool;

/// What Commons Pool 2 keeps of each object that it lends.
public final class CommonsPoolObjectHook extends PooledObjectHook {

    static {
        found(new CommonsPoolObjectHook());
    }

    private CommonsPoolObjectHook() {
        super(
                "commons-pool-object",
                "org/apache/commons/pool2/impl/DefaultPooledObject",
                "allocate()Z",
                "deallocate()Z");
    }
}
