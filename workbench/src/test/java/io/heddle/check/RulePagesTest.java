package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.rule.Rule;
import io.heddle.check.rule.RulePage;
import io.heddle.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each rule's page is its first test: what it calls bad is found at the marked lines and nowhere else, what it calls
/// good is silent.
class RulePagesTest {

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
        assertEquals(
                RulePage.HEADINGS,
                RulePage.HEADINGS.stream()
                        .filter(heading -> !page.section(heading).isBlank())
                        .toList());
        assertTrue(page.markdown().startsWith("# " + rule.name() + "\n"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void badIsFoundAtTheMarkedLinesAndNowhereElse(Rule rule) throws IOException {
        PageCode code = PageCode.of(rule.page(), "Bad");
        List<Finding> findings = check(rule, code);
        assertEquals(code.marks(), findings.stream().map(code::markOf).sorted().toList(), findings::toString);
        assertFalse(code.marks().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void goodIsSilent(Rule rule) throws IOException {
        assertEquals(List.of(), check(rule, PageCode.of(rule.page(), "Good")));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void thePageSaysOnWhichJdksItHolds(Rule rule) throws IOException {
        String jdks = rule.page().section("JDK");
        List<Finding> findings = check(rule, PageCode.of(rule.page(), "Bad"));
        assertEquals(jdks.contains("21"), findings.stream().anyMatch(finding -> finding.holdsOn(21)));
        assertEquals(
                jdks.contains("later") || jdks.startsWith("25"),
                findings.stream().anyMatch(finding -> finding.holdsOn(25)));
    }

    @Test
    void aTaskOfASharedSchedulerHasTheOddsOfItsPath() throws IOException {
        Rule rule = Rule.named(Set.of("shared-scheduler-thread")).getFirst();
        List<Finding> findings = check(rule, PageCode.of(rule.page(), "Bad"));
        assertFalse(findings.isEmpty());
        assertTrue(findings.stream()
                .allMatch(finding -> finding.odds().features().stream()
                        .anyMatch(feature -> feature.name().startsWith("kind "))));
    }

    private List<Finding> check(Rule rule, PageCode code) throws IOException {
        return Checker.run(code.options(Files.createDirectory(folder.resolve("code")), rule.name()))
                .findings();
    }
}
