package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Certainty;
import io.heddle.model.Watch;
import io.heddle.watch.KnownAnswersTest.Known;
import io.heddle.watch.live.LiveWatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs whose answer no recording holds, watched as they run.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveAnswersTest {

    private static final Duration WINDOW = Duration.ofSeconds(4);

    private Several several = new Several();

    @BeforeAll
    void startAll(@TempDir Path folder) {
        several = Several.start(
                Stream.concat(sick().stream(), healthy().stream()).toList(), folder, LiveAnswersTest::watch);
    }

    static List<Known> sick() {
        return List.of(
                new Known(21, "deadlock", "monitor Span.finish"),
                new Known(25, "convoy", "lock-convoy Registry.update"),
                new Known(21, "pool", "pool-wait Orders.load"),
                new Known(25, "pool", "pool-wait Orders.load"),
                new Known(21, "leak", "leak Subscriptions.listen"),
                new Known(25, "leak", "leak Subscriptions.listen"),
                new Known(21, "sync-sleep", "monitor Ledger.post"),
                new Known(21, "yield", "spin Turnstile.await"));
    }

    static List<Known> healthy() {
        return Stream.concat(
                        sick().stream().map(known -> new Known(known.jdk(), known.program() + "-healthy", "")),
                        Stream.of(new Known(25, "deadlock", "")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("sick")
    void namesWhoHolds(Known known) throws Exception {
        Watch watch = several.of(known);
        assertEquals(state(known.program()), watch.state(), () -> KnownAnswersTest.show(watch));
        assertTrue(
                watch.holders().stream().map(KnownAnswersTest::answer).toList().contains(known.answer()),
                () -> KnownAnswersTest.show(watch));
        if (known.program().equals("deadlock")) {
            assertFalse(watch.graph().isEmpty(), () -> KnownAnswersTest.show(watch));
            assertTrue(
                    String.join("\n", watch.graph().lines()).contains("\"next\" waits for the ReentrantLock"),
                    () -> KnownAnswersTest.show(watch));
        }
        if (known.program().equals("convoy")) {
            assertEquals(Certainty.CONFIRMED, watch.certainty(), () -> KnownAnswersTest.show(watch));
            assertTrue(
                    KnownAnswersTest.show(watch)
                            .replaceAll("\\s+", " ")
                            .matches(".*monitors are handed over [1-9][0-9,]* times a second.*"),
                    () -> KnownAnswersTest.show(watch));
        }
    }

    private static Watch.State state(String program) {
        return switch (program) {
            case "deadlock" -> Watch.State.STUCK;
            case "convoy", "pool" -> Watch.State.CONTENDED;
            default -> Watch.State.DELAYED;
        };
    }

    @ParameterizedTest
    @MethodSource("healthy")
    void callsHealthyWhatIs(Known known) throws Exception {
        Watch watch = several.of(known);
        assertEquals(Watch.State.HEALTHY, watch.state(), () -> KnownAnswersTest.show(watch));
    }

    /// The target's temporary folder is its own, to see what stays in it.
    static Watch watch(Known known, Path folder) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        try (Holding holding = Holding.start(known.jdk(), folder, known.program(), 60, "-Djava.io.tmpdir=" + temporary)
                .ready()) {
            Watch watch = LiveWatch.run(
                    new LiveWatch.Options(
                            holding.pid(),
                            WINDOW,
                            Optional.empty(),
                            Duration.ofMillis(20),
                            Optional.empty(),
                            Optional.empty()),
                    new Silent(),
                    "test",
                    List.of());
            try (Stream<Path> left = Files.walk(temporary)) {
                assertEquals(
                        List.of(),
                        left.filter(Files::isRegularFile)
                                .filter(file -> !file.toString().contains("hsperfdata"))
                                .toList());
            }
            assertFalse(holding.said().contains("WARNING"), holding.said());
            return watch;
        }
    }

    private record Silent() implements WatchEvents {

        @Override
        public void say(String line) {
            // nobody reads it
        }

        @Override
        public void second(long seconds, double outstandingMillis, long queued) {
            // nobody reads it
        }
    }
}
