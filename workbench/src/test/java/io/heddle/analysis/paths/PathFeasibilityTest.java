package io.heddle.analysis.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.AnalysedSnippet;
import io.heddle.analysis.Snippet;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is known on a path may refute it: then it is only possible.
class PathFeasibilityTest {

    @TempDir
    private Path folder;

    @Test
    void aConstantArgumentDecidesTheBranch() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static void read(boolean block) throws Exception { if (block) { Thread.sleep(1); } }
                public static void looks() throws Exception { read(false); }
                public static void waits() throws Exception { read(true); }""").analysed();
        assertEquals(Confidence.POSSIBLE, confidence(snippet, "looks"));
        assertEquals(Confidence.CERTAIN, confidence(snippet, "waits"));
    }

    @Test
    void theObjectsClassDecidesWhatItsInheritedMethodCalls() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static abstract class Base {
                    void run() throws Exception { step(); }
                    abstract void step() throws Exception;
                }
                static class Sleeps extends Base { void step() throws Exception { Thread.sleep(1); } }
                static class Works extends Base { void step() {} }
                public static void works() throws Exception { new Works().run(); }
                public static void waits() throws Exception { new Sleeps().run(); }""").analysed();
        assertEquals(Confidence.POSSIBLE, confidence(snippet, "works"));
        assertEquals(Confidence.CERTAIN, confidence(snippet, "waits"));
    }

    @Test
    void anotherPathReplacesOneThatIsRefuted() throws IOException {
        AnalysedSnippet snippet = new Snippet(folder, """
                static void other() throws Exception { Thread.sleep(1); }
                static void read(boolean block) throws Exception { if (block) { Thread.sleep(1); } else { other(); } }
                public static void looks() throws Exception { read(false); }
                public static void waits() throws Exception { read(true); }""").analysed();
        assertEquals(List.of("looks", "read", "other"), steps(snippet, "looks"));
        assertEquals(List.of("waits", "read"), steps(snippet, "waits"));
        assertEquals(Confidence.CERTAIN, confidence(snippet, "looks"));
    }

    private static Confidence confidence(AnalysedSnippet snippet, String method) {
        return snippet.path(method, BlockingKind.SLEEP).confidence();
    }

    private static List<String> steps(AnalysedSnippet snippet, String method) {
        return snippet.path(method, BlockingKind.SLEEP).path().stream()
                .map(Step::method)
                .toList();
    }
}
