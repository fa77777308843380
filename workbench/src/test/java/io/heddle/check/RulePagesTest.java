package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.rule.Rule;
import io.heddle.check.rule.RulePage;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each rule's page is its first test: what it calls bad is found at the marked lines and nowhere else, what it calls good is silent.
class RulePagesTest {

    private static final String MARK = "// finding";

    @TempDir
    private Path folder;

    static Stream<Rule> rules() {
        return Rule.all().stream();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void thePageIsWhole(Rule rule) {
        RulePage page = rule.page();
        assertFalse(page.summary().isBlank());
        assertEquals(RulePage.HEADINGS, RulePage.HEADINGS.stream().filter(heading -> !page.section(heading).isBlank()).toList());
        assertTrue(page.markdown().startsWith("# " + rule.name() + "\n"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void badIsFoundAtTheMarkedLinesAndNowhereElse(Rule rule) throws IOException {
        String code = rule.page().code("Bad");
        List<Integer> marked = new ArrayList<>();
        List<String> lines = code.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains(MARK)) {
                marked.add(i + 1);
            }
        }
        List<Finding> findings = check(rule, code);
        assertEquals(marked, findings.stream().map(finding -> markOf(finding, marked)).sorted().toList(), findings::toString);
        assertFalse(marked.isEmpty());
    }

    // The line of a synchronized method is that of its first statement, and a native method has none.
    private static int markOf(Finding finding, List<Integer> marked) {
        return marked.stream().filter(mark -> finding.line() == 0 || finding.line() == mark || finding.line() == mark + 1).findFirst().orElse(-finding.line());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void goodIsSilent(Rule rule) throws IOException {
        assertEquals(List.of(), check(rule, rule.page().code("Good")));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aMonitorPinsNoMoreFrom24On(Rule rule) throws IOException {
        boolean always = rule.page().section("JDK").contains("21 and later");
        assertEquals(always, check(rule, rule.page().code("Bad")).stream().anyMatch(finding -> finding.holdsOn(25)));
    }

    private List<Finding> check(Rule rule, String code) throws IOException {
        Path classes = Compiled.of(Files.createDirectory(folder.resolve("classes")), code);
        return Checker.run(new CheckOptions(List.of(classes), List.of(), Map.of(), List.of(21), Map.of(), false, Confidence.LIKELY, Set.of(rule.name()))).findings();
    }
}
