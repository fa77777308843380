import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.support.ConnectionPoolSupport;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/// Runs Lettuce pool out, or does not.
final class LettuceProgram {
    public static void main(String[] a) throws Exception {
        GenericObjectPoolConfig<StatefulRedisConnection<String, String>> c = new GenericObjectPoolConfig<>();
        c.setMaxTotal(Waiters.size(a));
        c.setMaxIdle(Waiters.size(a));
        int port = Redis.start();
        RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
        client.setOptions(io.lettuce.core.ClientOptions.builder()
                .protocolVersion(io.lettuce.core.protocol.ProtocolVersion.RESP2)
                .build());
        GenericObjectPool<StatefulRedisConnection<String, String>> p =
                ConnectionPoolSupport.createGenericObjectPool(() -> client.connect(), c);
        Waiters.run(a, () -> {
            try (StatefulRedisConnection<String, String> j = p.borrowObject()) {
                Waiters.work();
            }
        });
    }
}
