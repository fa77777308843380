package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.heddle.maven.MavenJars;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Services that are slower on virtual threads: the race says harm, and names the code that held the carriers. Where a
/// release or a JDK mends it, the harm is gone.
class HarmIT {

    private static final Path HARM = HeddleRun.ROOT.resolve("demo/harm/target/heddle-harm.jar");

    @TempDir
    private Path folder;

    /// On JDK 21 a monitor's pin is what most people have met; on this one the JVM says no more of an initialiser than
    /// that it holds. Both services wait nearly all the time, so that their races can go on at once.
    @Test
    @Tag("slow")
    void aMonitorOn21AndAnInitializerOn25AreNamed() throws Exception {
        List<String> few = List.of("--connections", "12", "--rate", "10", "--duration", "1s");
        HeddleRun on21 = start(Files.createDirectory(folder.resolve("21")), "21", "/monitor?ms=20", few);
        HeddleRun on25 = start(Files.createDirectory(folder.resolve("25")), "25", "/initializer?ms=20", few);
        JsonNode pinned = on21.await().exits(1).json("race.json");
        JsonNode race = on25.await().exits(1).json("race.json");
        named(pinned, "monitor", "io.heddle.demo.harm.Ledger", "write", "io.heddle:heddle-demo-harm");
        named(race, "class-initializer", "io.heddle.demo.harm.SlowPlugin", "<clinit>", "io.heddle:heddle-demo-harm");
        for (JsonNode trial : race.path("trials")) {
            assertTrue(trial.path("stalls").path("count").isNumber(), trial.toString());
            assertEquals(
                    trial.path("arm").asText().equals("virtual"),
                    trial.path("holders").size() > 0,
                    trial.toString());
        }
        assertEquals(4, race.path("carriers").size(), race.path("carriers").toString());
    }

    private static HeddleRun start(Path folder, String jdk, String path, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("race"));
        arguments.addAll(harm(List.of()));
        arguments.addAll(List.of("--quick", "--jdk", Jdks.home(jdk), "--json", "race.json", "--path", path));
        arguments.addAll(options);
        return HeddleRun.start(folder, arguments);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource(delimiter = '|', textBlock = """
            21 | clojure:1.11.1 | /delay       | monitor           | clojure.lang.Delay             | deref   | org.clojure:clojure:1.11.1
            21 |                | /monitor     | monitor           | io.heddle.demo.harm.Ledger     | write   | io.heddle:heddle-demo-harm
            21 |                | /initializer | class-initializer | io.heddle.demo.harm.SlowPlugin | <clinit> | io.heddle:heddle-demo-harm
            25 |                | /initializer | class-initializer | io.heddle.demo.harm.SlowPlugin | <clinit> | io.heddle:heddle-demo-harm
            25 |                | /spin        | spin              | io.heddle.demo.harm.Turnstile  | await   | io.heddle:heddle-demo-harm
            21 |                | /spin        | spin              | io.heddle.demo.harm.Turnstile  | await   | io.heddle:heddle-demo-harm
            25 |                | /hog?ms=300  | cpu               | io.heddle.demo.harm.Hash       | grind   | io.heddle:heddle-demo-harm
            21 |                | /hog?ms=300  | cpu               | io.heddle.demo.harm.Hash       | grind   | io.heddle:heddle-demo-harm
            """)
    void codeThatHoldsCarriersIsNamed(
            String jdk, String library, String path, String cause, String type, String method, String artifact)
            throws Exception {
        // One JVM in which threads spin is up to five times slower than another: two are not enough to tell.
        List<String> options = cause.equals("spin")
                ? Stream.concat(closed(path).stream(), Stream.of("--repetitions", "4"))
                        .toList()
                : closed(path);
        named(race(jdk, harm(libraries(library)), options, 1), cause, type, method, artifact);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource(delimiter = '|', textBlock = """
            21 | clojure:1.12.0 | /delay
            25 | clojure:1.11.1 | /delay
            25 |                | /monitor
            """)
    void whatAReleaseOrAJdkMendedIsNoHarm(String jdk, String library, String path) throws Exception {
        assertFalse(
                verdict(race(jdk, harm(libraries(library)), closed(path), 0)).equals("harm"));
    }

    @Test
    @Tag("long")
    void tomcatsSocketLockIsNamedOn21AndWasPredictedByCheck() throws Exception {
        String jar = ServiceUnderTest.jar("boot-2.7.3").toString();
        HeddleRun.run(folder, "check", jar, "--jdk", "21", "--json", "check.json", "--fail-on", "never")
                .exits(0);
        JsonNode race = race(
                "21",
                List.of(jar),
                List.of(
                        "--path",
                        "/sleep?ms=50",
                        "--connections",
                        "40",
                        "--rate",
                        "10",
                        "--check",
                        "check.json",
                        "--",
                        "--server.port={port}"),
                1);
        named(race, "monitor", "org.apache.tomcat.util.net.SocketProcessorBase", "run", "tomcat-embed-core");
        assertTrue(
                race.path("verdict")
                        .path("culprits")
                        .get(0)
                        .path("remedy")
                        .asText()
                        .contains("9.0.75"),
                race.path("verdict").toPrettyString());
        List<JsonNode> seen = race.path("findings")
                .valueStream()
                .filter(finding -> finding.path("match").asText().equals("predicted-and-seen"))
                .toList();
        assertTrue(
                seen.stream()
                        .anyMatch(finding -> finding.path("class")
                                .asText()
                                .equals("org.apache.tomcat.util.net.SocketProcessorBase")),
                race.path("findings").toPrettyString());
    }

    @Test
    @Tag("long")
    void tomcatsSocketLockHoldsNobodyOn25() throws Exception {
        JsonNode race = race(
                "25",
                List.of(ServiceUnderTest.jar("boot-2.7.3").toString()),
                List.of("--path", "/sleep?ms=50", "--connections", "40", "--rate", "10", "--", "--server.port={port}"),
                0);
        assertFalse(verdict(race).equals("harm"), race.path("verdict").toPrettyString());
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"21, 8.0.33, 1", "25, 8.0.33, 0", "21, 9.2.0, 0"})
    void anOldDriverHoldsACarrierForEachQuery(String jdk, String driver, int exit) throws Exception {
        try (MariaDbUnderTest database = MariaDbUnderTest.start(folder)) {
            List<String> target = new ArrayList<>(harm(jars("com.mysql:mysql-connector-j:" + driver)));
            target.set(
                    1,
                    target.get(1) + " --jdbc=jdbc:mysql://127.0.0.1:" + database.port()
                            + "/lab?user=root&useSSL=false&allowPublicKeyRetrieval=true");
            JsonNode race =
                    race(jdk, target, List.of("--path", "/query?ms=20", "--connections", "40", "--rate", "10"), exit);
            if (exit == 1) {
                JsonNode culprit = race.path("verdict").path("culprits").path(0);
                assertEquals(
                        "monitor",
                        culprit.path("cause").asText(),
                        race.path("verdict").toPrettyString());
                assertTrue(culprit.path("class").asText().startsWith("com.mysql.cj."), culprit.toPrettyString());
                assertEquals(
                        "mysql-connector-j-8.0.33.jar",
                        culprit.path("artifact").asText(),
                        "the jar does not say its Maven name");
                assertTrue(culprit.path("remedy").asText().contains("9.0.0"), culprit.toPrettyString());
            } else {
                assertFalse(verdict(race).equals("harm"), race.path("verdict").toPrettyString());
            }
        }
    }

