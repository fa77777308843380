package queries;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// One operation is 100 tasks that each take a connection and send one query: Queries URL QUERY POOL
/// platform|virtual|kept FORKS ITERATIONS.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Queries {

    @Param("")
    public String url;

    @Param("")
    public String query;

    @Param("0")
    public int pool;

    @Param("")
    public String mode;

    private HikariDataSource source;
    private ExecutorService kept;

    @Setup(Level.Trial)
    public void connect() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(pool);
        config.setMinimumIdle(pool);
        source = new HikariDataSource(config);
        kept = mode.contains("kept") ? Executors.newFixedThreadPool(100) : null;
    }

    @TearDown(Level.Trial)
    public void close() {
        if (kept != null) {
            kept.close();
        }
        source.close();
    }

    @Benchmark
    public int hundred() throws Exception {
        if (kept != null) {
            return hundredOn(kept);
        }
        try (ExecutorService executor = mode.equals("virtual")
                ? Executors.newVirtualThreadPerTaskExecutor()
                : Executors.newCachedThreadPool()) {
            return hundredOn(executor);
        }
    }

    private int hundredOn(ExecutorService executor) throws Exception {
        int rows = 0;
        List<Future<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(executor.submit(this::one));
        }
        for (Future<Integer> one : all) {
            rows += one.get();
        }
        return rows;
    }

    private int one() throws Exception {
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

    public static void main(String[] args) throws Exception {
        OptionsBuilder options = new OptionsBuilder();
        options.include("queries.Queries.hundred")
                .param("url", args[0])
                .param("query", args[1])
                .param("pool", args[2])
                .param("mode", args[3]);
        options.forks(Integer.parseInt(args[4]))
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(Integer.parseInt(args[5]))
                .measurementTime(TimeValue.milliseconds(500));
        options.timeout(TimeValue.seconds(30))
                .shouldFailOnError(true)
                .jvmArgs("-Xmx512m", "-Djdk.virtualThreadScheduler.parallelism=2");
        Result<?> result = new Runner(options.build()).runSingle().getPrimaryResult();
        System.out.println("score=" + result.getScore());
        System.out.println("error=" + result.getScoreError());
    }
}
