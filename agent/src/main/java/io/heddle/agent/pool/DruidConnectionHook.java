package io.heddle.agent.pool;

/// A connection of Druid.
public final class DruidConnectionHook extends PooledObjectHook {

    static {
        found(new DruidConnectionHook());
    }

    private DruidConnectionHook() {
        super(
                "druid-connection",
                "com/alibaba/druid/pool/DruidPooledConnection",
                "holder Lcom/alibaba/druid/pool/DruidConnectionHolder;");
    }
}
