package io.heddle.check;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/// What is told of code that stands in the test, for JDK 21.
abstract class CodeTest {

    /// A method of the code under test that sleeps.
    static final String REST =
            " static void rest() { try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); } } ";

    @TempDir
    private Path folder;

    /// Names of the methods of which anything is told that is at least likely.
    final List<String> likely(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream()
                .map(Finding::method)
                .distinct()
                .sorted()
                .toList();
    }

    /// Names of the methods that are likely to block under a monitor.
    final List<String> blocking(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .map(Finding::method)
                .sorted()
                .toList();
    }

    /// The rules of all that is told at likely or surer.
    final List<String> rules(String code) throws IOException {
        return check(code, Confidence.LIKELY).stream().map(Finding::rule).toList();
    }

    /// How often requests run each method of which anything is told that is at least likely.
    final Map<String, Exposure> exposures(String code) throws IOException {
        return exposures(check(code, Confidence.LIKELY));
    }

    /// The same of some findings.
    static Map<String, Exposure> exposures(List<Finding> findings) {
        return findings.stream()
                .collect(Collectors.toMap(
                        Finding::method, finding -> finding.context().exposure(), (one, _) -> one, TreeMap::new));
    }

    /// What is told of a method, however sure.
    final Finding possible(String code, String method) throws IOException {
        return check(code, Confidence.POSSIBLE).stream()
                .filter(finding -> finding.method().equals(method))
                .findFirst()
                .orElseThrow();
    }

    final List<Finding> check(String code, Confidence confidence) throws IOException {
        return check(Compiled.of(Files.createTempDirectory(folder, "classes"), code), List.of(), confidence);
    }

    /// @param sources by the name of the class
    final List<Finding> check(Map<String, String> sources, Confidence confidence) throws IOException {
        return check(compiled(sources, List.of()), List.of(), confidence);
    }

    /// The same where some classes are of another artifact.
    final List<Finding> check(Map<String, String> library, Map<String, String> sources, Confidence confidence)
            throws IOException {
        List<Path> libraries = List.of(compiled(library, List.of()));
        return check(compiled(sources, libraries), libraries, confidence);
    }

    private Path compiled(Map<String, String> sources, List<Path> libraries) throws IOException {
        return Compiled.all(Files.createTempDirectory(folder, "classes"), sources, libraries);
    }

    private static List<Finding> check(Path classes, List<Path> libraries, Confidence confidence) {
        return Checker.run(new CheckOptions(
                        List.of(classes), libraries, Map.of(), List.of(21), Map.of(), false, confidence, Set.of()))
                .findings();
    }
}
