package io.heddle.agent.pool;

import io.heddle.agent.weave.Shape;

/// HikariCP 3 to 7. What it lends is seen by [HikariEntryHook].
public final class HikariPoolHook extends LendingPool {

    static {
        found(new HikariPoolHook());
    }

    private HikariPoolHook() {
        super("hikari-pool", "com/zaxxer/hikari/pool/HikariPool", "HikariCP");
    }

    @Override
    Answers answers() {
        return new Answers(
                "^config Lcom/zaxxer/hikari/HikariConfig;>getPoolName()Ljava/lang/String;",
                new String[] {"^config Lcom/zaxxer/hikari/HikariConfig;>getMaximumPoolSize()I"},
                "getActiveConnections()I",
                "getThreadsAwaitingConnection()I");
    }

    @Override
    void checkMore(Shape shape) {
        shape.requireInstance(shape.moved(target(), "<init>(Lcom/zaxxer/hikari/HikariConfig;)V"));
    }
}
