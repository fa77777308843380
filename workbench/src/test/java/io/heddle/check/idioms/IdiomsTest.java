package io.heddle.check.idioms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares what a check says of common forms with what JDK 21 did, which `./dev truth-idioms` wrote down. Nothing is
/// run here.
@Tag("slow")
class IdiomsTest {

    /// The least share of programs that pin which a check finds at likely or surer.
    private static final double FLOOR = 0.88;

    @Test
    void mostProgramsThatPinAreFoundAndWhatIsCertainPins(@TempDir Path folder) throws IOException {
        String home = System.getProperty("heddle.jdk21", "");
        Assumptions.assumeFalse(home.isBlank(), "SKIPPED: no JDK 21 here");
        Map<String, String> truth = Idioms.truth();
        Idioms.Score score =
                Idioms.Score.of(truth, Idioms.compiled(folder.resolve("work")).told(Path.of(home)));
        System.out.print(score.lines());
        assertTrue(score.pins() >= 150 && score.free() >= 60, score::lines);
        assertEquals(List.of(), score.falselyCertain());
        assertTrue(score.sure() >= FLOOR * score.pins(), score::lines);
        assertTrue(score.falselySure().size() <= 2, score::lines);
    }
}
