package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceMutationsTest {

    @TempDir
    private Path scratch;

    @Test
    @Tag("slow")
    void damagedSourcesAreRefusedOrWrittenWhole() throws IOException {
        SourceMutations.Outcome outcome = SourceMutations.run(scratch, 60, 1);
        assertTrue(outcome.written() > 0 && outcome.refused().containsKey("source-differs"), outcome::toString);
    }
}
