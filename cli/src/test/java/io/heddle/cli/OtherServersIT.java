package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Servers with a launcher of their own and frameworks that bring their server along: fetched, and started as their
/// users start them.
@Tag("long")
class OtherServersIT {

    private static final int REQUESTS = 20;

    @TempDir
    private Path folder;

    /// What starts a service on a port.
    private interface Launcher {

        List<String> command(int port) throws IOException;
    }

    @ParameterizedTest
    @CsvSource({
        "21, own, tomcat-executor, tomcat-standalone",
        "25, own, tomcat-executor, tomcat-standalone",
        "21, shared, tomcat-shared-executor, tomcat-standalone",
        "25, shared, tomcat-shared-executor, tomcat-standalone",
        "21, own, tomcat-executor, tomcat-standalone-javax",
        "25, shared, tomcat-shared-executor, tomcat-standalone-javax"
    })
    void flipsAStandaloneTomcatWithAWar(String jdk, String executor, String hook, String which) throws Exception {
        String version = ServiceSources.version(which);
        TomcatHome home = TomcatHome.unpack(folder.resolve("tomcat"), version);
        home.deploy(ServiceSources.compile(
                        "tomcat",
                        folder.resolve("classes"),
                        List.of(home.servletApi()),
                        ServiceSources.PLAIN,
                        source -> which.endsWith("javax") ? source.replace("jakarta.servlet", "javax.servlet") : source)
                .getFirst());
        flips(jdk, port -> home.command(port, executor.equals("shared")), "Tomcat " + version, hook);
    }

    @ParameterizedTest
    @CsvSource({
        "21, clojure-1.10",
        "25, clojure-1.10",
        "21, clojure-1.11",
        "25, clojure-1.11",
        "21, clojure-1.12",
        "25, clojure-1.12"
    })
    void flipsARingHandlerOnJettyAndItsFutures(String jdk, String clojure) throws Exception {
        String jetty = ServiceSources.version("jetty-9.4");
        List<Path> jars = ServiceSources.jars(
                "org.clojure:clojure:" + ServiceSources.version(clojure), "org.eclipse.jetty:jetty-server:" + jetty);
        Path script = ServiceSources.copy("ring/service.clj", folder.resolve("service.clj"));
        AgentRun arm = flips(
                jdk,
                port -> List.of(
                        "-cp", ServiceSources.path(jars), "clojure.main", script.toString(), Integer.toString(port)),
                "Jetty " + jetty,
                "jetty-old-executor");
        assertTrue(
                arm.lines("pool-flipped").stream()
                        .anyMatch(pool -> pool.path("thread").asText().startsWith("clojure-agent-send-off-pool-")),
                arm.log());
    }

