package io.heddle.analysis;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.check.Compiled;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.JdkImage;
import io.heddle.check.read.Unreadables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// A few lines of Java in a class `Snippet`, compiled, for the phases of the analysis.
public final class Snippet {

    private final ClassHierarchy hierarchy;

    /// @param folder to put class files into
    /// @param members of the class
    public Snippet(Path folder, String members) throws IOException {
        Path classes = Files.createTempDirectory(folder, "classes");
        Compiled.all(classes, Map.of("Snippet", "public class Snippet { " + members + " }"), List.of());
        Unreadables unreadables = new Unreadables();
        ArchiveReader reader = new ArchiveReader(21, Map.of(), unreadables);
        reader.add(classes, Role.TARGET);
        this.hierarchy =
                new ClassHierarchy(new ClassFinder(reader.classPath(), JdkImage.running()), unreadables, List.of(21));
    }

    /// What the code of a method does by itself.
    public MethodFacts facts(String method) {
        return new CodeReader(hierarchy)
                .interpret(hierarchy.type("Snippet").declares(method).orElseThrow());
    }

    /// What all phases tell.
    public AnalysedSnippet analysed() {
        return new AnalysedSnippet(hierarchy);
    }

    /// The first call of a method by this name.
    public CallSite call(String caller, String called) {
        return facts(caller).calls().stream()
                .filter(call -> call.signature().name().equals(called))
                .findFirst()
                .orElseThrow();
    }
}
