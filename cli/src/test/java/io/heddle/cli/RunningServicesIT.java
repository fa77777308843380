package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Services that somebody else started: raced, and left alone.
@Tag("slow")
class RunningServicesIT {

    private static final Path FAULTY = HeddleRun.ROOT.resolve("demo/faults/target/heddle-faults.jar");
    private static final String LISTENING = "listening on ";

    @TempDir
    private Path folder;

    private final List<Process> services = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Process service : services) {
            service.destroyForcibly().waitFor();
        }
    }

    @Test
    void areRacedWithoutAnAgentAndOutliveIt() throws Exception {
        int platform = serve("platform", List.of());
        int virtual = serve("virtual", List.of());
        HeddleRun.Ended ended = HeddleRun.run(
                        folder,
                        "race",
                        "--platform-url",
                        "http://localhost:" + platform,
                        "--virtual-url",
                        "http://127.0.0.1:" + virtual,
                        "--connections",
                        "10",
                        "--duration",
                        "300ms",
                        "--repetitions",
                        "1",
                        "--quick",
                        "--rate",
                        "50",
                        "--pool",
                        "orders=400",
                        "--json",
                        "race.json",
                        "--html",
                        "race.html")
                .exits(0);
        JsonNode race = ended.json("race.json");
        assertEquals(4, race.path("trials").size(), race.toPrettyString());
        race.path("trials").forEach(trial -> {
            assertTrue(trial.path("virtualShare").isNull(), trial.toString());
            assertTrue(
                    trial.path("requests").asInt() > 0 && trial.path("errors").asInt() == 0, trial.toString());
        });
        assertTrue(
                race.path("target").path("notes").toString().contains("virtualShare is null"),
                race.path("target").toString());
        assertTrue(
                race.path("bounds").toString().contains("400 told"),
                race.path("bounds").toString());
        assertTrue(services.stream().allMatch(Process::isAlive));
    }

    /// Nothing is known of such a service but what it answers, and its output is not Heddle's.
    @Test
    void thatAnswerWithErrorsOrNotAtAllAreToldWithTheirAddress() throws Exception {
        int fails = serve("fails", List.of(), "status", "--status=500");
        String failing = refused(fails, 1);
        assertTrue(failing.contains("/ answers 500"), failing);
        assertTrue(failing.contains("the output of the service at http://localhost:" + fails), failing);
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        String absent = refused(free, fails);
        assertTrue(absent.contains("nobody listens at localhost:" + free + ": the connection was refused"), absent);
    }

    private String refused(int platform, int virtual) throws Exception {
        HeddleRun.Ended ended = HeddleRun.run(
                        folder,
                        "race",
                        "--platform-url",
                        "http://localhost:" + platform,
                        "--virtual-url",
                        "http://localhost:" + virtual)
                .exits(2);
        assertEquals("", ended.out());
        return ended.err();
    }

    @Test
    void ofAnotherUserAreRefused() throws Exception {
        boolean mayBecomeAnother =
                Shell.succeeds("setpriv", "--reuid=65534", "--clear-groups", "cat", FAULTY.toString());
        if (!mayBecomeAnother) {
            System.out.println("skipped: this user cannot start a service of another user");
        }
        Assumptions.assumeTrue(mayBecomeAnother);
        int platform = serve("platform", List.of("setpriv", "--reuid=65534", "--clear-groups"));
        String err = HeddleRun.run(
                        folder,
                        "race",
                        "--platform-url",
                        "http://localhost:" + platform,
                        "--virtual-url",
                        "http://localhost:1")
                .exits(2)
                .err();
        assertTrue(
                err.contains("belongs to another user (65534)") && err.contains("--i-own-this-target localhost"), err);
    }

    private int serve(String name, List<String> before, String... behaviour) throws Exception {
        Path log = folder.resolve(name + ".log");
        List<String> command = new ArrayList<>(before);
        command.addAll(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar", FAULTY.toString()));
        command.addAll(behaviour.length == 0 ? List.of("fine") : List.of(behaviour));
        Process service = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        services.add(service);
        Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
        while (!Files.readString(log).contains(LISTENING)) {
            if (Instant.now().isAfter(deadline) || !service.isAlive()) {
                throw new AssertionError("never listened: " + Files.readString(log));
            }
            Thread.sleep(50);
        }
        return Files.readString(log)
                .lines()
                .filter(line -> line.startsWith(LISTENING))
                .map(line -> Integer.parseInt(line.substring(LISTENING.length())))
                .findFirst()
                .orElseThrow();
    }
}
