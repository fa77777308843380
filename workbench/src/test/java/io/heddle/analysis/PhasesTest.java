package io.heddle.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The analysis is a pipeline: its phases stand in an order, which the compiler and these tests keep.
class PhasesTest {

    private static final Path ROOT = Path.of(System.getProperty("heddle.root", ".."));
    private static final String ANALYSIS = "io.heddle.analysis";
    /// Each package uses only those before it.
    private static final List<String> PHASES = List.of(
            "knowledge",
            "classfile",
            "program",
            "intra",
            "models",
            "reach",
            "values",
            "callgraph",
            "confidence",
            "effects",
            "exposure",
            "paths",
            "");

    private static final int LARGEST_PACKAGE = 19;
    private static final int LARGEST_CIRCLE = 5;

    private static final JavaClasses CLASSES =
            new ClassFileImporter().importPath(ROOT.resolve("workbench/target/classes/io/heddle/analysis"));

    @Test
    void eachPhaseUsesOnlyThoseBeforeIt() {
        Set<String> wrong = new TreeSet<>();
        uses().forEach((user, used) -> used.stream()
                .filter(other -> phase(user) < phase(other))
                .forEach(other -> wrong.add(user + " uses " + other)));
        assertEquals(Set.of(), wrong);
    }

    @Test
    void aCircleOfClassesIsSmall() {
        Map<String, Set<String>> uses = uses();
        assertFalse(uses.isEmpty());
        // Of classes that reach each other.
        Map<String, Set<String>> reached = new HashMap<>();
        uses.keySet().forEach(type -> reached.put(type, reached(type, uses)));
        Set<Set<String>> large = uses.keySet().stream()
                .map(type -> reached.getOrDefault(type, Set.of()).stream()
                        .filter(other -> reached.getOrDefault(other, Set.of()).contains(type))
                        .collect(Collectors.toCollection(TreeSet::new)))
                .filter(circle -> circle.size() > LARGEST_CIRCLE)
                .collect(Collectors.toSet());
        assertEquals(Set.of(), large);
    }

    @Test
    void packagesAreSmall() throws IOException {
        Map<String, Long> large = new TreeMap<>();
        Path sources = ROOT.resolve("workbench/src/main/java/io/heddle/analysis");
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                    .collect(Collectors.groupingBy(file -> sources.relativize(file.getParent()), Collectors.counting()))
                    .forEach((folder, count) -> {
                        if (count > LARGEST_PACKAGE) {
                            large.put(folder.toString(), count);
                        }
                    });
        }
        assertEquals(Map.of(), large);
    }

    private static int phase(String type) {
        String folder = type.substring(ANALYSIS.length(), type.lastIndexOf('.'));
        int phase = PHASES.indexOf(folder.isEmpty() ? "" : folder.substring(1));
        if (phase < 0) {
            throw new AssertionError(type + " is in no known phase");
        }
        return phase;
    }

    // A class inside another counts as that.
    private static Map<String, Set<String>> uses() {
        Map<String, Set<String>> uses = new HashMap<>();
        for (JavaClass type : CLASSES) {
            Set<String> used = uses.computeIfAbsent(outermost(type), _ -> new HashSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(Dependency::getTargetClass)
                    .filter(other -> other.getPackageName().startsWith(ANALYSIS) && !other.isArray())
                    .map(PhasesTest::outermost)
                    .forEach(used::add);
        }
        uses.keySet().removeIf(name -> name.endsWith("package-info"));
        return uses;
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    private static Set<String> reached(String from, Map<String, Set<String>> uses) {
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            for (String next : uses.getOrDefault(open.poll(), Set.of())) {
                if (reached.add(next)) {
                    open.add(next);
                }
            }
        }
        return reached;
    }
}
