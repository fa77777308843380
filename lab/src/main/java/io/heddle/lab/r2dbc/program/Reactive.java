import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// One operation is 100 queries by R2DBC: Reactive PORT QUERY POOL SECONDS. An operation that does not end is a figure
/// of its own; an error ends the program as an error.
public class Reactive {

    static final Duration LIMIT = Duration.ofSeconds(5);

    public static void main(String[] args) {
        int size = Integer.parseInt(args[2]);
        ConnectionFactory factory = ConnectionFactories.get("r2dbc:mariadb://root@127.0.0.1:" + args[0] + "/lab");
        ConnectionPool pool = new ConnectionPool(ConnectionPoolConfiguration.builder(factory)
                .initialSize(size)
                .maxSize(size)
                .build());
        Mono<Long> one = Flux.usingWhen(
                        pool.create(),
                        connection -> Flux.from(
                                        connection.createStatement(args[1]).execute())
                                .flatMap(result -> result.map((row, meta) -> row.get(0) == null ? 0 : 1)),
                        connection -> connection.close())
                .count();
        Mono<Long> hundred =
                Flux.range(0, 100).flatMap(i -> one, 100).reduce(0L, Long::sum).timeout(LIMIT);
        try {
            measure(hundred, 2);
            measure(hundred, Integer.parseInt(args[3]));
            System.exit(0);
        } catch (RuntimeException e) {
            System.out.println("error: " + Exceptions.unwrap(e));
            System.exit(1);
        }
    }

    /// Says how many operations a second ended. What was said last counts: the warm-up's figure only where the
    /// driver stalls in it.
    static void measure(Mono<Long> hundred, int seconds) {
        double cpu = cpuSeconds();
        long begin = System.nanoTime();
        int operations = 0;
        boolean stalled = false;
        while (!stalled && System.nanoTime() - begin < seconds * 1_000_000_000L) {
            try {
                hundred.block();
                operations++;
            } catch (RuntimeException e) {
                if (!(Exceptions.unwrap(e) instanceof TimeoutException)) {
                    throw e;
                }
                stalled = true;
            }
        }
        System.out.println("perSecond=" + operations / ((System.nanoTime() - begin) / 1e9));
        System.out.println("operations=" + operations);
        System.out.println("cpuSeconds=" + (cpuSeconds() - cpu));
        if (stalled) {
            System.out.println("stalled=" + LIMIT.toSeconds());
            System.exit(0);
        }
    }

    static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / 1e3;
    }
}
