package io.heddle.analysis.knowledge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The lists of names: each line has a source, and no list stands there twice.
class NamesTest {

    private static final Path FOLDER = Path.of(System.getProperty("heddle.root", ".."))
            .resolve("workbench/src/main/resources/io/heddle/analysis/knowledge");

    @Test
    void eachLineHasASourceAndNoListIsThereTwice() throws IOException {
        Map<Set<String>, String> seen = new HashMap<>();
        Map<String, String> twice = new TreeMap<>();
        for (String subject : subjects()) {
            Names.subject(subject).forEach((list, names) -> {
                assertFalse(names.isEmpty(), subject + " " + list);
                String other = seen.putIfAbsent(names, subject + " " + list);
                if (other != null) {
                    twice.put(subject + " " + list, other);
                }
            });
        }
        assertEquals(Map.of(), twice);
        assertFalse(seen.isEmpty());
    }

    @Test
    void namesComeInTheOrderOfTheFile() {
        assertEquals(
                List.of(
                        "java/io/InputStream",
                        "java/io/OutputStream",
                        "java/io/Reader",
                        "java/io/Writer",
                        "java/util/Scanner"),
                List.copyOf(Names.of("streams", "streams")));
    }

    @Test
    void aListThatIsNotThereIsAMistake() {
        assertThrows(IllegalArgumentException.class, () -> Names.of("streams", "rivers"));
    }

    private static List<String> subjects() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".txt", ""))
                    .sorted()
                    .toList();
        }
    }
}
