package io.heddle.agent.program;

import com.alibaba.druid.pool.DruidDataSource;
import com.mchange.v2.c3p0.ComboPooledDataSource;
import com.sun.net.httpserver.HttpServer;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.apache.commons.dbcp2.BasicDataSource;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.tomcat.jdbc.pool.PoolProperties;
import reactor.core.publisher.Mono;

/// Lends from one pool, see [Lending].
public final class LenderProgram {

    private static final String URL = "jdbc:h2:mem:heddle";

    private LenderProgram() {}

    /// @param arguments which pool
    public static void main(String[] arguments) throws Exception {
        Lending lender = switch (arguments[0]) {
            case "tomcat-jdbc" -> jdbc(tomcat());
            case "dbcp2" -> jdbc(dbcp());
            case "c3p0" -> jdbc(c3p0());
            case "agroal" -> jdbc(agroal());
            case "druid" -> jdbc(druid());
            case "bulkhead" -> bulkhead();
            case "r2dbc" -> r2dbc();
            case "httpclient-4" -> httpClient4();
            case "httpclient-5" -> httpClient5();
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        Lending.run(lender);
        System.exit(0);
    }

    private static Lending jdbc(DataSource source) {
        return () -> {
            long borrowed;
            try (Connection connection = source.getConnection()) {
                borrowed = System.nanoTime();
                Thread.sleep(50);
                if (!connection.isValid(1)) {
                    throw new IllegalStateException("a connection died");
                }
            }
            return System.nanoTime() - borrowed;
        };
    }

    private static DataSource tomcat() {
        PoolProperties properties = new PoolProperties();
        properties.setName("orders \"2\"");
        properties.setUrl(URL);
        properties.setDriverClassName("org.h2.Driver");
        properties.setMaxActive(2);
        properties.setInitialSize(2);
        return new org.apache.tomcat.jdbc.pool.DataSource(properties);
    }

    private static DataSource dbcp() {
        BasicDataSource source = new BasicDataSource();
        source.setUrl(URL);
        source.setMaxTotal(2);
        return source;
    }

    private static DataSource c3p0() {
        ComboPooledDataSource source = new ComboPooledDataSource();
        source.setJdbcUrl(URL);
        source.setMinPoolSize(2);
        source.setInitialPoolSize(2);
        source.setMaxPoolSize(2);
        return source;
    }

    private static DataSource agroal() throws Exception {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(2)
                        .initialSize(2)
                        .acquisitionTimeout(Duration.ofSeconds(30))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(URL))));
    }

    private static DataSource druid() {
        DruidDataSource source = new DruidDataSource();
        source.setName("orders \"2\"");
        source.setUrl(URL);
        source.setInitialSize(2);
        source.setMaxActive(2);
        return source;
    }

    private static Lending bulkhead() {
        Bulkhead bulkhead = Bulkhead.of(
                "orders \"2\"",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(2)
                        .maxWaitDuration(Duration.ofSeconds(30))
                        .fairCallHandlingStrategyEnabled(true)
                        .build());
        return () -> bulkhead.executeCallable(() -> {
            long begun = System.nanoTime();
            Thread.sleep(50);
            return System.nanoTime() - begun;
        });
    }

    private static Lending r2dbc() {
        io.r2dbc.pool.ConnectionPool pool =
                new io.r2dbc.pool.ConnectionPool(io.r2dbc.pool.ConnectionPoolConfiguration.builder(
                                io.r2dbc.spi.ConnectionFactories.get("r2dbc:h2:mem:///heddle"))
                        .initialSize(2)
                        .maxSize(2)
                        .build());
        return () -> {
            long begun = System.nanoTime();
            io.r2dbc.spi.Connection connection = pool.create().blockOptional().orElseThrow();
            Thread.sleep(50);
            Mono.from(connection.close()).block();
            return System.nanoTime() - begun;
        };
    }

    private static String slowServer() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write(new byte[2]);
            exchange.close();
        });
        server.start();
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private static Lending httpClient4() throws Exception {
        String url = slowServer();
        org.apache.http.impl.client.CloseableHttpClient client =
                org.apache.http.impl.client.HttpClients.createDefault();
        return () -> {
            long begun = System.nanoTime();
            try (CloseableHttpResponse answer = client.execute(new HttpGet(url))) {
                org.apache.http.util.EntityUtils.consume(answer.getEntity());
            }
            return System.nanoTime() - begun;
        };
    }

    private static Lending httpClient5() throws Exception {
        String url = slowServer();
        org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager connections =
                org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(2)
                        .build();
        org.apache.hc.client5.http.impl.classic.CloseableHttpClient client =
                org.apache.hc.client5.http.impl.classic.HttpClients.custom()
                        .setConnectionManager(connections)
                        .build();
        return () -> {
            long begun = System.nanoTime();
            client.execute(new org.apache.hc.client5.http.classic.methods.HttpGet(url), answer -> {
                org.apache.hc.core5.http.io.entity.EntityUtils.consume(answer.getEntity());
                return 0;
            });
            return System.nanoTime() - begun;
        };
    }
}
