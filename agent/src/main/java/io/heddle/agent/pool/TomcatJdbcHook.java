package io.heddle.agent.pool;

/// The JDBC pool of Tomcat 8 to 11.
public final class TomcatJdbcHook extends LendingPool {

    static {
        found(new TomcatJdbcHook());
    }

    private TomcatJdbcHook() {
        super("tomcat-jdbc-pool", "org/apache/tomcat/jdbc/pool/ConnectionPool", "Tomcat JDBC");
    }

    @Override
    Answers answers() {
        return new Answers(
                "getName()Ljava/lang/String;",
                new String[] {"getPoolProperties()Lorg/apache/tomcat/jdbc/pool/PoolConfiguration;>>getMaxActive()I"},
                "getActive()I",
                "getWaitCount()I");
    }

    @Override
    Places places() {
        return new Places("return borrowConnection(", "take returnConnection(");
    }
}
