package io.heddle.check.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What check says of the shapes is still what the page of `./dev truth` compares with what JDK 21 and 25 did: no JVM
/// is started here.
@Tag("slow")
class TruthTest {

    @TempDir
    private Path folder;

    @Test
    void thePageStillTellsWhatIsPredicted() throws IOException {
        String home = System.getProperty("heddle.jdk21", "");
        Assumptions.assumeFalse(home.isBlank(), "SKIPPED: no JDK 21 here");
        Programs programs = Programs.compiled(folder);
        List<String> page = Files.readAllLines(
                Path.of(System.getProperty("heddle.root", "..")).resolve("docs/truth.md"));
        assertEquals(
                page.stream()
                        .filter(line -> line.startsWith("| predicted by |"))
                        .toList(),
                List.of(
                        Truth.byRule(programs.predicted(21, Path.of(home))),
                        Truth.byRule(programs.predicted(25, Path.of(System.getProperty("java.home"))))));
    }

    @Test
    void everyRuleThatHoldsACarrierHasAShape() throws IOException {
        Map<String, Set<String>> predicted =
                Programs.compiled(folder).predicted(25, Path.of(System.getProperty("java.home")));
        assertEquals(Set.of(), predicted.get(new Shape(Sink.NOTHING, Hold.METHOD).name()));
        assertEquals(Set.of("cpu-under-request"), predicted.get(new Shape(Sink.SPIN, Hold.NOTHING).name()));
        assertEquals(Set.of("file-io-holds-carrier"), predicted.get(new Shape(Sink.FILE, Hold.NOTHING).name()));
    }
}
