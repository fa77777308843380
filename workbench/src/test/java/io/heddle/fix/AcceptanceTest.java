package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.fix.Acceptance.Result;
import io.heddle.fix.Acceptance.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No row that must be refused is ever patched, and what must convert does.
class AcceptanceTest {

    @TempDir
    private Path folder;

    @Test
    @Tag("slow")
    void convertsRealReleases() throws IOException {
        assertRight(Row.all().stream().filter(row -> row.release().contains("jnats")));
    }

    @Test
    @Tag("long")
    void patchesNothingThatMustBeRefused() throws IOException {
        assertRight(Row.all().stream().filter(row -> row.expected().equals("refuse")));
    }

    @Test
    @Tag("long")
    void convertsAllThatMustConvert() throws IOException {
        assertRight(Row.all().stream().filter(row -> row.expected().equals("convert")));
    }

    private void assertRight(Stream<Row> rows) throws IOException {
        Acceptance acceptance = new Acceptance(Path.of(System.getProperty("heddle.jdk21")), folder);
        List<Row> all = rows.toList();
        assertTrue(all.size() > 1);
        for (Row row : all) {
            Result result = acceptance.of(row);
            assertTrue(result.isRight(), result::toString);
        }
    }
}
