package io.heddle.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What docs/hooks.md says: made from the very list that the tests run through, and from the versions of the root pom.
final class HooksTable {

    private static final String BOTH = "21, 25";
    private static final String OTHERS = "OtherServersIT, *all*";

    private HooksTable() {}

    static String text() {
        List<String> lines = new ArrayList<>(List.of(
                "# Servers, frameworks and pools that the agent knows",
                "",
                "<!-- Made by `./dev bless` from the tests' own lists: change those. -->",
                "",
                "A hook recognises its class by its shape, also where a build has moved it to another package. The agent leaves alone",
                "what no hook recognises, and the race says so. Tests marked *all* run with `./dev all`, the others in every build.",
                "",
                "## Requests on virtual threads",
                "",
                "| server | version | JDK | flipped by | test |",
                "|---|---|---|---|---|"));
        for (Server server : Server.all()) {
            lines.add(row(
                    server.title() + (server.argument().isEmpty() ? "" : ", `<Executor>`"),
                    server.folder().isEmpty() ? "the JDK's" : server.version(),
                    BOTH,
                    "`" + server.flippedBy() + "`",
                    "ServersIT" + (server.always() ? "" : ", *all*")));
        }
        lines.addAll(bootRows());
        lines.add(row(
                "Tomcat, standalone with a war",
                Server.version("tomcat-standalone-javax"),
                "21",
                "`tomcat-executor`",
                OTHERS));
        lines.add(row(
                "Tomcat, standalone with a war, `<Executor>`",
                Server.version("tomcat-standalone-javax"),
                "25",
                "`tomcat-shared-executor`",
                OTHERS));
        lines.add(row(
                "Tomcat, standalone with a war",
                Server.version("tomcat-standalone"),
                BOTH,
                "`tomcat-executor`",
                OTHERS));
        lines.add(row(
                "Tomcat, standalone with a war, `<Executor>`",
                Server.version("tomcat-standalone"),
                BOTH,
                "`tomcat-shared-executor`",
                OTHERS));
        for (String clojure : List.of("clojure-1.10", "clojure-1.11", "clojure-1.12")) {
            lines.add(row(
                    "Ring handler on Jetty " + Server.version("jetty-9.4") + " (1), its futures",
                    "Clojure " + Server.version(clojure),
                    BOTH,
                    "`jetty-old-executor`, `thread-pool`",
                    OTHERS));
        }
        for (String environment : List.of("ee8", "ee9", "ee10", "ee11")) {
            lines.add(row(
                    "Jetty, servlets of its " + environment,
                    Server.version("jetty-" + environment),
                    BOTH,
                    "`jetty-executor`",
                    OTHERS));
        }
        lines.add(row(
                "Dropwizard",
                Server.version("dropwizard"),
                BOTH,
                "`jetty-executor`, or its own `enableVirtualThreads`",
                OTHERS));
        lines.add(row("gRPC-java", Server.version("grpc"), BOTH, "`thread-pool`", "FrameworksIT"));
        lines.add(row("Clojure futures and agents", Server.version("clojure"), BOTH, "`thread-pool`", "FrameworksIT"));
        lines.add(row(
                "Kotlin `Dispatchers.IO`", Server.version("kotlin-coroutines"), BOTH, "`kotlin-io`", "FrameworksIT"));
        lines.add(row(
                "Akka blocking dispatcher, the last under Apache's licence",
                Server.version("akka"),
                BOTH,
                "`thread-pool`",
                "FrameworksIT"));
        lines.add(row("Pekko blocking dispatcher", Server.version("pekko"), BOTH, "`thread-pool`", "FrameworksIT"));
        lines.add(row("any `ThreadPoolExecutor`", "the JDK's", BOTH, "`thread-pool`", "PoolsIT"));
        lines.add(row("Helidon", Server.version("helidon"), BOTH, "virtual by itself", "FrameworksIT"));
        lines.add(row(
                "Reactor Netty, WebFlux",
                Server.version("reactor-netty"),
                BOTH,
                "refused: event loop",
                "FrameworksIT"));
        lines.add(row("Netty", Server.version("netty"), BOTH, "refused: event loop", "FrameworksIT"));
        lines.add(row("Vert.x", Server.version("vertx"), BOTH, "refused: event loop", "FrameworksIT"));
        lines.add(row(
                "Micronaut on Netty",
                Server.version("micronaut"),
                BOTH,
                "refused: event loop; `@ExecuteOn(BLOCKING)` is virtual by itself",
                OTHERS));
        lines.add(row(
                "Quarkus REST",
                Server.version("quarkus"),
                BOTH,
                "refused: event loop (Vert.x); `@RunOnVirtualThread` is its own switch",
                OTHERS));
        lines.addAll(
                List.of(
                        "",
                        "(1) Ring's own adapter is on Clojars only, which the tests do not use; an adapter of the same kind runs the handler."));
        lines.addAll(List.of(
                "",
                "## Pools whose size, use and hold times are seen",
                "",
                "| pool | version | hook | test |",
                "|---|---|---|---|"));
        for (Pool pool : Pool.values()) {
            lines.add(
                    "| " + pool.title + " | " + Server.version(pool.version) + " | `" + pool.hook + "` | LendersIT |");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    /// Rows of the services of Spring Boot that whole races are run with, read from that test's own list: it is
    /// another module's.
    private static List<String> bootRows() {
        Path test = Path.of(
                System.getProperty("heddle.root"),
                "cli",
                "src",
                "test",
                "java",
                "io",
                "heddle",
                "cli",
                "UnmodifiedServicesIT.java");
        String source;
        try {
            source = Files.readString(test);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Matcher byHand = Pattern.compile("BY_HAND = Set[.]of\\(([^)]*)\\)").matcher(source);
        if (!byHand.find()) {
            throw new IllegalStateException(test + " does not say which it races by hand");
        }
        return Pattern.compile("Arguments[.]of\\(\"(boot-[^\"]+)\", (SPRING|\"agent\"), \"([^\"]+)\"\\)")
                .matcher(source)
                .results()
                .map(service -> bootRow(
                        service.group(1),
                        service.group(2).equals("SPRING"),
                        service.group(3),
                        byHand.group(1).contains('"' + service.group(1) + '"')))
                .toList();
    }

    /// @param service folder of the service: Spring Boot's version, and its server's name where that is not
    ///     Tomcat
    private static String bootRow(String service, boolean own, String server, boolean byHand) {
        boolean onTomcat = service.lastIndexOf('-') == service.indexOf('-');
        return row(
                "Spring Boot, on " + server,
                Server.version(onTomcat ? service : service.substring(0, service.lastIndexOf('-'))),
                own ? "25" : BOTH,
                own ? "its own `spring.threads.virtual.enabled`" : "`" + hook(server) + "`",
                "UnmodifiedServicesIT" + (byHand ? ", *all*" : ""));
    }

    /// That of the same server without Spring.
    ///
    /// @param server its title and how its version begins
    private static String hook(String server) {
        return Server.all().stream()
                .filter(known -> server.startsWith(known.title() + " ")
                        && known.version()
                                .startsWith(server.substring(known.title().length() + 1)))
                .findFirst()
                .orElseThrow()
                .flippedBy();
    }

    /// Pools in the second table.
    private enum Pool {
        HIKARI_3("HikariCP", "hikari-3", "hikari-pool"),
        HIKARI_4("HikariCP", "hikari-4", "hikari-pool"),
        HIKARI_5("HikariCP", "hikari-5", "hikari-pool"),
        HIKARI_7("HikariCP", "hikari-7", "hikari-pool"),
        TOMCAT("Tomcat JDBC", "tomcat-jdbc", "tomcat-jdbc-pool"),
        DBCP("DBCP 2, on Commons Pool 2", "dbcp2", "commons-pool"),
        JEDIS("Jedis, on Commons Pool 2", "jedis", "commons-pool"),
        LETTUCE("Lettuce, on Commons Pool 2", "lettuce", "commons-pool"),
        C3P0("c3p0", "c3p0", "c3p0-pool"),
        AGROAL("Agroal", "agroal", "agroal-pool"),
        DRUID("Druid", "druid", "druid-pool"),
        R2DBC("R2DBC pool, on Reactor Pool", "r2dbc-pool", "reactor-pool"),
        HTTP_4("Apache HttpClient 4", "httpclient-4", "httpclient-4-pool"),
        HTTP_5("Apache HttpClient 5", "httpclient-5", "httpclient-5-pool"),
        BULKHEAD("Resilience4j semaphore bulkhead", "resilience4j", "resilience4j-bulkhead");

        private final String title;
        private final String version;
        private final String hook;

        Pool(String title, String version, String hook) {
            this.title = title;
            this.version = version;
            this.hook = hook;
        }
    }
}
