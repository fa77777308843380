import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The same 100 queries by JDBC on virtual threads: Blocking PORT QUERY POOL SECONDS.
public class Blocking {

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:mariadb://127.0.0.1:" + args[0] + "/lab?user=root&sslMode=disable");
        config.setMaximumPoolSize(Integer.parseInt(args[2]));
        try (HikariDataSource source = new HikariDataSource(config)) {
            measure(source, args[1], 2);
            measure(source, args[1], Integer.parseInt(args[3]));
        } catch (Exception e) {
            System.out.println("error: " + (e.getCause() == null ? e : e.getCause()));
            System.exit(1);
        }
    }

    /// Says how many operations a second ended; what was said last counts.
    static void measure(HikariDataSource source, String query, int seconds) throws Exception {
        double cpu = cpuSeconds();
        long begin = System.nanoTime();
        int operations = 0;
        for (; System.nanoTime() - begin < seconds * 1_000_000_000L; operations++) {
            try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Integer>> all = new ArrayList<>();
                for (int i = 0; i < 100; i++) {
                    all.add(executor.submit(() -> one(source, query)));
                }
                for (Future<Integer> one : all) {
                    one.get();
                }
            }
        }
        System.out.println("perSecond=" + operations / ((System.nanoTime() - begin) / 1e9));
        System.out.println("operations=" + operations);
        System.out.println("cpuSeconds=" + (cpuSeconds() - cpu));
    }

    static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }

    static int one(HikariDataSource source, String query) throws SQLException {
        int rows = 0;
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            if (statement.execute(query)) {
                try (ResultSet result = statement.getResultSet()) {
                    while (result.next()) {
                        rows += result.getString(1) == null ? 0 : 1;
                    }
                }
            }
        }
        return rows;
    }
}
