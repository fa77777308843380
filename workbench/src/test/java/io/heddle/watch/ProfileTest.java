package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Compiled;
import io.heddle.model.Exposure;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Measured;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A program is checked, then runs while it is recorded.
class ProfileTest {

    private static final String SHOP = """
            public class Shop {
                interface Rest { void rest(); }
                static Rest given = new Rest() { public void rest() { Shop.rest(); } };
                public static void main(String[] all) throws Exception {
                    early();
                    Thread own = new Thread(() -> { for (int i = 0; i < 20; i++) { own(); } });
                    own.start();
                    for (int i = 0; i < 30; i++) {
                        often();
                        before(false);
                    }
                    own.join();
                    if (all.length > 0) { never(); before(true); }
                }
                private static synchronized void early() { rest(); }
                private static synchronized void often() { rest(); }
                private static synchronized void never() { rest(); }
                private static void before(boolean all) {
                    rest();
                    synchronized (Shop.class) {
                        if (all) { rest(); }
                    }
                }
                private static void own() { synchronized (given) { rest(); } }
                static void rest() {
                    try { Thread.sleep(25); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void whatARecordingMetIsTold() throws Exception {
        Path classes = Compiled.all(Files.createDirectory(folder.resolve("classes")), Map.of("Shop", SHOP), List.of());
        Path file = folder.resolve("shop.jfr");
        try (Recording recording = new Recording();
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            recording
                    .enable("jdk.ThreadSleep")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.enable("jdk.ActiveSetting");
            recording.start();
            loader.loadClass("Shop").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            recording.stop();
            recording.dump(file);
        }
        Profile.Told told = Profile.of(file).measure(check(classes));
        Map<String, Finding> findings = told.findings().stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .collect(Collectors.toMap(Finding::method, Function.identity()));
        Measured often = measured(findings, "often").orElseThrow();
        // of some 1.5 s half is spent there
        assertTrue(often.millisPerSecond() > 250 && often.millisPerSecond() < 750, often.toString());
        assertTrue(often.share() >= 0.8, often.toString());
        assertEquals(Confidence.CERTAIN, of(findings, "often").confidence());
        assertEquals("the recording shows it", of(findings, "often").reason());
        assertEquals(Exposure.SOME_REQUESTS, of(findings, "often").context().exposure());
        Measured early = measured(findings, "early").orElseThrow();
        assertTrue(early.isWait() && !early.isRepeated(), early.toString());
        assertEquals(Exposure.ONCE, of(findings, "early").context().exposure());
        assertEquals(Optional.empty(), measured(findings, "never"));
        Measured before = measured(findings, "before").orElseThrow();
        assertFalse(before.isWait(), "it waited before it held the monitor: " + before);
        assertTrue(before.share() >= 0.8, before.toString());
        assertTrue(measured(findings, "own").orElseThrow().isWait());
        assertEquals(
                Confidence.POSSIBLE,
                of(findings, "own").confidence(),
                "only the program's own platform thread gets there");
        assertTrue(
                told.notes()
                        .getLast()
                        .matches(".*shop.jfr, \\d s, met 4 of \\d+ places, 3 of them in waits;.*1000000 ns.*"),
                told.notes().toString());
    }

    @Test
    void aFileThatIsNoRecordingIsAnError() throws Exception {
        Path none = folder.resolve("none.jfr");
        assertThrows(Failure.class, () -> Profile.of(none));
        Path text = Files.writeString(folder.resolve("text.jfr"), "no recording");
        Failure failure = assertThrows(Failure.class, () -> Profile.of(text).measure(List.of()));
        assertTrue(
                String.valueOf(failure.getMessage()).contains("text.jfr cannot be read as a flight recording"),
                failure::toString);
    }

    private static List<Finding> check(Path classes) {
        return Checker.run(new CheckOptions(
                        List.of(classes),
                        List.of(),
                        Map.of(),
                        List.of(21),
                        Map.of(),
                        false,
                        Confidence.POSSIBLE,
                        Set.of()))
                .findings();
    }

    private static Optional<Measured> measured(Map<String, Finding> findings, String method) {
        return of(findings, method).context().measured();
    }

    private static Finding of(Map<String, Finding> findings, String method) {
        return Objects.requireNonNull(findings.get(method), method);
    }
}
