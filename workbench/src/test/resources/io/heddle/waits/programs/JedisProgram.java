/// Runs Jedis out, or does not.
final class JedisProgram {
    public static void main(String[] a) throws Exception {
        org.apache.commons.pool2.impl.GenericObjectPoolConfig<redis.clients.jedis.Jedis> c = new org.apache.commons.pool2.impl.GenericObjectPoolConfig<redis.clients.jedis.Jedis>();
        c.setMaxTotal(Waiters.size(a));
        c.setMaxIdle(Waiters.size(a));
        int port = Redis.start();
        redis.clients.jedis.JedisPool p = new redis.clients.jedis.JedisPool(c, "127.0.0.1", port);
        Waiters.run(a, () -> {
            try (redis.clients.jedis.Jedis j = p.getResource()) {
                j.ping();
                Waiters.work();
            }
        });
    }
}
