package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What goes wrong for users: one clear sentence and the next thing to try, exit code 2, what was measured saved, no
/// orphan process, no stack trace.
@Tag("slow")
class FaultsIT extends FaultyRace {

    /// What will not do is believed after five seconds; a port that is not there yet, and a status that says not
    /// yet, are waited for as long as was asked. Three races that wait go on at once.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exit                | ended with exit code 3 | no-port             | opened no port   | not-http            | does not speak HTTP
            silent              | has not answered       | status --status=500 | 500              | status --status=404 | 404
            """)
    void targetsThatNeverServeAreToldBeforeAnyLoad(
            String one, String saidOfOne, String two, String saidOfTwo, String three, String saidOfThree)
            throws Exception {
        List<HeddleRun.Ended> ended = races(List.of("--ready", "6s"), one, two, three);
        isToldBeforeAnyLoad(ended.get(0), saidOfOne);
        isToldBeforeAnyLoad(ended.get(1), saidOfTwo);
        isToldBeforeAnyLoad(ended.get(2), saidOfThree);
    }

    /// A login page is quick on any threads.
    @Test
    void redirectionsAreNotRacedUnlessTheyAreAccepted() throws Exception {
        isToldBeforeAnyLoad(race(List.of(), "status --status=302"), "answers 302");
        JsonNode race =
                race(List.of("--accept", "3xx"), "status --status=302").exits(0).json("race.json");
        assertTrue(race.path("target").path("notes").toString().contains("by --accept"), race.toPrettyString());
        for (JsonNode trial : race.path("trials")) {
            assertTrue(trial.path("requests").asInt() > 0, trial.toString());
            assertEquals(0, trial.path("errors").asInt(), trial.toString());
        }
    }

    /// As with 404.
    @Test
    @Tag("long")
    void targetThatWantsALoginIsToldBeforeAnyLoad() throws Exception {
        isToldBeforeAnyLoad(race(List.of("--ready", "6s"), "status --status=401"), "401");
    }

    private static void isToldBeforeAnyLoad(HeddleRun.Ended race, String said) throws Exception {
        race.exits(2);
        assertTrue(race.err().contains(said), race.err());
        assertTrue(race.err().contains("\n  try: "), race.err());
        assertEquals(0, race.json("race.json").path("trials").size());
    }

    @Test
    void lastLinesOfATargetThatEndsAreShownWithoutTheirSecretsAndColours() throws Exception {
        String err = race(List.of(), "exit").exits(2).err();
        assertTrue(err.contains("no database at jdbc:postgresql://"), err);
        assertFalse(err.contains("hunter2"), err);
        assertFalse(err.contains("\u001b"), err);
    }

    @Test
    void targetThatFailsInATrialKeepsTheTrialsBefore() throws Exception {
        List<HeddleRun.Ended> ended = races(
                List.of("--duration", "2500ms"),
                "die --after=800 --millis=50",
                "hang --after=800 --millis=50",
                "close --after=800 --millis=50");
        keepsTheTrialsBefore(ended.get(0), "exit code 7");
        keepsTheTrialsBefore(ended.get(1), "answer");
        keepsTheTrialsBefore(ended.get(2), "no whole answer");
    }

    /// Before any load, in the warm-up, and in a trial.
    @Test
    void aPathThatBreaksTheServiceCostsNoOtherPath() throws Exception {
        List<HeddleRun.Ended> ended = races(
                List.of("--path", "/fine", "--path", "/broken", "--path", "/other"),
                "breaker --most=10 --only=/broken",
                "die --after=1500 --only=/broken");
        for (HeddleRun.Ended one : ended) {
            JsonNode race = one.exits(0).json("race.json");
            assertEquals(1, race.path("dropped").size(), race.toPrettyString());
            assertEquals("/broken", race.path("dropped").get(0).path("path").asText());
            assertEquals("platform", race.path("dropped").get(0).path("arm").asText());
            assertEquals(2, race.path("verdicts").size(), race.toPrettyString());
            for (JsonNode verdict : race.path("verdicts")) {
                assertFalse(verdict.path("text").asText().contains("ended before"), verdict.toString());
            }
            assertTrue(one.out().contains("dropped   /broken"), one.out());
        }
        assertEquals(
                "errors",
                ended.get(0)
                        .json("race.json")
                        .path("dropped")
                        .get(0)
                        .path("code")
                        .asText());
        assertEquals(
                "ended",
                ended.get(1)
                        .json("race.json")
                        .path("dropped")
                        .get(0)
                        .path("code")
                        .asText());
    }

    private static void keepsTheTrialsBefore(HeddleRun.Ended ended, String said) throws Exception {
        assertTrue(ended.exits(2).err().contains(said), ended.err());
        JsonNode race = ended.json("race.json");
        assertTrue(race.path("trials").size() >= 1, race.toPrettyString());
        assertEquals("undecided", race.path("verdict").path("kind").asText());
        assertTrue(Files.size(ended.folder().resolve("race.html")) > 10_000);
    }

    @Test
    void targetThatEndsWithoutMemoryIsToldToNeedMore() throws Exception {
        HeddleRun.Ended ended = hoard("-XX:+ExitOnOutOfMemoryError");
        assertTrue(
                ended.err().contains("ran out of memory (java.lang.OutOfMemoryError: Java heap space)")
                        && ended.err().contains("-Xmx"),
                ended.err());
    }

    /// A JVM that lives on without memory answers now and then, ignores signals for a while, and may say nothing
    /// of it.
    @ParameterizedTest
    @Tag("long")
    @ValueSource(strings = {"-XX:+UseSerialGC", "-XX:+UseG1GC"})
    void targetThatLivesOnWithoutMemoryIsEnded(String option) throws Exception {
        String err = hoard(option).err();
        assertTrue(err.contains("\n  try: "), err);
    }

    /// Fifty connections warm it up; the sixtieth in the trial is one too many.
    private HeddleRun.Ended hoard(String option) throws Exception {
        HeddleRun.Ended ended = race(
                        List.of(
                                "--ready",
                                "60s",
                                "--jvm",
                                "-Xmx48m",
                                "--jvm",
                                option,
                                "--connections",
                                "60",
                                "--rate",
                                "20"),
                        "hoard --most=55 --millis=20")
                .exits(2);
        JsonNode race = ended.json("race.json");
        assertTrue(race.path("trials").size() >= 1, race.toPrettyString());
        assertEquals("undecided", race.path("verdict").path("kind").asText());
        return ended;
    }

    /// In the second race nothing can be compared, and yet it is clear which arm must not go to production.
    @Test
    void somethingThatPushesBackInTheVirtualArmAloneIsNamed() throws Exception {
        List<HeddleRun.Ended> ended = races(
                List.of("--connections", "100", "--rate", "5", "--duration", "1500ms"),
                "pushback --threads=30 --most=60 --millis=100",
                "breaker --threads=30 --most=60 --millis=100");
        HeddleRun.Ended pushedBack = ended.getFirst().exits(1);
        assertEquals(
                "harm",
                pushedBack.json("race.json").path("verdict").path("kind").asText());
        assertTrue(
                pushedBack.out().replaceAll("\\s+", " ").contains("unbounded concurrency")
                        && pushedBack.out().contains("503"),
                pushedBack.out());
        JsonNode turnedAway = ended.getLast().exits(1).json("race.json").path("verdict");
        assertEquals("harm", turnedAway.path("kind").asText());
        assertTrue(
                turnedAway.path("text").asText().contains("answered none of")
                        && turnedAway.path("text").asText().contains("unbounded concurrency"),
                turnedAway.toPrettyString());
    }

    /// It chokes in the trial with 100 connections, in the warm-up with 50 already, or after it has answered for
    /// two seconds of its trial. The platform arm's requests wait for 180 ms, an eighth of the timeout; the races
    /// mostly wait too.
    @Test
    void anArmThatHangsIsHarmed() throws Exception {
        String choke = "choke --threads=30 --millis=50 --most=";
        List<HeddleRun.Ended> ended = races(
                List.of("--timeout", "1500ms", "--connections", "100", "--rate", "5", "--duration", "3s"),
                choke + 60,
                choke + 40,
                "choke --threads=30 --millis=100 --most=60 --after=2500");
        for (HeddleRun.Ended altogether : ended.subList(0, 2)) {
            isHarmed(altogether, "virtual arm answered none of", "virtual 1 answered nothing at");
        }
        // It falls silent in a trial, or just before one, where a single request already meets it.
        JsonNode silent = ended.getLast().exits(1).json("race.json");
        assertEquals(
                "harm",
                silent.path("verdict").path("kind").asText(),
                ended.getLast().out());
        String text = silent.path("verdict").path("text").asText();
        assertTrue(
                text.contains("requests and then none at 100 connections")
                        || text.contains("gave no answer within 1.5 s; so it was in 1 of 1 JVMs of the virtual arm"),
                text);
    }

    private static void isHarmed(HeddleRun.Ended ended, String said, String noted) throws Exception {
        JsonNode race = ended.exits(1).json("race.json");
        assertEquals("harm", race.path("verdict").path("kind").asText(), ended.out());
        assertTrue(
                race.path("verdict").path("text").asText().contains(said),
                race.path("verdict").toPrettyString());
        assertTrue(
                race.path("target").path("notes").toString().contains(noted),
                race.path("target").toPrettyString());
    }

    @Test
    void portThatIsTakenIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String err = race(
                            List.of("--port", String.valueOf(taken.getLocalPort())),
                            "fine --server.port=" + taken.getLocalPort())
                    .exits(2)
                    .err();
            assertTrue(err.contains(String.valueOf(taken.getLocalPort())), err);
        }
    }

    /// Two things that one race shows: data is put back before the first request to each JVM and before each
    /// trial, and the port that answers 404 is not taken for the service.
    @Test
    void dataIsPutBackBeforeEachTrialAndTheManagementPortIsNotTakenForTheService() throws Exception {
        HeddleRun.Ended ended = race(List.of("--before-trial", "echo again >>" + folder.resolve("calls")), "two-ports")
                .exits(0);
        JsonNode race = ended.json("race.json");
        assertTrue(race.path("trials").size() >= 4, race.toPrettyString());
        // Once before the first request to each of the two JVMs; a repeated trial is in the report once.
        long repeated =
                ended.err().lines().filter(said -> said.contains("is repeated")).count();
        assertEquals(
                2 + race.path("trials").size() + repeated,
                Files.readAllLines(folder.resolve("calls")).size());
        assertEquals(0, race.path("trials").get(0).path("errors").asInt());
    }

    /// It is waited for once: the stubborn one gives in where a virtual thread has answered, in the second arm.
    /// The other race goes on meanwhile.
    @Test
    void targetThatWillNotEndIsEnded() throws Exception {
        for (HeddleRun.Ended ended : races(List.of(), "stubborn", "daemon")) {
            JsonNode race = ended.exits(0).json("race.json");
            assertEquals(4, race.path("trials").size(), race.toPrettyString());
        }
        HeddleRun.assertNoneAlive("sleep 600");
    }

    @Test
    void targetThatTalksToOthersIsNotLoaded() throws Exception {
        InetAddress own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress())
                .findFirst()
                .orElse(null);
        if (own == null) {
            System.out.println("skipped: this machine has no address beyond loopback");
        }
        Assumptions.assumeTrue(own != null);
        try (ServerSocket production = new ServerSocket()) {
            production.bind(new InetSocketAddress(own, 0));
            String to = own.getHostAddress() + ":" + production.getLocalPort();
            HeddleRun.Ended refused = race(List.of(), "outbound --to=" + to).exits(2);
            assertTrue(
                    refused.err().contains(own.getHostAddress())
                            && refused.err().contains("--allow-outbound"),
                    refused.err());
            assertEquals(0, refused.json("race.json").path("trials").size());
            race(List.of("--allow-outbound", own.getHostAddress()), "outbound --to=" + to)
                    .exits(0);
        }
    }

    @Test
    void fileThatIsNoJar() throws Exception {
        Files.writeString(folder.resolve("app.jar"), "this is no jar");
        refusedAndNothingMade("""
                heddle: app.jar is not a jar, or only a part of one (zip END header not found)
                  try: build or download it again
                """, "app.jar");
        refusedAndNothingMade("""
                heddle: there is no file missing.jar
                  try: name the jar of the service, or start it with --exec
                """, "missing.jar", "--json", "race.json");
        refusedAndNothingMade("""
                heddle: there is no file missing.jar
                  try: name the jar of the service, or start it with --exec
                """, "--exec", "{java} -jar missing.jar");
        refusedAndNothingMade("""
                heddle: --header: the header 'two words' has a name or a value that HTTP forbids
                  try: names have no blanks and values no line breaks
                """, "app.jar", "--header", "two words: 1");
    }

    private void refusedAndNothingMade(String said, String... arguments) throws Exception {
        HeddleRun.Ended ended = HeddleRun.start(
                        folder,
                        Stream.concat(Stream.of("race"), Stream.of(arguments)).toList())
                .await()
                .exits(2);
        assertEquals(said, ended.err());
        assertEquals("", ended.out());
        assertFalse(Files.exists(folder.resolve(".heddle")) || Files.exists(folder.resolve("race.json")));
    }

    @Test
    void jarForANewerJdk() throws Exception {
        Path jar = folder.resolve("newer.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "app.Main");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new ZipEntry("app/Main.class"));
            out.write(new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, 99, 0, 1});
        }
        String err = HeddleRun.run(folder, "race", "newer.jar").exits(2).err();
        assertTrue(err.contains("55"), err);
    }

    @Test
    void jdkWithoutVirtualThreads() throws Exception {
        Path home = folder.resolve("jdk-17");
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        Path java = Files.createFile(home.resolve("bin/java"));
        assertTrue(java.toFile().setExecutable(true));
        String err = race(List.of("--jdk", home.toString()), "fine").exits(2).err();
        assertTrue(err.contains("17.0.15") && err.contains("21"), err);
    }
}
