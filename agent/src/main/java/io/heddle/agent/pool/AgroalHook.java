package io.heddle.agent.pool;

/// Agroal 1.9 and newer. Its pools have no names.
public final class AgroalHook extends LendingPool {

    static {
        found(new AgroalHook());
    }

    private AgroalHook() {
        super("agroal-pool", "io/agroal/pool/ConnectionPool", "Agroal");
    }

    @Override
    Answers answers() {
        return new Answers(
                "",
                new String[] {
                    "getConfiguration()Lio/agroal/api/configuration/AgroalConnectionPoolConfiguration;>>maxSize()I"
                },
                "activeCount()J",
                "awaitingCount()J");
    }

    @Override
    Places places() {
        return new Places("call connectionWrapper()", "take returnConnectionHandler(");
    }
}
