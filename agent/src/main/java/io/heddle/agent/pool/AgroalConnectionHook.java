package io.heddle.agent.pool;

/// A connection of Agroal.
public final class AgroalConnectionHook extends PooledObjectHook {

    static {
        found(new AgroalConnectionHook());
    }

    private AgroalConnectionHook() {
        super("agroal-connection", "io/agroal/pool/ConnectionHandler", "rawConnection()Ljava/sql/Connection;");
    }
}
