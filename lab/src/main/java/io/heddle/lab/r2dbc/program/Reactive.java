import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import java.time.Duration;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// One operation is 100 queries by R2DBC: Reactive PORT QUERY POOL SECONDS.
public class Reactive {

    public static void main(String[] args) {
        int size = Integer.parseInt(args[2]);
        ConnectionFactory factory = ConnectionFactories.get("r2dbc:mariadb://root@127.0.0.1:" + args[0] + "/lab");
        ConnectionPool pool = new ConnectionPool(ConnectionPoolConfiguration.builder(factory).initialSize(size).maxSize(size).build());
        Mono<Long> one = Flux.usingWhen(pool.create(), connection -> Flux.from(connection.createStatement(args[1]).execute())
                .flatMap(result -> result.map((row, meta) -> row.get(0) == null ? 0 : 1)), connection -> connection.close()).count();
        Mono<Long> hundred = Flux.range(0, 100).flatMap(i -> one, 100).reduce(0L, Long::sum).timeout(Duration.ofSeconds(5));
        measure(hundred, 2);
        int operations = measure(hundred, Integer.parseInt(args[3]));
        System.out.println("perSecond=" + operations / Double.parseDouble(args[3]));
        System.exit(0);
    }

    /// Operations that end within some seconds. A driver that stalls says so and ends.
    static int measure(Mono<Long> hundred, int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int operations = 0;
        while (true) {
            try {
                hundred.block();
            } catch (RuntimeException e) {
                System.out.println("stalled=" + String.valueOf(e.getMessage()).replace('\n', ' '));
                System.out.println("perSecond=" + (double) operations / seconds);
                System.exit(0);
            }
            if (System.nanoTime() > end) {
                return operations;
            }
            operations++;
        }
    }
}
