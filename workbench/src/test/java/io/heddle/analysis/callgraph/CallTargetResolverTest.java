package io.heddle.analysis.callgraph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.analysis.AnalysedSnippet;
import io.heddle.analysis.Snippet;
import io.heddle.analysis.program.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a virtual call runs.
class CallTargetResolverTest {

    private static final String CLASSES = """
            static abstract class Base { abstract void run(); }
            static class One extends Base { void run() {} }
            static class Other extends Base { void run() {} }
            """;

    @TempDir
    private Path folder;

    @Test
    void aClassOfWhichThereIsNoObjectIsNoTarget() throws IOException {
        assertEquals(List.of("Snippet$One.run"), targets(CLASSES + """
                public Base make() { return new One(); }
                public void m(Base base) { base.run(); }"""));
    }

    @Test
    void allClassesOfWhichThereAreObjectsAreTargets() throws IOException {
        assertEquals(List.of("Snippet$One.run", "Snippet$Other.run"), targets(CLASSES + """
                public Base make(boolean some) { return some ? new One() : new Other(); }
                public void m(Base base) { base.run(); }"""));
    }

    @Test
    void aFieldHoldsWhatIsWrittenToIt() throws IOException {
        assertEquals(List.of("Snippet$Other.run"), targets(CLASSES + """
                private final Base base = new Other();
                public Base make() { return new One(); }
                public void m() { base.run(); }"""));
    }

    @Test
    void aCallWithMoreThanTenTargetsIsNotFollowed() throws IOException {
        String eleven = IntStream.range(0, 11).mapToObj(i -> """
                        static class Many%1$d extends Base { void run() {} }
                        public Base make%1$d() { return new Many%1$d(); }
                        """.formatted(i)).collect(Collectors.joining());
        AnalysedSnippet snippet = analysed(CLASSES + eleven + "public void m(Base base) { base.run(); }");
        assertEquals(List.of(), snippet.graph().targets(snippet.call("m", "run")));
        assertEquals(11, snippet.graph().unknownTargets(snippet.call("m", "run")));
    }

    private AnalysedSnippet analysed(String members) throws IOException {
        return new Snippet(folder, members).analysed();
    }

    private List<String> targets(String members) throws IOException {
        AnalysedSnippet snippet = analysed(members);
        return snippet.graph().targets(snippet.call("m", "run")).stream()
                .map(Method::qualifiedName)
                .sorted()
                .toList();
    }
}
