package io.heddle.lab.jdbc;

import io.heddle.lab.LabJdk;
import io.heddle.lab.bench.Limit;

/// What a row measures.
///
/// @param driver Maven coordinates
/// @param pool connections
/// @param mode `platform` or `virtual`, both with a thread started for each query; or [#KEPT]
record Setting(String driver, String query, int pool, String mode) {

    static final String MARIADB_OLD = "org.mariadb.jdbc:mariadb-java-client:3.3.0";
    static final String MARIADB = "org.mariadb.jdbc:mariadb-java-client:4.0.0";
    static final String MYSQL_OLD = "com.mysql:mysql-connector-j:8.0.33";
    static final String MYSQL = "com.mysql:mysql-connector-j:26.10.0";

    /// A query that takes a millisecond: the data base rests meanwhile.
    static final String SLEEP = "select sleep(0.001)";

    /// The control: 100 platform threads that all operations share.
    static final String KEPT = "platform threads kept";

    static final int CARRIERS = 2;

    /// What every operation is made of.
    static final int QUERIES = 100;

    /// Operations a second of one connection that sends nothing but [#SLEEP].
    private static final double OF_ONE = 1_000.0 / QUERIES;

    /// Operations a second where every query holds its carrier: carriers ÷ 1 ms ÷ 100 queries, whatever the pool.
    static final double HELD = CARRIERS * OF_ONE;

    /// Such as `mysql 8.0.33`.
    String product() {
        String[] names = driver.split(":", -1);
        return names[1].replace("-java-client", "").replace("-connector-j", "") + " " + names[2];
    }

    String title() {
        return product() + ", " + query + ", pool of " + pool + ", " + mode;
    }

    /// Without TLS, which the newest drivers ask for unless told.
    String url(int port) {
        return driver.startsWith("com.mysql")
                ? "jdbc:mysql://127.0.0.1:" + port + "/lab?user=root&useSSL=false&allowPublicKeyRetrieval=true"
                : "jdbc:mariadb://127.0.0.1:" + port + "/lab?user=root&sslMode=disable";
    }

    Setting on(String otherMode) {
        return new Setting(driver, query, pool, otherMode);
    }

    boolean sleeps() {
        return query.equals(SLEEP);
    }

    /// Whether each query keeps its carrier until it is answered: 8.0 sends and reads in `synchronized`.
    boolean holds(LabJdk jdk) {
        return driver.equals(MYSQL_OLD) && mode.equals("virtual") && !jdk.monitorsUnmount();
    }

    /// The bound of a row that sleeps: as many queries at once as there are connections, or carriers where each
    /// query holds one.
    Limit bound(LabJdk jdk) {
        return holds(jdk) && CARRIERS < pool
                ? Limit.atMost(HELD, CARRIERS + " carriers, each held by a query / 1 ms / 100 queries")
                : Limit.atMost(pool * OF_ONE, "a pool of " + pool + " / 1 ms / 100 queries");
    }
}
