package io.heddle.agent.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/// Six threads share a pool of two connections and hold each for 50 ms. Prints how often, and for how long in all by its own clock.
public final class HikariProgram {

    private static final int THREADS = 6;
    private static final int TIMES = 10;

    private HikariProgram() {
    }

    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("orders \"2\"");
        config.setMaximumPoolSize(2);
        config.setJdbcUrl("jdbc:h2:mem:heddle");
        AtomicLong held = new AtomicLong();
        try (HikariDataSource source = new HikariDataSource(config)) {
            CountDownLatch done = new CountDownLatch(THREADS);
            for (int i = 0; i < THREADS; i++) {
                new Thread(() -> {
                    for (int times = 0; times < TIMES; times++) {
                        held.addAndGet(hold(source));
                    }
                    done.countDown();
                }).start();
            }
            done.await();
            System.out.println("held " + THREADS * TIMES + " times " + held + " ns");
            Program.untilInputEnds();
        }
    }

    /// @return nanoseconds between getting the connection and giving it back
    private static long hold(HikariDataSource source) {
        long borrowed;
        try (Connection connection = source.getConnection()) {
            borrowed = System.nanoTime();
            Thread.sleep(50);
            if (!connection.isValid(1)) {
                throw new IllegalStateException("a connection died");
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return System.nanoTime() - borrowed;
    }
}
