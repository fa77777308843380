package io.heddle.agent.hook;

/// A connection of Agroal.
public final class AgroalConnectionHook extends LentThing {

    static {
        found(new AgroalConnectionHook());
    }

    private AgroalConnectionHook() {
        super("agroal-connection", "io/agroal/pool/ConnectionHandler", "rawConnection()Ljava/sql/Connection;");
    }
}
