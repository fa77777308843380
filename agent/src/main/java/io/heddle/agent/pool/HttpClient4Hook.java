package io.heddle.agent.pool;

/// The connections of Apache HttpClient 4, which sets a limit for all and one for each route.
public final class HttpClient4Hook extends LendingPool {

    static {
        found(new HttpClient4Hook());
    }

    private HttpClient4Hook() {
        super("httpclient-4-pool", "org/apache/http/pool/AbstractConnPool", "HttpClient 4");
    }

    @Override
    Answers answers() {
        return new Answers(
                "",
                new String[] {"getMaxTotal()I", "getDefaultMaxPerRoute()I", "getRoutes()Ljava/util/Set;>>size()I"},
                "getTotalStats()Lorg/apache/http/pool/PoolStats;>getLeased()I",
                "getTotalStats()Lorg/apache/http/pool/PoolStats;>getPending()I");
    }

    @Override
    Places places() {
        return new Places("take onLease(", "take release(Lorg/apache/http/pool/PoolEntry;Z)V");
    }
}
