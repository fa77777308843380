package io.heddle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each rule on a file whose lines that end in `// breach` must be found, and no others.
class SourceRuleTest {

    @TempDir
    private Path folder;

    @Test
    void noVar() throws IOException {
        assertFound(new NoVar(), """
                class A {
                    int var = 1;
                    void m(java.util.List<String> names) throws Exception {
                        var a = 1; // breach
                        final var b = 2; // breach
                        for (var name : names) { // breach
                            names.forEach(x -> { });
                            names.forEach((var x) -> { }); // breach
                            names.forEach(var -> System.out.println(var));
                        }
                        try (var in = System.in) { // breach
                            String text = "var c = 3;";
                        }
                        // var d = 4;
                    }
                }
                """);
    }

    @Test
    void noLegacyJavadoc() throws IOException {
        assertFound(new NoLegacyJavadoc(), """
                /// Fine.
                class A {
                    /** Old. */ // breach
                    int a;
                    /* A note. */
                    String b = "/** in a string */";
                    String c = \"""
                        /** in a text block */
                        \""";
                    char d = '"'; /** After a quote. */ // breach
                    /**/
                    // /** in a line comment */
                    void m() {
                        /** Hangs on nothing. */ // breach
                    }
                }
                """);
    }

    @Test
    void noUnfinishedMark() throws IOException {
        assertFound(new NoUnfinishedMark(), """
                class A {
                    String todo = "TODO";
                    int a; // TODO later // breach
                    /* FIXME */ // breach
                    int b; // a METODO
                }
                """);
    }

    @Test
    void noBareIoMessage() throws IOException {
        assertFound(new NoBareIoMessage(), """
                class A {
                    void m() {
                        try {
                            read();
                        } catch (java.io.IOException | SecurityException e) {
                            throw new IllegalStateException(e.getMessage()); // breach
                        } catch (RuntimeException e) {
                            throw new IllegalStateException(e.getMessage());
                        }
                    }
                }
                """);
    }

    private void assertFound(SourceRule rule, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("A.java"), text);
        List<String> lines = text.lines().toList();
        List<Long> expected = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).endsWith("// breach"))
                .mapToObj(i -> i + 1L)
                .toList();
        assertEquals(
                expected,
                rule.check(SourceFile.parse(List.of(file)).getFirst()).stream()
                        .map(Breach::line)
                        .distinct()
                        .toList());
    }
}
