package io.heddle.check.truth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.check.rule.Rule;
import io.heddle.report.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What check says of each shape is still what the page of `./dev truth` compares with what JDK 21 and 25 did: no JVM
/// is started here. `truth.txt` has the rules of each shape; it is written anew with `-Dheddle.bless=true`.
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TruthTest {

    /// Rules that no shape shows, and why.
    private static final Map<String, String> WITHOUT_A_SHAPE = Map.ofEntries(
            Map.entry("callback-under-monitor", "what the callback does is a shape of its own"),
            Map.entry("native-holds-carrier", "a library of another language would have to be built"),
            Map.entry("context-of-other-thread", "it holds no carrier"),
            Map.entry("core-async-blocking", "it holds no carrier but the common pool"),
            Map.entry("dead-jvm-flag", "it holds no carrier"),
            Map.entry("executor-keeps-platform-threads", "it holds no carrier"),
            Map.entry("framework-setting", "it is about settings"),
            Map.entry("inheritable-thread-local", "it costs memory"),
            Map.entry("known-fix", "it is about releases of libraries"),
            Map.entry("known-jdk-bug", "it is about updates of a JDK"),
            Map.entry("mdc-leak", "it costs memory"),
            Map.entry("pool-of-virtual-threads", "it holds no carrier"),
            Map.entry("remote-call-in-transaction", "it holds no carrier but a connection"),
            Map.entry("shared-scheduler-thread", "it holds no carrier but a scheduler's thread"),
            Map.entry("thread-names", "it holds no carrier"),
            Map.entry("thread-identity", "it holds no carrier"),
            Map.entry("thread-local-cache", "it costs memory"),
            Map.entry("unbounded-fan-out", "it holds no carrier"),
            Map.entry("unread-class", "it is about files that are damaged"),
            Map.entry("unread-source", "it is about files that are not compiled"),
            Map.entry("yield-spin", "whether others get a turn depends on who else yields"));

    private Map<Integer, Map<String, Set<String>>> predicted = Map.of();

    @BeforeAll
    void predict(@TempDir Path folder) throws IOException {
        String home = System.getProperty("heddle.jdk21", "");
        Assumptions.assumeFalse(home.isBlank(), "SKIPPED: no JDK 21 here");
        Programs programs = Programs.compiled(folder);
        predicted = new LinkedHashMap<>();
        predicted.put(21, programs.predicted(21, Path.of(home)));
        predicted.put(25, programs.predicted(25, Path.of(System.getProperty("java.home"))));
    }

    @Test
    void eachShapeIsFoundByTheSameRules() {
        Golden.check(
                "truth.txt",
                predicted.entrySet().stream()
                        .flatMap(jdk -> jdk.getValue().entrySet().stream()
                                .map(shape -> jdk.getKey() + " " + shape.getKey() + ": "
                                        + String.join(", ", shape.getValue()) + "\n"))
                        .collect(Collectors.joining()));
    }

    /// In each cell of the page that is not marked, a check predicts a held carrier where one was held, and nowhere
    /// else.
    @Test
    void eachCellOfThePageIsWhatIsPredictedOrIsMarked() throws IOException {
        List<String> page = page();
        predicted.forEach((jdk, shapes) -> {
            List<String> rows = page.subList(page.indexOf("## JDK " + jdk), page.size()).stream()
                    .filter(line -> line.startsWith("| "))
                    .skip(1)
                    .limit(Sink.values().length)
                    .toList();
            for (Sink sink : Sink.values()) {
                String[] cells = rows.get(sink.ordinal()).split(" *\\| *", -1);
                assertEquals(sink.words(), cells[1]);
                for (Hold hold : Hold.values()) {
                    String cell = cells[2 + hold.ordinal()];
                    String shape = new Shape(sink, hold).name();
                    if (!cell.contains("other carrier")) {
                        assertEquals(
                                cell.contains("**held") != cell.contains("**!**"),
                                !shapes.getOrDefault(shape, Set.of()).isEmpty(),
                                () -> shape + " on JDK " + jdk + ": " + cell);
                    }
                }
            }
        });
    }

    /// The differences that `./dev truth` knows are those on the page.
    @Test
    void theKnownDifferencesAreThoseOfThePage() throws IOException {
        assertEquals(List.of(Truth.notAsPredicted(21), Truth.notAsPredicted(25)), rows("| not as predicted |"));
    }

    @Test
    void theRulesOfThePageAreThoseThatPredict() throws IOException {
        assertEquals(predicted.values().stream().map(Truth::byRule).toList(), rows("| predicted by |"));
    }

    private static List<String> rows(String start) throws IOException {
        return page().stream().filter(line -> line.startsWith(start)).toList();
    }

    private static List<String> page() throws IOException {
        return Files.readAllLines(
                Path.of(System.getProperty("heddle.root", "..")).resolve("docs/truth.md"));
    }

    @Test
    void everyRuleHasAShapeOrAReasonForNone() {
        Set<String> shown = new TreeSet<>(WITHOUT_A_SHAPE.keySet());
        predicted.values().forEach(shapes -> shapes.values().forEach(shown::addAll));
        assertEquals(Rule.all().stream().map(Rule::name).collect(Collectors.toCollection(TreeSet::new)), shown);
        assertEquals(Set.of(), predicted.getOrDefault(25, Map.of()).get(new Shape(Sink.NOTHING, Hold.METHOD).name()));
    }
}
