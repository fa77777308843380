package io.heddle.report.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LineReportTest {

    @Test
    void eachNewFindingIsOneLineWithItsPlace() {
        List<String> lines =
                CheckFormat.LINES.render(SampleChecks.full()).lines().toList();
        assertEquals(SampleChecks.full().fresh().size(), lines.size());
        assertTrue(lines.getFirst().startsWith("pom.xml:42: deadlock: "), lines.getFirst());
        assertTrue(lines.get(2).startsWith("clojure/core.clj:1: "), lines.get(2));
    }

    @Test
    void hostileNamesMakeNoMoreLines() {
        CheckReport report = SampleChecks.report(SampleChecks.hostile());
        assertEquals(report.fresh().size(), CheckFormat.LINES.render(report).split("\n", -1).length - 1);
    }

    @Test
    void whatTheBaselineAcceptsIsLeftOut() {
        CheckReport report = SampleChecks.full().against("baseline.txt", Baseline.of(List.of(SampleChecks.lock())));
        assertEquals(
                report.fresh().size(), CheckFormat.LINES.render(report).lines().count());
    }
}
