package io.heddle.agent.pool;

/// Druid 1.1 and newer, Alibaba's JDBC pool.
public final class DruidHook extends LendingPool {

    static {
        found(new DruidHook());
    }

    private DruidHook() {
        super("druid-pool", "com/alibaba/druid/pool/DruidDataSource", "Druid");
    }

    @Override
    Answers answers() {
        return new Answers(
                "^getName()Ljava/lang/String;",
                new String[] {"^getMaxActive()I"},
                "getActiveCount()I",
                "notEmptyWaitThreadCount I");
    }

    @Override
    Places places() {
        return new Places("return getConnectionInternal(", "take recycle(");
    }
}
