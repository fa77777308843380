package io.heddle.agent.pool;

/// A connection of Apache HttpClient 5.
public final class HttpClient5EntryHook extends PooledObjectHook {

    static {
        found(new HttpClient5EntryHook());
    }

    private HttpClient5EntryHook() {
        super(
                "httpclient-5-entry",
                "org/apache/hc/core5/pool/PoolEntry",
                "getRoute()Ljava/lang/Object;",
                "assignConnection(Lorg/apache/hc/core5/io/ModalCloseable;)V");
    }
}
