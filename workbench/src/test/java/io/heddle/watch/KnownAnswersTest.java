package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Watch;
import io.heddle.report.Style;
import io.heddle.report.watch.WatchReport;
import io.heddle.report.watch.WatchText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs whose answer is known, each in a fresh JVM, read from the recording that it made of itself.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KnownAnswersTest {

    static final double SECONDS = 2;
    private static final String HERE = "io.heddle.demo.holders.";

    /// @param answer cause, class and method; empty when this JDK has no such problem
    record Known(int jdk, String program, String answer) {

        @Override
        public String toString() {
            return program + " on " + jdk;
        }
    }

    private Several several = new Several();

    @BeforeAll
    void startAll(@TempDir Path folder) {
        several = Several.start(
                Stream.of(sick(), healthy(), silent()).flatMap(List::stream).toList(),
                folder,
                (known, own) -> FileWatch.run(
                        List.of(Holding.record(known.jdk(), own, known.program(), SECONDS)),
                        Recordings.HOMES,
                        "test",
                        List.of()));
    }

    static List<Known> sick() {
        return List.of(
                new Known(21, "sync-sleep", "monitor Ledger.post"),
                new Known(21, "platform-owner", "monitor Gate.enter"),
                new Known(21, "object-wait", "wait Mailbox.take"),
                new Known(21, "upcall", "native Callback.call"),
                new Known(25, "upcall", "native Callback.call"),
                new Known(21, "native-block", "native Nap.nap"),
                new Known(25, "native-block", "native Nap.nap"),
                new Known(21, "class-init", "class-initializer SlowSettings.<clinit>"),
                new Known(25, "class-init", "class-initializer SlowSettings.<clinit>"),
                new Known(21, "class-init-wait", "class-initializer SlowSettings.<clinit>"),
                new Known(25, "class-init-wait", "class-initializer SlowSettings.<clinit>"),
                new Known(21, "cpu", "cpu Hash.grind"),
                new Known(25, "cpu", "cpu Hash.grind"),
                new Known(21, "yield", "spin Turnstile.await"),
                new Known(25, "yield", "spin Turnstile.await"),
                new Known(21, "file", "file-io Pipe.read"),
                new Known(25, "file", "file-io Pipe.read"),
                new Known(21, "submit", "submit-failed Late.startTooLate"),
                new Known(25, "submit", "submit-failed Late.startTooLate"));
    }

    static List<Known> healthy() {
        return Stream.concat(twins(), mended())
                .filter(known -> !silent().contains(known))
                .toList();
    }

    private static Stream<Known> twins() {
        return sick().stream().map(known -> new Known(known.jdk(), known.program() + "-healthy", ""));
    }

    /// What JEP 491 has mended needs no twin.
    private static Stream<Known> mended() {
        return Stream.of("sync-sleep", "platform-owner", "object-wait").map(program -> new Known(25, program, ""));
    }

    /// Carriers are free, and virtual threads wait for a lock or a monitor of another: a recording does not tell.
    static List<Known> silent() {
        return List.of(
                new Known(21, "platform-owner-healthy", ""),
                new Known(21, "object-wait-healthy", ""),
                new Known(25, "platform-owner", ""),
                new Known(21, "class-init-healthy", ""),
                new Known(25, "class-init-healthy", ""));
    }

    @ParameterizedTest
    @MethodSource("sick")
    void namesWhoHolds(Known known) throws Exception {
        Watch watch = several.of(known);
        assertEquals(Watch.State.DELAYED, watch.state(), () -> show(watch));
        assertEquals(
                known.answer(),
                watch.holders().stream()
                        .findFirst()
                        .map(KnownAnswersTest::answer)
                        .orElse(""),
                () -> show(watch));
    }

    @ParameterizedTest
    @MethodSource("healthy")
    void callsHealthyWhatIs(Known known) throws Exception {
        Watch watch = several.of(known);
        assertEquals(Watch.State.HEALTHY, watch.state(), () -> show(watch));
        assertTrue(watch.jvm().version().startsWith(String.valueOf(known.jdk())), () -> show(watch));
    }

    @ParameterizedTest
    @MethodSource("silent")
    void isNeverSureOfWhatARecordingDoesNotTell(Known known) throws Exception {
        Watch watch = several.of(known);
        assertTrue(watch.state() == Watch.State.UNKNOWN || watch.state() == Watch.State.HEALTHY, () -> show(watch));
        assertEquals(Certainty.SUSPECTED, watch.certainty(), () -> show(watch));
        assertTrue(
                watch.notes().stream().anyMatch(note -> note.startsWith("virtual threads that park write no event")),
                () -> show(watch));
    }

    static String answer(Holder holder) {
        return holder.cause().spelled() + " "
                + (holder.type().startsWith(HERE) ? holder.type().substring(HERE.length()) : holder.type()) + "."
                + holder.method();
    }

    static String show(Watch watch) {
        return WatchText.render(WatchReport.of(watch), new Style(false, 160, Optional.empty()))
                .text();
    }
}