    private static List<String> closed(String path) {
        return List.of("--path", path, "--connections", "40", "--rate", "10");
    }

    private JsonNode race(String jdk, List<String> target, List<String> options, int exit) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("race"));
        arguments.addAll(target);
        arguments.addAll(List.of("--quick", "--jdk", Jdks.home(jdk), "--json", "race.json"));
        arguments.addAll(options);
        return HeddleRun.start(folder, arguments).await().exits(exit).json("race.json");
    }

    private static List<String> harm(List<Path> libraries) {
        String classPath = String.join(
                File.pathSeparator,
                Stream.concat(Stream.of(HARM), libraries.stream())
                        .map(Path::toString)
                        .toList());
        return List.of("--exec", "{java} -cp " + classPath + " io.heddle.demo.harm.HarmService --server.port={port}");
    }

    private static List<Path> libraries(String library) {
        return library == null ? List.of() : jars("org.clojure:" + library);
    }

    private static List<Path> jars(String coordinates) {
        try (MavenJars jars = MavenJars.open()) {
            return jars.withDependencies(List.of(coordinates));
        }
    }

    private static void named(JsonNode race, String cause, String type, String method, String artifact) {
        assertEquals("harm", verdict(race), race.path("verdict").toPrettyString());
        JsonNode culprit = race.path("verdict").path("culprits").path(0);
        assertEquals(
                List.of(cause, type, method),
                List.of(
                        culprit.path("cause").asText(),
                        culprit.path("class").asText(),
                        culprit.path("method").asText()),
                culprit.toPrettyString());
        assertTrue(culprit.path("artifact").asText().startsWith(artifact), culprit.toPrettyString());
        assertFalse(culprit.path("remedy").asText().isEmpty(), culprit.toPrettyString());
    }

    private static String verdict(JsonNode race) {
        return race.path("verdict").path("kind").asText();
    }
}
