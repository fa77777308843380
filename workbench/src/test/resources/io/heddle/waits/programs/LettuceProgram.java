/// Runs Lettuce pool out, or does not.
final class LettuceProgram {
    public static void main(String[] a) throws Exception {
        var c = new org.apache.commons.pool2.impl.GenericObjectPoolConfig<
                io.lettuce.core.api.StatefulRedisConnection<String, String>>();
        c.setMaxTotal(Waiters.size(a));
        c.setMaxIdle(Waiters.size(a));
        int port = Redis.start();
        var client = io.lettuce.core.RedisClient.create(io.lettuce.core.RedisURI.create("127.0.0.1", port));
        client.setOptions(io.lettuce.core.ClientOptions.builder()
                .protocolVersion(io.lettuce.core.protocol.ProtocolVersion.RESP2)
                .build());
        var p = io.lettuce.core.support.ConnectionPoolSupport.createGenericObjectPool(() -> client.connect(), c);
        Waiters.run(a, () -> {
            try (var j = p.borrowObject()) {
                Waiters.work();
            }
        });
    }
}
