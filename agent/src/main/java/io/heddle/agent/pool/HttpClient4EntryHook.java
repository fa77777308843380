package io.heddle.agent.pool;

/// A connection of Apache HttpClient 4.
public final class HttpClient4EntryHook extends PooledObjectHook {

    static {
        found(new HttpClient4EntryHook());
    }

    private HttpClient4EntryHook() {
        super(
                "httpclient-4-entry",
                "org/apache/http/pool/PoolEntry",
                "getRoute()Ljava/lang/Object;",
                "getConnection()Ljava/lang/Object;");
    }
}
