package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.maven.MavenJars;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service of Spring that asks another one in a transaction, with Spring's own classes, HikariCP and PostgreSQL's
/// driver on the class path: what uses the network for the database is not told.
@Tag("slow")
class RemoteCallTest {

    private static final String ORDERS = """
            import org.springframework.jdbc.core.JdbcTemplate;
            import org.springframework.transaction.annotation.Propagation;
            import org.springframework.transaction.annotation.Transactional;
            import org.springframework.transaction.support.TransactionTemplate;
            import org.springframework.web.client.RestClient;
            import org.springframework.web.client.RestTemplate;
            public class Orders {
                private final RestTemplate rest = new RestTemplate();
                private final RestClient client = RestClient.create();
                private final JdbcTemplate jdbc;
                private final TransactionTemplate transactions;
                public Orders(TransactionTemplate transactions) {
                    com.zaxxer.hikari.HikariDataSource pool = new com.zaxxer.hikari.HikariDataSource();
                    pool.setDataSource(new org.postgresql.ds.PGSimpleDataSource());
                    this.jdbc = new JdbcTemplate(pool);
                    this.transactions = transactions;
                }
                @Transactional
                public void place(String order) {
                    insert(order);
                    rest.getForObject("http://payment/" + order, String.class);
                }
                @Transactional
                public void placeByHelper(String order) {
                    insertAndPay(order);
                }
                @Transactional
                public String placeFluently(String order) {
                    insert(order);
                    return client.get().uri("http://payment/" + order).retrieve().body(String.class);
                }
                public void placeInTemplate(String order) {
                    transactions.executeWithoutResult(status -> {
                        insert(order);
                        rest.getForObject("http://payment/" + order, String.class);
                    });
                }
                @Transactional
                public void store(String order) {
                    insert(order);
                }
                @Transactional(propagation = Propagation.NOT_SUPPORTED)
                public void payOutside(String order) {
                    rest.getForObject("http://payment/" + order, String.class);
                }
                public void payThenStore(String order) {
                    rest.getForObject("http://payment/" + order, String.class);
                    transactions.executeWithoutResult(status -> insert(order));
                }
                private void insertAndPay(String order) {
                    insert(order);
                    rest.getForObject("http://payment/" + order, String.class);
                }
                private void insert(String order) {
                    jdbc.update("insert into orders values (?)", order);
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void whatAsksAnotherServiceInATransactionIsTold() throws IOException {
        Map<Path, String> jars;
        try (MavenJars maven = MavenJars.open()) {
            jars = maven.namedWithDependencies(List.of(
                    "org.springframework:spring-web:6.2.7",
                    "org.springframework:spring-jdbc:6.2.7",
                    "com.zaxxer:HikariCP:6.3.0",
                    "org.postgresql:postgresql:42.7.5"));
        }
        List<Path> libraries = List.copyOf(jars.keySet());
        Path classes =
                Compiled.all(Files.createDirectory(folder.resolve("classes")), Map.of("Orders", ORDERS), libraries);
        List<Finding> findings = Checker.run(new CheckOptions(
                                List.of(classes),
                                libraries,
                                jars,
                                List.of(21, 25),
                                Map.of(),
                                false,
                                Confidence.LIKELY,
                                Set.of("remote-call-in-transaction"))
                        .asService())
                .findings();
        assertEquals(
                List.of("place", "placeByHelper", "placeFluently", "placeInTemplate"),
                findings.stream().map(Finding::method).sorted().toList());
        assertTrue(findings.stream().allMatch(finding -> finding.severity() == Severity.SLOW));
    }
}
