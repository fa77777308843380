package io.heddle.agent.pool;

/// A connection of Tomcat's JDBC pool.
public final class TomcatJdbcConnectionHook extends PooledObjectHook {

    static {
        found(new TomcatJdbcConnectionHook());
    }

    private TomcatJdbcConnectionHook() {
        super(
                "tomcat-jdbc-connection",
                "org/apache/tomcat/jdbc/pool/PooledConnection",
                "getConnection()Ljava/sql/Connection;",
                "release()Z");
    }
}
