package io.heddle.agent.program;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;

/// Lends connections of whatever HikariCP the class path holds, see [Lending].
public final class HikariProgram {

    private HikariProgram() {}

    public static void main(String[] arguments) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("orders \"2\"");
        config.setMaximumPoolSize(2);
        config.setJdbcUrl("jdbc:h2:mem:heddle");
        try (HikariDataSource source = new HikariDataSource(config)) {
            Lending.run(() -> {
                long borrowed;
                try (Connection connection = source.getConnection()) {
                    borrowed = System.nanoTime();
                    Thread.sleep(50);
                    if (!connection.isValid(1)) {
                        throw new IllegalStateException("a connection died");
                    }
                }
                return System.nanoTime() - borrowed;
            });
        }
    }
}
