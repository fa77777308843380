package io.heddle.agent.pool;

/// A connection of c3p0.
public final class C3p0ConnectionHook extends PooledObjectHook {

    static {
        found(new C3p0ConnectionHook());
    }

    private C3p0ConnectionHook() {
        super(
                "c3p0-connection",
                "com/mchange/v2/c3p0/impl/NewPooledConnection",
                "getConnection()Ljava/sql/Connection;");
    }
}
