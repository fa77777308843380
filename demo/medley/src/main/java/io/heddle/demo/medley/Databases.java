package io.heddle.demo.medley;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/// Two pools of connections to databases in memory, and threads of the service's own that use one of them.
final class Databases {

    private static final long PATIENCE = 60_000;

    private final HikariDataSource alpha = pool("alpha", 10);
    private final HikariDataSource beta = pool("beta", 5);
    private final ExecutorService workers = Executors.newFixedThreadPool(100);

    DataSource alpha() {
        return alpha;
    }

    DataSource beta() {
        return beta;
    }

    /// @param millis how long a connection is held
    void hold(DataSource pool, long millis) throws SQLException, InterruptedException {
        try (Connection connection = pool.getConnection()) {
            Thread.sleep(millis);
            assert !connection.isClosed();
        }
    }

    /// The same on another thread, for which this one waits.
    void handOn(DataSource pool, long millis) throws InterruptedException, ExecutionException {
        workers.submit(() -> {
                    hold(pool, millis);
                    return millis;
                })
                .get();
    }

    private static HikariDataSource pool(String name, int size) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(PATIENCE);
        config.setJdbcUrl("jdbc:h2:mem:" + name);
        return new HikariDataSource(config);
    }
}
