package io.heddle.demo.holders;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/// Fifty threads ask a pool for a connection. It has two, or enough.
final class Orders {

    private static final int THREADS = 50;

    private final HikariDataSource pool;

    private Orders(HikariDataSource pool) {
        this.pool = pool;
    }

    static List<Job> jobs(boolean healthy) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:h2:mem:orders");
        config.setMaximumPoolSize(healthy ? THREADS : 2);
        Orders orders = new Orders(new HikariDataSource(config));
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            jobs.add(orders::load);
        }
        return jobs;
    }

    void load() throws Exception {
        try (Connection connection = pool.getConnection()) {
            if (connection.isClosed()) {
                throw new IllegalStateException();
            }
            Thread.sleep(50);
        }
        Thread.sleep(20);
    }
}
