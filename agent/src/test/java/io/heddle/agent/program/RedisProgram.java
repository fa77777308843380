package io.heddle.agent.program;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.support.ConnectionPoolSupport;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPool;
import redis.embedded.RedisServer;

/// Lends connections to a real Redis from the pool of a client, see [Lending].
public final class RedisProgram {

    private static final String HOST = "127.0.0.1";

    private RedisProgram() {}

    /// @param arguments which client
    public static void main(String[] arguments) throws Exception {
        RedisServer server = RedisServer.newRedisServer()
                .port(freePort())
                .setting("bind " + HOST)
                .build();
        server.start();
        try {
            switch (arguments[0]) {
                case "jedis" -> jedis(server.ports().getFirst());
                case "lettuce" -> lettuce(server.ports().getFirst());
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        } finally {
            server.stop();
        }
        System.exit(0);
    }

    private static void jedis(int port) throws Exception {
        GenericObjectPoolConfig<Jedis> two = new GenericObjectPoolConfig<>();
        two.setMaxTotal(2);
        try (JedisPool pool = new JedisPool(two, HOST, port)) {
            Lending.run(() -> {
                long borrowed;
                try (Jedis jedis = pool.getResource()) {
                    borrowed = System.nanoTime();
                    Thread.sleep(50);
                    answered(jedis.ping());
                }
                return System.nanoTime() - borrowed;
            });
        }
    }

    private static void lettuce(int port) throws Exception {
        GenericObjectPoolConfig<StatefulRedisConnection<String, String>> two = new GenericObjectPoolConfig<>();
        two.setMaxTotal(2);
        RedisClient client = RedisClient.create(RedisURI.create(HOST, port));
        try (GenericObjectPool<StatefulRedisConnection<String, String>> pool =
                ConnectionPoolSupport.createGenericObjectPool(client::connect, two)) {
            Lending.run(() -> {
                long borrowed;
                try (StatefulRedisConnection<String, String> connection = pool.borrowObject()) {
                    borrowed = System.nanoTime();
                    Thread.sleep(50);
                    answered(connection.sync().ping());
                }
                return System.nanoTime() - borrowed;
            });
        } finally {
            client.shutdown();
        }
    }

    private static void answered(String pong) {
        if (!pong.equals("PONG")) {
            throw new IllegalStateException("Redis answered " + pong);
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
