package io.heddle.demo.harm;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Asks a database over a few connections, by whatever driver lies on the class path.
final class Queries {

    private static final int CONNECTIONS = 16;
    private static final double MILLIS = 1e3;

    private final BlockingQueue<Connection> idle = new ArrayBlockingQueue<>(CONNECTIONS);

    Queries(String url) throws SQLException {
        for (int i = 0; i < CONNECTIONS; i++) {
            idle.add(DriverManager.getConnection(url));
        }
    }

    void sleep(long millis) throws SQLException, InterruptedException {
        Connection connection = idle.take();
        try (Statement statement = connection.createStatement()) {
            statement.execute("select sleep(" + millis / MILLIS + ")");
        } finally {
            idle.add(connection);
        }
    }
}
