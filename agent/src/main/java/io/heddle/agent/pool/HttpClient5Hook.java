package io.heddle.agent.pool;

/// The connections of Apache HttpClient 5 in its default pool, which sets a limit for all and one for each route.
public final class HttpClient5Hook extends LendingPool {

    static {
        found(new HttpClient5Hook());
    }

    private HttpClient5Hook() {
        super("httpclient-5-pool", "org/apache/hc/core5/pool/StrictConnPool", "HttpClient 5");
    }

    @Override
    Answers answers() {
        return new Answers(
                "",
                new String[] {"getMaxTotal()I", "getDefaultMaxPerRoute()I", "getRoutes()Ljava/util/Set;>>size()I"},
                "getTotalStats()Lorg/apache/hc/core5/pool/PoolStats;>getLeased()I",
                "getTotalStats()Lorg/apache/hc/core5/pool/PoolStats;>getPending()I");
    }

    @Override
    Places places() {
        return new Places(
                "hand completed(Lorg/apache/hc/core5/pool/PoolEntry;)",
                "take release(Lorg/apache/hc/core5/pool/PoolEntry;Z)V");
    }
}
