package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// 500 damaged class files and archives, of Heddle's own classes: `./dev fuzz-check` makes as many as wanted.
@Tag("slow")
class MutationsTest {

    @TempDir
    private Path folder;

    @Test
    void damagedClassFilesAreCheckedOrNamedAndNeverCrash() throws IOException {
        Path classes = Path.of(System.getProperty("heddle.root", "..")).resolve("workbench/target/classes");
        Mutations.Outcome outcome = Mutations.run(classes, Files.createDirectory(folder.resolve("mutants")), 500, 1);
        assertTrue(outcome.damaged() > 100, outcome::toString);
    }
}
