package io.heddle.agent.pool;

/// Commons Pool 2.5 and newer, which DBCP 2, Jedis and Lettuce lend their connections from. It is called after the
/// class that makes what it lends, such as `PoolableConnectionFactory` or `JedisFactory`.
public final class CommonsPoolHook extends LendingPool {

    static {
        found(new CommonsPoolHook());
    }

    private CommonsPoolHook() {
        super("commons-pool", "org/apache/commons/pool2/impl/GenericObjectPool", "commons-pool2");
    }

    @Override
    Answers answers() {
        return new Answers(
                "getFactory()Lorg/apache/commons/pool2/PooledObjectFactory;",
                new String[] {"^getMaxTotal()I"},
                "getNumActive()I",
                "getNumWaiters()I");
    }

    @Override
    Places places() {
        return new Places("call allocate()Z", "call markReturningState(");
    }
}
