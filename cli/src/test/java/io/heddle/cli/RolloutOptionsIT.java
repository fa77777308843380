package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.demo.servers.Ports;
import io.heddle.demo.servers.RealServer;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How `heddle canary rollout` ends where nothing is decided: a real HAProxy without traffic.
@Tag("slow")
class RolloutOptionsIT {

    @TempDir
    private Path folder;

    private RealServer haproxy;
    private Path socket;

    @BeforeEach
    void startHaProxy() throws Exception {
        int port = Ports.free();
        socket = folder.resolve("admin.sock");
        Files.createFile(folder.resolve("requests.jsonl"));
        haproxy =
                RealServer.start(RealServer.Kind.HAPROXY, folder.resolve("haproxy"), """
                global
                    stats socket %s mode 600 level admin
                defaults
                    mode http
                    timeout connect 5s
                    timeout client 5s
                    timeout server 5s
                frontend in
                    bind 127.0.0.1:%d
                    default_backend shop
                backend shop
                    server platform 127.0.0.1:1 weight 100
                    server virtual 127.0.0.1:2 weight 0
                """.formatted(socket, port), port);
    }

    @AfterEach
    void endHaProxy() {
        haproxy.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void ctrlCGoesBackToNothing(String signal) throws Exception {
        HeddleRun heddle = rollout();
        heddle.awaitSaid("the canary takes 20 %");
        interrupt(heddle, signal);
        String err = heddle.await().exits(2).err();
        assertTrue(err.contains("stopped; it is back at 0 %"), err);
        assertEquals(List.of("platform 100/100", "virtual 0/0"), weights());
    }

    @Test
    void ctrlCLeavesTheWeightWhereThatWasAsked() throws Exception {
        HeddleRun heddle = rollout("--keep-on-interrupt");
        heddle.awaitSaid("the canary takes 20 %");
        interrupt(heddle, "INT");
        String err = heddle.await().exits(2).err();
        assertTrue(err.contains("stopped: the canary is left at 20 %"), err);
        assertEquals(List.of("platform 80/100", "virtual 20/0"), weights());
    }

    @Test
    void aPersonDecidesWhatIsUndecidedAtTheDeadline() throws Exception {
        HeddleRun heddle = rollout("--max-duration", "1s");
        heddle.awaitSaid("type go for the next weight");
        type(heddle, "go\n");
        heddle.await().exits(0);
        assertEquals(List.of("platform 0/100", "virtual 100/0"), weights());
    }

    @Test
    void withoutAPersonTheWeightIsLeft() throws Exception {
        HeddleRun heddle = rollout("--max-duration", "1s");
        heddle.process().getOutputStream().close();
        String err = heddle.await().exits(3).err();
        assertTrue(err.contains("nobody is here to ask: the canary is left at 20 %"), err);
        assertEquals(List.of("platform 80/100", "virtual 20/0"), weights());
    }

    @Test
    void saysWhatIsWrongWithTheSocketAndTheServers() throws Exception {
        String gone = HeddleRun.run(folder, arguments(folder.resolve("none.sock"), "platform,virtual"))
                .exits(2)
                .err();
        assertTrue(gone.contains("there is no admin socket") && gone.contains("level admin"), gone);
        String other = HeddleRun.run(folder, arguments(socket, "platform,green"))
                .exits(2)
                .err();
        assertTrue(other.contains("HAProxy has shop/platform, shop/virtual"), other);
    }

    private HeddleRun rollout(String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(arguments(socket, "platform,virtual")));
        arguments.addAll(List.of(more));
        return HeddleRun.start(folder, arguments);
    }

    private static String[] arguments(Path socket, String servers) {
        return new String[] {
            "canary",
            "rollout",
            "--haproxy",
            socket.toString(),
            "--servers",
            servers,
            "--baseline",
            "requests.jsonl",
            "--canary",
            "requests.jsonl",
            "--weights",
            "20,100",
            "--step",
            "100ms",
            "--every",
            "100ms"
        };
    }

    private static void interrupt(HeddleRun heddle, String signal) throws Exception {
        String pid = Long.toString(heddle.process().pid());
        assertEquals(0, new ProcessBuilder("kill", "-" + signal, pid).start().waitFor());
    }

    private static void type(HeddleRun heddle, String text) throws IOException {
        heddle.process().getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        heddle.process().getOutputStream().flush();
    }

    /// Current and initial weights, as HAProxy's own words have them.
    private List<String> weights() throws IOException {
        List<String> weights = new ArrayList<>();
        for (String server : List.of("platform", "virtual")) {
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(socket));
                channel.write(
                        ByteBuffer.wrap(("get weight shop/" + server + "\n").getBytes(StandardCharsets.US_ASCII)));
                ByteBuffer answer = ByteBuffer.allocate(1_000);
                while (channel.read(answer) >= 0) {
                    // until HAProxy closes it
                }
                String said = new String(answer.array(), 0, answer.position(), StandardCharsets.US_ASCII);
                weights.add(server + " " + said.strip().replaceAll("^(\\d+) \\(initial (\\d+)\\)$", "$1/$2"));
            }
        }
        return weights;
    }
}
