package io.heddle.canary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.rollout.InFlight;
import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import io.heddle.demo.servers.RealServer.Kind;
import io.heddle.model.Canary;
import io.heddle.net.Deadline;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A canary that stops to answer, told from logs alone and with its balancer, which is a real HAProxy.
class SilenceTest {

    private static final double START = 1_764_000_000;

    @TempDir
    private Path folder;

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void aLogAloneIsUndecidedWhereTheCanaryIsSilent() throws Exception {
        Canary canary = judge(log(600, 200, 0), Optional.empty());
        assertEquals(Canary.Kind.UNDECIDED, canary.kind(), canary::reason);
        assertTrue(canary.reason().startsWith("silent: nothing of the canary has come for 400 s"), canary::reason);
        assertTrue(canary.reason().contains("--inflight"), canary::reason);
        assertFalse(canary.notes().toString().contains("takes more traffic"), canary.notes()::toString);
    }

    @Test
    void aRestartOfAMinuteIsNoSilence() throws Exception {
        Canary canary = judge(log(600, 200, 260), Optional.empty());
        assertFalse(canary.reason().startsWith("silent"), canary::reason);
        Canary before = judge(log(300, 240, 0), Optional.empty());
        assertFalse(before.reason().startsWith("silent"), before::reason);
    }

    @Test
    void aCanaryThatSeldomHasARequestIsNotSilent() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            lines.add(line(i, 20, "baseline"));
            if (i % 100 == 0 && i <= 2_500) {
                lines.add(line(i, 20, "canary"));
            }
        }
        Canary canary =
                judge(Files.writeString(folder.resolve("seldom.jsonl"), String.join("", lines)), Optional.empty());
        assertFalse(canary.reason().startsWith("silent"), canary::reason);
    }

    @Test
    void requestsThatTookMuchLongerAreMentioned() throws Exception {
        Path log = log(200, 200, 0);
        Files.writeString(log, Files.readString(log) + line(199, 79_000, "canary"));
        Canary canary = judge(log, Optional.empty());
        assertTrue(
                canary.notes().stream()
                        .anyMatch(note ->
                                note.startsWith("1 of the canary's requests took longer than 10 s, the longest 79 s")),
                canary.notes()::toString);
    }

    /// Its log has nothing since the canary accepts connections and reads none.
    @Test
    void aCanaryThatItsBalancerSendsToFailsAndOneWithoutWeightDoesNot() throws Exception {
        int port = Ports.free();
        Path socket = folder.resolve("a.sock");
        try (ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                RealServer _ = RealServer.start(
                        Kind.HAPROXY,
                        folder,
                        """
                        global
                            stats socket %s mode 600 level admin
                        defaults
                            mode http
                            timeout connect 5s
                            timeout client 60s
                            timeout server 60s
                        frontend in
                            bind 127.0.0.1:%d
                            default_backend shop
                        backend shop
                            server new 127.0.0.1:%d weight 1
                            server idle 127.0.0.1:%d weight 0
                        """.formatted(socket, port, deaf.getLocalPort(), deaf.getLocalPort()),
                        port);
                Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            Path log = log(600, 200, 0);
            Canary idle = judge(log, Optional.of(inFlight(socket, "shop/new")));
            assertEquals(Canary.Kind.UNDECIDED, idle.kind(), idle::reason);
            assertTrue(idle.reason().contains("has 0 requests there"), idle::reason);
            client.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            client.getOutputStream().flush();
            Canary stuck = judge(log, Optional.of(inFlight(socket, "shop/new")));
            assertEquals(Canary.Kind.FAIL, stuck.kind(), stuck::reason);
            assertTrue(
                    stuck.reason().contains("HAProxy sends to it with weight 1, and has 1 request there"),
                    stuck::reason);
            Canary drained = judge(log, Optional.of(inFlight(socket, "shop/idle")));
            assertEquals(Canary.Kind.UNDECIDED, drained.kind(), drained::reason);
            Canary never = judge(log(600, 0, 0), Optional.of(inFlight(socket, "shop/new")));
            assertEquals(Canary.Kind.FAIL, never.kind(), never::reason);
        }
    }

    private static InFlight inFlight(Path socket, String server) {
        return InFlight.of("haproxy:" + socket + "#" + server, Deadline.NONE);
    }

    private Canary judge(Path log, Optional<InFlight> inFlight) throws InterruptedException {
        try (CanaryRun run = CanaryRun.open(log + "#baseline", log + "#canary", CanaryPlan.DEFAULT, Optional.empty())
                .silentAfter(Duration.ofMinutes(2), inFlight)) {
            return run.last();
        }
    }

    /// Requests of both arms, 20 a second each.
    ///
    /// @param until second from which the canary does not answer
    /// @param from second from which it answers again; 0 for never
    private Path log(int seconds, int until, int from) throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < seconds * 20; i++) {
            double at = i / 20.0;
            double millis = 20 * Math.exp(0.3 * random.nextGaussian());
            lines.add(line(at, millis, "baseline"));
            if (at < until || from > 0 && at >= from) {
                lines.add(line(at, millis, "canary"));
            }
        }
        return Files.writeString(Files.createTempFile(folder, "log", ".jsonl"), String.join("", lines));
    }

    private static String line(double at, double millis, String arm) {
        return String.format(
                Locale.ROOT,
                "{\"t\": %.3f, \"ms\": %.2f, \"status\": 200, \"arm\": \"%s\"}%n",
                START + at,
                millis,
                arm);
    }
}
