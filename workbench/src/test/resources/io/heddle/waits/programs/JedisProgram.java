import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;

/// Runs Jedis out, or does not.
final class JedisProgram {
    public static void main(String[] a) throws Exception {
        GenericObjectPoolConfig<Jedis> c = new GenericObjectPoolConfig<>();
        c.setMaxTotal(Waiters.size(a));
        c.setMaxIdle(Waiters.size(a));
        int port = Redis.start();
        JedisPool p = new JedisPool(c, "127.0.0.1", port);
        Waiters.run(a, () -> {
            try (Jedis j = p.getResource()) {
                j.ping();
                Waiters.work();
            }
        });
    }
}
