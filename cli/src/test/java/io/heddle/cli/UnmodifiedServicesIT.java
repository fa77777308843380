package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Services as users have them, raced without a change: each arm is what it claims, and answers the same. They start
/// sooner with one compiler, and no figure is looked at.
@Tag("slow")
class UnmodifiedServicesIT {

    private static final String SPRING = "spring.threads.virtual.enabled";

    /// Half a minute each: what they add to those that CI races is another version of a server, or one that
    /// Spring's own switch moves.
    private static final Set<String> BY_HAND = Set.of(
            "boot-2.7-jetty",
            "boot-2.7-undertow",
            "boot-3.1",
            "boot-3.1-jetty",
            "boot-3.1-undertow",
            "boot-3.5-jetty",
            "boot-3.5-undertow",
            "boot-4-jetty");

    /// Raced by hand too, since another that is raced says the same of this JDK or this way to switch; their
    /// answers are always compared.
    private static final Set<String> RACED_BY_HAND = Set.of("boot-2.7 25", "boot-3.5 25", "jetty-12 21");

    @TempDir
    private Path folder;

    static Stream<Arguments> services() {
        return Stream.of(
                        Arguments.of("boot-2.7", "agent", "Tomcat 9"),
                        Arguments.of("boot-2.7-jetty", "agent", "Jetty 9.4"),
                        Arguments.of("boot-2.7-undertow", "agent", "Undertow 2"),
                        Arguments.of("boot-3.1", "agent", "Tomcat 10.1"),
                        Arguments.of("boot-3.1-jetty", "agent", "Jetty 11"),
                        Arguments.of("boot-3.1-undertow", "agent", "Undertow 2"),
                        Arguments.of("boot-3.5", SPRING, "Tomcat 10.1"),
                        Arguments.of("boot-3.5-jetty", SPRING, "Jetty 12.0"),
                        Arguments.of("boot-3.5-undertow", SPRING, "Undertow 2"),
                        Arguments.of("boot-4", SPRING, "Tomcat 11"),
                        Arguments.of("boot-4-jetty", SPRING, "Jetty 12.1"),
                        Arguments.of("jetty-12", "agent", "Jetty 12.1"))
                .flatMap(row -> jdks((String) row.get()[1])
                        .map(jdk -> Arguments.of(row.get()[0], row.get()[1], row.get()[2], jdk)));
    }

    /// What the agent flips differs by JDK; what the framework's own switch does is the framework's affair.
    private static Stream<String> jdks(String switchedBy) {
        return switchedBy.equals("agent") ? Stream.of("21", "25") : Stream.of("25");
    }

    static Stream<Arguments> byHand() {
        return services().filter(row -> BY_HAND.contains(row.get()[0].toString()));
    }

    static Stream<Arguments> usual() {
        return services().filter(row -> !BY_HAND.contains(row.get()[0].toString()));
    }

    static Stream<Arguments> racedByHand() {
        return services()
                .filter(row -> BY_HAND.contains(row.get()[0].toString())
                        || RACED_BY_HAND.contains(row.get()[0] + " " + row.get()[3]));
    }

    static Stream<Arguments> raced() {
        return usual().filter(row -> !RACED_BY_HAND.contains(row.get()[0] + " " + row.get()[3]));
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("racedByHand")
    void eachArmOfOthersIsWhatItClaims(String service, String switchedBy, String server, String jdk) throws Exception {
        eachArmIsWhatItClaims(service, switchedBy, server, jdk);
    }

    @ParameterizedTest
    @MethodSource("raced")
    void eachArmIsWhatItClaims(String service, String switchedBy, String server, String jdk) throws Exception {
        Path jar = ServiceUnderTest.jar(service);
        JsonNode race = HeddleRun.run(
                        folder,
                        "race",
                        jar.toString(),
                        "--jdk",
                        Jdks.home(jdk),
                        "--jvm",
                        "-XX:TieredStopAtLevel=1",
                        "--path",
                        "/sleep?ms=20",
                        "--connections",
                        "40",
                        "--rate",
                        "100",
                        "--repetitions",
                        "1",
                        "--quick",
                        "--duration",
                        "1s",
                        "--json",
                        "race.json",
                        "--html",
                        "race.html",
                        "--",
                        "--server.port={port}")
                .exits(0)
                .json("race.json");
        assertEquals(switchedBy, race.path("target").path("switch").asText());
        assertTrue(
                race.path("target").path("server").asText().startsWith(server),
                race.path("target").toString());
        List<JsonNode> trials =
                Stream.of(race.path("trials")).flatMap(all -> all.valueStream()).toList();
        assertEquals(4, trials.size(), race.toPrettyString());
        for (JsonNode trial : trials) {
            double share = trial.path("virtualShare").asDouble(-1);
            assertTrue(
                    trial.path("arm").asText().equals("virtual") ? share >= 0.95 : share >= 0 && share <= 0.05,
                    trial.toString());
            assertEquals(
                    0, trial.path("errors").asInt() + trial.path("timeouts").asInt(), trial.toString());
            assertTrue(trial.path("requests").asInt() > 50, trial.toString());
        }
        HeddleRun.assertNoneAlive(jar.toString());
    }

    @ParameterizedTest
    @Tag("long")
    @MethodSource("byHand")
    void bothArmsOfOthersAnswerTheSame(String service, String switchedBy, String server, String jdk) throws Exception {
        bothArmsAnswerTheSame(service, switchedBy, server, jdk);
    }

    @ParameterizedTest
    @MethodSource("usual")
    void bothArmsAnswerTheSame(String service, String switchedBy, String server, String jdk) throws Exception {
        boolean agent = switchedBy.equals("agent");
        List<ServiceUnderTest.Seen> platform;
        List<ServiceUnderTest.Seen> virtual;
        try (ServiceUnderTest one =
                        ServiceUnderTest.start(folder, service, Jdks.home(jdk), "observe", "-D" + SPRING + "=false");
                ServiceUnderTest other = ServiceUnderTest.start(
                        folder, service, Jdks.home(jdk), agent ? "flip" : "observe", "-D" + SPRING + "=" + !agent)) {
            one.awaitReady();
            other.awaitReady();
            platform = one.answers();
            virtual = other.answers();
            assertTrue(other.onVirtualThread());
        }
        assertEquals(platform, virtual);
        assertEquals(
                List.of(200, 201, 404, 500, 200, 200),
                platform.stream().map(ServiceUnderTest.Seen::status).toList(),
                platform.toString());
    }
}
