package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Check;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Classes that the code calls and that are not there are told of.
class MissingClassesTest {

    @TempDir
    private Path folder;

    @Test
    void whatIsNotThereIsSaidAndWithItNothingIsSaid() throws IOException {
        Path library = Compiled.all(Files.createDirectory(folder.resolve("library")), Map.of("Client", """
                package org.acme.client.http;
                public class Client {
                    public String ask() { return ""; }
                    public static class Answer { public static String of(String text) { return text; } }
                }"""), List.of());
        Path own = Compiled.all(Files.createDirectory(folder.resolve("own")), Map.of("Shop", """
                public class Shop {
                    private final org.acme.client.http.Client client = new org.acme.client.http.Client();
                    public synchronized String price() { return org.acme.client.http.Client.Answer.of(client.ask()); }
                }"""), List.of(library));
        List<String> alone = notes(own, List.of());
        assertEquals(1, alone.size());
        assertTrue(
                alone.getFirst()
                        .startsWith("not read: 2 classes that the code calls are not here, of org.acme.client. "),
                alone::toString);
        assertEquals(List.of(), notes(own, List.of(library)));
    }

    private static List<String> notes(Path own, List<Path> libraries) {
        return Checker.run(new CheckOptions(
                        List.of(own),
                        libraries,
                        Map.of(),
                        List.of(25),
                        Map.of(25, Path.of(System.getProperty("java.home"))),
                        false,
                        Confidence.LIKELY,
                        Set.of()))
                .notes()
                .stream()
                .filter(note -> note.startsWith(Check.NOT_READ))
                .toList();
    }
}
