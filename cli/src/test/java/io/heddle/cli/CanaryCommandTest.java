package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.model.Canary;
import io.heddle.model.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CanaryCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    /// Both arms in one file, 50 requests a second.
    private String log(int seconds, double times) throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < seconds * 50; i++) {
            log.append(String.format(
                    Locale.ROOT,
                    "{\"t\": %.2f, \"ms\": %.2f, \"status\": %d, \"arm\": \"%s\"}%n",
                    1_764_000_000 + i / 50.0,
                    20 * Math.exp(0.6 * random.nextGaussian()) * (i % 2 == 0 ? 1 : times),
                    random.nextInt(50) == 0 ? 500 : 200,
                    i % 2 == 0 ? "baseline" : "canary"));
        }
        return Files.writeString(folder.resolve("log.jsonl"), log).toString();
    }

    @Test
    void equalArmsPassWithZero() throws Exception {
        String log = log(900, 1);
        assertEquals(0, heddle("canary", "judge", "--baseline", log, "--canary", log), out::toString);
        assertTrue(out.toString().startsWith("pass "), out::toString);
    }

    @Test
    void aSlowCanaryFailsWithOneAndJsonSaysSo() throws Exception {
        String log = log(300, 1.5);
        assertEquals(1, heddle("canary", "judge", "--baseline", log, "--canary", log, "--json", "-"));
        JsonNode json = JsonMapper.builder().build().readTree(out.toString());
        assertEquals("fail", json.path("verdict").asText());
        assertTrue(json.path("reason").asText().contains("p50 of the canary is 1."), out::toString);
        JsonNode p50 = json.path("metrics").get(0);
        assertEquals("p50", p50.path("name").asText());
        assertEquals("worse", p50.path("shown").asText());
        assertEquals(0.1, p50.path("tolerance").asDouble());
        for (String key :
                new String[] {"estimate", "low", "high", "nBaseline", "nCanary", "blocks", "autocorrelation"}) {
            assertTrue(p50.path(key).isNumber(), key);
        }
        assertTrue(json.path("notShown").isArray());
        assertEquals(1, json.path("looks").asInt());
    }

    /// A server that sends a byte now and then never ends an answer.
    @Test
    void aWatchEndsInItsTimeWhateverAServerDoes() throws Exception {
        try (ServerSocket drips = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> drip(drips));
            String source = "prometheus:http://ann:hunter2@127.0.0.1:" + drips.getLocalPort() + "#x";
            long began = System.nanoTime();
            assertEquals(
                    2, heddle("canary", "watch", "--baseline", source, "--canary", source, "--max-duration", "1s"));
            assertTrue(Duration.ofNanos(System.nanoTime() - began).toSeconds() < 8, "one second was allowed");
            assertTrue(err.toString().contains("has not answered whole within"), err::toString);
            assertFalse(err.toString().contains("hunter2"), err::toString);
        }
    }

    private static void drip(ServerSocket server) {
        try (Socket client = server.accept()) {
            client.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                client.getOutputStream().write(' ');
                Thread.sleep(50);
            }
        } catch (IOException | InterruptedException gone) {
            // The client has ended it.
        }
    }

    /// Nothing that a source answers ends the looking of `serve`, and what is told of it has no password.
    @Test
    void looksGoOnWhateverFails() throws Exception {
        Canary canary = new Canary(
                Canary.Kind.UNDECIDED,
                "",
                List.of(),
                List.of(),
                1,
                1,
                List.of(),
                List.of(),
                List.of(),
                Optional.empty());
        AtomicInteger looked = new AtomicInteger();
        CanaryLooks looks = new CanaryLooks(
                () -> {},
                () -> switch (looked.getAndIncrement()) {
                    case 0 -> canary;
                    case 1 -> throw new IllegalStateException("nobody foresaw this");
                    case 2 -> throw new Failure("http://ann:hunter2@host/ is ill", "wait");
                    default -> canary;
                },
                Duration.ofMillis(150));
        Thread thread = Thread.ofVirtual().start(looks::run);
        List<Optional<String>> troubles = new ArrayList<>();
        while (looked.get() < 5) {
            Optional<String> trouble = looks.seen().trouble();
            if (troubles.isEmpty() || !troubles.getLast().equals(trouble)) {
                troubles.add(trouble);
            }
            Thread.sleep(10);
        }
        thread.interrupt();
        assertTrue(thread.join(Duration.ofSeconds(10)));
        assertEquals(
                List.of(
                        Optional.empty(),
                        Optional.of("a look failed in a way that nobody foresaw (IllegalStateException)"),
                        Optional.of("http://ann:***@host/ is ill"),
                        Optional.empty()),
                troubles);
    }

    @Test
    void aCommentIsWrittenToOutputInPlaceOfTheText() throws Exception {
        String log = log(900, 1);
        assertEquals(0, heddle("canary", "judge", "--baseline", log, "--canary", log, "--markdown", "-"));
        assertTrue(out.toString().startsWith("## Heddle canary: pass\n"), out::toString);
        assertTrue(out.toString().contains("| <code>p50</code> | "), out::toString);
    }

    @Test
    void tooLittleIsUndecidedWithThree() throws Exception {
        String log = log(20, 1);
        assertEquals(3, heddle("canary", "judge", "--baseline", log, "--canary", log));
        assertTrue(out.toString().contains("of 15 blocks"), out::toString);
    }

    @Test
    void watchEndsWithTheVerdictAndAtItsTime() throws Exception {
        String log = log(300, 1.5);
        assertEquals(1, heddle("canary", "watch", "--baseline", log, "--canary", log, "--every", "1s"));
        String few = log(20, 1);
        assertEquals(
                3,
                heddle(
                        "canary",
                        "watch",
                        "--baseline",
                        few,
                        "--canary",
                        few,
                        "--every",
                        "300ms",
                        "--max-duration",
                        "1s"));
        assertTrue(err.toString().contains("undecided after 20 s: p50"), err::toString);
    }

    @Test
    void mistakesAreSaidInOneSentence() throws Exception {
        String log = log(20, 1);
        for (String[] wrong : new String[][] {
            {"--baseline", "no/such.jsonl", "--canary", log},
            {"--baseline", log + "#nobody", "--canary", log + "#canary"},
            {"--baseline", "nginx-log:" + log, "--canary", "nginx-log:" + log + "#b"},
            {"--baseline", "haproxy-udp:127.0.0.1:nix#a", "--canary", "haproxy-udp:127.0.0.1:nix#b"},
            {"--baseline", "prometheus:http://127.0.0.1:1#{a=\"b\"}", "--canary", log},
            {"--baseline", log, "--canary", log, "--quantiles", "0.5,1.5"},
            {"--baseline", log, "--canary", log, "--tolerance", "0"},
            {"--baseline", log, "--canary", log, "--baseline-metrics", "http://127.0.0.1:1/"},
            {"--baseline", log, "--canary", log, "--baseline-metrics", "ftp://x", "--canary-metrics", "ftp://y"},
            {"--baseline", "#", "--canary", log},
            {"--canary", log},
        }) {
            String[] args = new String[wrong.length + 2];
            args[0] = "canary";
            args[1] = "judge";
            System.arraycopy(wrong, 0, args, 2, wrong.length);
            assertEquals(2, heddle(args), () -> String.join(" ", args) + "\n" + out);
            assertTrue(err.toString().contains("  try: "), err::toString);
            assertFalse(err.toString().contains("\tat "), err::toString);
            err.getBuffer().setLength(0);
        }
    }

    private int heddle(String... args) {
        out.getBuffer().setLength(0);
        Heddle heddle = new Heddle();
        CommandLine line = heddle.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return heddle.run(line, args);
    }
}
