package io.heddle.canary.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.canary.rollout.Answers.Answer;
import io.heddle.model.Canary;
import io.heddle.model.Failure;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An HAProxy that keeps weights, and refuses or answers oddly: a real one that is reloaded in the middle of a step, or
/// whose socket loses its level, cannot be had on demand.
class HalfHaproxyTest {

    private static final String COLUMNS =
            "1\n# be_id be_name srv_id srv_name srv_addr srv_op_state srv_admin_state srv_uweight srv_iweight\n";

    @TempDir
    private Path folder;

    private ServerSocketChannel listening;
    private final Map<String, Integer> weights = new TreeMap<>(Map.of("a", 100, "b", 0));
    private volatile String refused = "";
    private volatile int sets;
    private volatile int refusesFrom;
    private volatile UnaryOperator<String> table = UnaryOperator.identity();

    @BeforeEach
    void start() throws IOException {
        listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listening.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
        Thread.ofPlatform().daemon().start(() -> {
            while (true) {
                try (SocketChannel client = listening.accept()) {
                    ByteBuffer asked = ByteBuffer.allocate(4_096);
                    client.read(asked);
                    String command = new String(asked.array(), 0, asked.position(), StandardCharsets.US_ASCII).strip();
                    client.write(ByteBuffer.wrap(answer(command).getBytes(StandardCharsets.UTF_8)));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    @AfterEach
    void end() throws IOException {
        listening.close();
    }

    private synchronized String answer(String command) {
        if (command.startsWith("set server")) {
            String server = command.replaceAll(".*/(\\w+) .*", "$1");
            sets++;
            if (refused.contains(server) && sets > refusesFrom) {
                return "Backend is using a static LB \u001b[31malgorithm.\n";
            }
            weights.put(server, Integer.valueOf(command.replaceAll(".* ", "")));
            return "\n";
        }
        StringBuilder rows = new StringBuilder(COLUMNS);
        weights.forEach((name, weight) -> rows.append("1 shop 1 ")
                .append(name)
                .append(" 1.1.1.1 2 0 ")
                .append(weight)
                .append(" 1\n"));
        return table.apply(rows.toString());
    }

    private synchronized Map<String, Integer> stands() {
        return Map.copyOf(weights);
    }

    private Failure walk(Canary.Kind seen) {
        return assertThrows(Failure.class, () -> {
            Split split = Split.of(new AdminSocket(folder.resolve("s")), Servers.of("a", "b"));
            Pace pace = new Pace(
                    List.of(1, 50, 100), Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofSeconds(5), false);
            new Walk(split, pace, looks(seen), () -> Answer.NOBODY, _ -> {}).run();
        });
    }

    private static Walk.Looks looks(Canary.Kind seen) {
        return new Walk.Looks() {
            @Override
            public void begin() {}

            @Override
            public void read() {}

            @Override
            public Canary look() {
                return new Canary(
                        seen, "seen", List.of(), List.of(), 1, 1, List.of(), List.of(), List.of(), Optional.empty());
            }
        };
    }

    @Test
    void aStepOfWhichOneCommandIsRefusedIsUndone() {
        refused = "a";
        Failure failure = walk(Canary.Kind.PASS);
        assertEquals(Map.of("a", 100, "b", 0), stands());
        assertEquals(
                "HAProxy does not set the weight of shop/a: Backend is using a static LB [31malgorithm.; the step was"
                        + " undone; the canary is back at 0 %",
                failure.sentence());
    }

    @Test
    void aLaterStepTooIsTakenBackToNothing() {
        refused = "a";
        refusesFrom = 2;
        Failure failure = walk(Canary.Kind.PASS);
        assertEquals(0, stands().get("b"), failure.sentence());
        assertTrue(failure.sentence().endsWith("the canary is back at 0 %"), failure.sentence());
    }

    @Test
    void aCanaryThatStaysIsTold() {
        refused = "b";
        refusesFrom = 2;
        Failure failure = walk(Canary.Kind.FAIL);
        assertEquals(1, stands().get("b"));
        assertTrue(
                failure.sentence().contains("the canary's weight is 1 still, beside the baseline's 100"),
                failure.sentence());
    }

    @Test
    void aBaselineThatKeepsItsWeightDoesNotKeepTheCanaryAlive() throws Exception {
        refused = "a";
        refusesFrom = 2;
        Split split = Split.of(new AdminSocket(folder.resolve("s")), Servers.of("a", "b"));
        split.set(50);
        split.withdraw();
        assertEquals(Map.of("a", 50, "b", 0), stands());
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483647", "-1", "NaN", "257", "1e3", "\u001b[2J"})
    void aWeightThatIsNone(String weight) {
        table = rows -> rows.replace("2 0 0 1", "2 0 " + weight + " 1");
        refusesInOneSentence();
    }

    @ParameterizedTest
    @ValueSource(strings = {"srv_uweight", "be_name", "srv_op_state"})
    void aTableWithoutAColumn(String column) {
        table = rows -> rows.replace(column, "x");
        refusesInOneSentence();
    }

    @Test
    void anAnswerThatEndsHalfWay() {
        for (int missing : new int[] {1, 3, 8, 40, 90, 200}) {
            table = rows -> rows.substring(0, Math.max(0, rows.length() - missing));
            refusesInOneSentence();
        }
    }

    private void refusesInOneSentence() {
        Failure failure = walk(Canary.Kind.PASS);
        assertEquals(Map.of("a", 100, "b", 0), stands());
        assertFalse(failure.sentence().chars().anyMatch(Character::isISOControl), failure.sentence());
        assertTrue(failure.sentence().length() < 400, failure.sentence());
    }
}
