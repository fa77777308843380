package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.maven.MavenJars;
import io.heddle.model.ClojureNames;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Owner;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A service in Clojure, as an uber jar of compiled namespaces. Each function `by-…` of `kiosk.stall` blocks while it
/// holds a monitor; none of `kiosk.free` does.
@Tag("slow")
class ClojureTest {

    private static final Pattern STALLS = Pattern.compile("\\(defn (by-\\S+)");
    private static final String POM = "groupId=kiosk\nartifactId=kiosk\nversion=1.0.0\n";
    private static final String MANIFEST = "Manifest-Version: 1.0\nMain-Class: kiosk.main\n\n";

    @TempDir
    private Path folder;

    /// Without direct linking a function calls another one through its var.
    @Test
    void aServiceIsSeenThroughItsVars() throws Exception {
        Map<String, byte[]> throughVars = uber("vars", false);
        Set<String> told = told(throughVars, "vars");
        assertEquals(stalls(), named(told, "kiosk.stall/by-"));
        assertTrue(told.contains("fn in kiosk.stall/wrap-lock"), told::toString);
        assertTrue(told.stream().noneMatch(name -> name.contains("kiosk.free")), told::toString);
        assertEquals(told, told(uber("linked", true), "linked"), "with direct linking");
        throughVars.put("old/stale/Left.class", left());
        assertEquals(told, told(throughVars, "stale"), "with a class that a build left there");
    }

    // The helper that holds the monitor is told of what its callers hand to it.
    private static Set<String> stalls() throws Exception {
        return STALLS.matcher(Files.readString(sources().resolve("kiosk/stall.clj")))
                .results()
                .map((MatchResult found) -> found.group(1))
                .filter(name -> !name.equals("by-helper"))
                .map(name -> "kiosk.stall/" + name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> named(Set<String> told, String prefix) {
        return told.stream().filter(name -> name.startsWith(prefix)).collect(Collectors.toCollection(TreeSet::new));
    }

    // The functions that block under a monitor, as Clojure writes them.
    private Set<String> told(Map<String, byte[]> entries, String name) throws IOException {
        Path jar = Files.write(
                Files.createDirectory(folder.resolve("jar-" + name)).resolve("kiosk-1.0.0.jar"), Archives.of(entries));
        List<Finding> findings = Checker.run(new CheckOptions(
                        List.of(jar), List.of(), Map.of(), List.of(21), Map.of(), false, Confidence.POSSIBLE, Set.of()))
                .findings();
        assertEquals(
                Set.of(),
                findings.stream()
                        .filter(finding -> finding.context().owner() == Owner.OWN)
                        .map(Finding::type)
                        .filter(type -> !type.startsWith("kiosk."))
                        .collect(Collectors.toSet()),
                "the application's own");
        return findings.stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .filter(finding -> finding.confidence() != Confidence.POSSIBLE
                        || finding.type().endsWith("$by_reflection"))
                .flatMap(finding -> ClojureNames.function(finding.type(), finding.method()).stream())
                .filter(function -> function.contains("kiosk."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Map<String, byte[]> uber(String name, boolean linked) throws Exception {
        List<Path> libraries;
        try (MavenJars jars = MavenJars.open()) {
            libraries = jars.withDependencies(List.of("org.clojure:clojure:1.12.0"));
        }
        Path classes = Files.createDirectory(folder.resolve("classes-" + name));
        String classPath = Stream.concat(Stream.of(sources(), classes), libraries.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        Process compiler = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dclojure.compile.path=" + classes,
                        "-Dclojure.compiler.direct-linking=" + linked,
                        "-cp",
                        classPath,
                        "clojure.main",
                        "-e",
                        "(compile 'kiosk.main)")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("compiler.txt").toFile())
                .start();
        assertTrue(compiler.waitFor(2, TimeUnit.MINUTES), "the compiler ends");
        assertEquals(0, compiler.exitValue(), () -> text(folder.resolve("compiler.txt")));
        Map<String, byte[]> entries = new TreeMap<>();
        for (Path library : libraries) {
            entries.putAll(Archives.unpacked(library));
        }
        entries.putAll(Archives.entries(classes, ""));
        entries.put("META-INF/MANIFEST.MF", MANIFEST.getBytes(StandardCharsets.UTF_8));
        entries.put("META-INF/maven/kiosk/kiosk/pom.properties", POM.getBytes(StandardCharsets.UTF_8));
        return entries;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private byte[] left() throws IOException {
        Path classes = Compiled.all(
                Files.createDirectory(folder.resolve("left")),
                Map.of("Left", "package old.stale; public class Left { int value() { return 1; } }"),
                List.of());
        return Files.readAllBytes(classes.resolve("old/stale/Left.class"));
    }

    private static Path sources() throws URISyntaxException {
        return Path.of(
                Objects.requireNonNull(ClojureTest.class.getResource("clojure")).toURI());
    }
}
