package io.heddle.agent.hook;

/// A connection of Tomcat's JDBC pool.
public final class TomcatJdbcConnectionHook extends LentThing {

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