    /// Jetty 12 has a servlet environment for each Jakarta EE; below all of them is the same pool.
    @ParameterizedTest
    @CsvSource({"21, ee8", "25, ee8", "21, ee9", "25, ee9", "21, ee10", "25, ee10", "21, ee11", "25, ee11"})
    void flipsTheServletsOfEachEnvironmentOfJetty(String jdk, String environment) throws Exception {
        String version = ServiceSources.version("jetty-" + environment);
        List<Path> jars = ServiceSources.jars(
                "org.eclipse.jetty." + environment + ":jetty-" + environment + "-servlet:" + version);
        List<Path> path = ServiceSources.compile(
                "jetty-ee",
                folder.resolve("classes"),
                jars,
                ServiceSources.PLAIN,
                source -> (environment.equals("ee8") ? source : source.replace("javax.servlet", "jakarta.servlet"))
                        .replace(".ee8.", "." + environment + "."));
        flips(
                jdk,
                port -> List.of("-cp", ServiceSources.path(path), "service.Service", Integer.toString(port)),
                "Jetty " + version,
                "jetty-executor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void flipsDropwizard(String jdk) throws Exception {
        flips(jdk, dropwizard(false), "Jetty ", "jetty-executor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void seesThatDropwizardWasSwitchedByItsOwnSetting(String jdk) throws Exception {
        try (AgentRun arm = start(jdk, "observe", dropwizard(true))) {
            answers(arm, "virtual ");
            arm.end();
            assertEquals(0, count(arm, "platform"), arm.log());
        }
    }

    /// Micronaut runs handlers on Netty's loops; those that are marked as blocking run on virtual threads by its
    /// own choice. There is nothing to flip.
    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void seesMicronautsEventLoopAndItsOwnVirtualThreads(String jdk) throws Exception {
        String version = ServiceSources.version("micronaut");
        List<Path> jars = ServiceSources.jars(
                "io.micronaut:micronaut-http-server-netty:" + version,
                "io.micronaut:micronaut-jackson-databind:" + version);
        String processors = ServiceSources.path(ServiceSources.jars("io.micronaut:micronaut-inject-java:" + version));
        List<Path> path = ServiceSources.compile(
                "micronaut",
                folder.resolve("classes"),
                jars,
                List.of("--release", "21", "-parameters", "-processorpath", processors));
        refuses(
                jdk,
                port -> List.of(
                        "-Dmicronaut.server.host=127.0.0.1",
                        "-Dmicronaut.server.port=" + port,
                        "-cp",
                        ServiceSources.path(path),
                        "service.Service"),
                "/blocking",
                "Micronaut on Netty");
    }

    /// Quarkus runs on Vert.x; where its blocking handlers run is its own affair, by an annotation.
    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void seesThatQuarkusRunsOnVertx(String jdk) throws Exception {
        ServiceSources.copy("quarkus/pom.xml", folder.resolve("pom.xml"));
        ServiceSources.copy(
                "quarkus/Service.java.txt",
                Files.createDirectories(folder.resolve("src/main/java")).resolve("Service.java"));
        Path log = folder.resolve("build.log");
        int status = new ProcessBuilder(
                        HeddleRun.ROOT.resolve("mvnw").toString(),
                        "-B",
                        "-q",
                        "package",
                        "-Dquarkus.version=" + ServiceSources.version("quarkus"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        assertEquals(0, status, () -> ServiceSources.read(log));
        Path jar = folder.resolve("target/quarkus-app/quarkus-run.jar");
        refuses(
                jdk,
                port -> List.of("-Dquarkus.http.host=127.0.0.1", "-Dquarkus.http.port=" + port, "-jar", jar.toString()),
                "/virtual",
                "Vert.x");
    }

    /// What the agent saw of an event loop ends the race before any load.
    @ParameterizedTest
    @ValueSource(strings = {"21", "25"})
    void refusesToRaceAnEventLoop(String jdk) throws Exception {
        List<Path> path = ServiceSources.compile(
                "reactor-netty",
                folder.resolve("classes"),
                ServiceSources.jars(
                        "io.projectreactor.netty:reactor-netty-http:" + ServiceSources.version("reactor-netty")));
        HeddleRun.Ended race = HeddleRun.run(
                        folder,
                        "race",
                        "--exec",
                        "{java} -cp " + ServiceSources.path(path) + " service.Service {port}",
                        "--jdk",
                        Jdks.home(jdk),
                        "--path",
                        "/",
                        "--quick",
                        "--json",
                        "race.json")
                .exits(2);
        assertTrue(race.err().contains("nothing to flip: requests run on an event loop (Reactor Netty,"), race.err());
        assertEquals(0, race.json("race.json").path("trials").size(), "no load at all");
        HeddleRun.assertNoneAlive(folder.resolve("classes").toString());
    }

    /// The agent flips nothing and names the event loop, which makes a race refuse; the framework's own virtual
    /// threads are left alone.
    private void refuses(String jdk, Launcher launcher, String virtual, String server) throws Exception {
        try (AgentRun arm = start(jdk, "flip", launcher)) {
            String body = arm.get("/").body();
            assertTrue(body.startsWith("platform "), body);
            body = arm.get(virtual).body();
            assertTrue(body.startsWith("virtual "), body);
            arm.end();
            assertEquals(
                    List.of(server),
                    arm.lines("event-loop").stream()
                            .map(loop -> loop.path("server").asText())
                            .toList(),
                    arm.log());
            assertEquals(List.of(), arm.lines("server"), arm.log());
        }
    }

    private Launcher dropwizard(boolean virtual) throws IOException {
        List<Path> path = ServiceSources.compile(
                "dropwizard",
                folder.resolve("classes"),
                ServiceSources.jars("io.dropwizard:dropwizard-core:" + ServiceSources.version("dropwizard")));
        return port -> {
            Path settings = Files.writeString(folder.resolve("service.yml"), """
                    server:
                      enableVirtualThreads: %b
                      applicationConnectors: [{type: http, port: %d, bindHost: 127.0.0.1}]
                      adminConnectors: [{type: http, port: 0, bindHost: 127.0.0.1}]
                    logging: {level: WARN}
                    """.formatted(virtual, port));
            return List.of("-cp", ServiceSources.path(path), "Service", "server", settings.toString());
        };
    }

    /// Both arms are what they claim and answer the same.
    ///
    /// @param server beginning of its name and version
    /// @return the flipped arm, which has ended
    private AgentRun flips(String jdk, Launcher launcher, String server, String hook) throws Exception {
        List<AgentRun.Answer> platform;
        try (AgentRun arm = start(jdk, "observe", launcher)) {
            platform = answers(arm, "platform ");
            arm.end();
            assertEquals(0, count(arm, "virtual"), arm.log());
            expectServer(arm, server, "");
        }
        try (AgentRun arm = start(jdk, "flip", launcher)) {
            assertEquals(platform, answers(arm, "virtual "));
            arm.end();
            assertEquals(0, count(arm, "platform"), arm.log());
            assertTrue(count(arm, "virtual") >= REQUESTS, arm.log());
            expectServer(arm, server, hook);
            return arm;
        }
    }

    private AgentRun start(String jdk, String mode, Launcher launcher) throws Exception {
        int port = AgentRun.freePort();
        return AgentRun.start(folder, jdk, mode, port, launcher.command(port));
    }

    private static List<AgentRun.Answer> answers(AgentRun arm, String kind) throws Exception {
        for (int i = 0; i < REQUESTS; i++) {
            String body = arm.get("/").body();
            assertTrue(body.startsWith(kind), body);
        }
        List<AgentRun.Answer> answers =
                new ArrayList<>(List.of(arm.post("/echo", "x".repeat(100_000)), arm.get("/missing")));
        assertEquals(
                List.of(201, 404), answers.stream().map(AgentRun.Answer::status).toList());
        arm.get("/future"); // what makes a future of it makes a pool; the others know no such page
        return answers;
    }

    private static long count(AgentRun arm, String kind) throws IOException {
        return arm.lines("tick").stream()
                .mapToLong(tick -> tick.path(kind).asLong())
                .sum();
    }

    private static void expectServer(AgentRun arm, String server, String hook) throws IOException {
        List<JsonNode> servers = arm.lines("server");
        assertEquals(1, servers.size(), arm.log());
        JsonNode line = servers.getFirst();
        assertTrue(
                (line.path("name").asText() + " " + line.path("version").asText()).startsWith(server), line.toString());
        assertEquals(hook, line.path("flippedBy").asText(), line.toString());
    }
}
