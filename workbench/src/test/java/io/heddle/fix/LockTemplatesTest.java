package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.Compiled;
import io.heddle.fix.lock.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What an edit makes of monitors does what the monitors did, in whatever order the threads run.
@Tag("slow")
class LockTemplatesTest {

    @TempDir
    private Path folder;

    static List<LockTemplate> templates() {
        return LockTemplate.all();
    }

    @ParameterizedTest
    @MethodSource("templates")
    void locksDoWhatMonitorsDid(LockTemplate template) throws Exception {
        assertEquals(template.outcomes(), outcomes(template, template.code()), "with monitors");
        assertEquals(template.outcomes(), outcomes(template, edited(template)), "with locks");
    }

    /// An edit that people got wrong by hand.
    ///
    /// @param name of the mistake
    /// @param mistake is made in the right edit
    /// @param shows an outcome that monitors never have
    record Wrong(String name, LockTemplate template, UnaryOperator<String> mistake, String shows) {

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Wrong> wrongEdits() {
        return Stream.of(
                new Wrong(
                        "no lock",
                        LockTemplate.REENTRANT,
                        code -> code.replace("lock.lock();", "").replace("lock.unlock();", ""),
                        "1 1"),
                new Wrong(
                        "two locks",
                        LockTemplate.NESTED,
                        code -> code.replaceFirst("second\\.lock", "first.lock")
                                .replaceFirst("second\\.unlock", "first.unlock"),
                        "11 22 1"),
                new Wrong(
                        "signal in place of signalAll",
                        LockTemplate.ALL_WAITERS,
                        code -> code.replace("signalAll", "signal"),
                        Interleavings.STUCK),
                new Wrong(
                        "if in place of while",
                        LockTemplate.ALL_WAITERS,
                        code -> code.replace("while (slot == 0)", "if (slot == 0)"),
                        "0 1 0"),
                new Wrong(
                        "no unlock where it throws",
                        LockTemplate.FAILING,
                        code -> code.replace("throw new", "lock.lock(); throw new"),
                        Interleavings.STUCK));
    }

    @ParameterizedTest
    @MethodSource("wrongEdits")
    void wrongEditsAreSeen(Wrong wrong) throws Exception {
        String right = edited(wrong.template());
        String damaged = wrong.mistake().apply(right);
        assertNotEquals(right, damaged);
        Set<String> outcomes = outcomes(wrong.template(), damaged);
        assertTrue(outcomes.contains(wrong.shows()), outcomes::toString);
    }

    private String edited(LockTemplate template) throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of(template.name(), template.code()));
        String edited = fixed.text(template.name() + ".java");
        assertTrue(edited.contains("ReentrantLock") && !edited.contains("synchronized"), fixed::said);
        return edited;
    }

    private Set<String> outcomes(LockTemplate template, String code) throws IOException, InterruptedException {
        Path classes = Compiled.all(
                Files.createTempDirectory(folder, "played"),
                Map.of(template.name(), code, template.playName(), template.play()),
                List.of());
        return Interleavings.inOwnJvm(classes, template.playName(), Files.createTempDirectory(folder, "log"));
    }
}
