package io.heddle.report.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/// What GitLab requires of a Code Quality report: https://docs.gitlab.com/ci/testing/code_quality/.
final class CodeQualityReportTest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Set<String> SEVERITIES = Set.of("info", "minor", "major", "critical", "blocker");

    private static List<JsonNode> findings(CheckReport report) throws Exception {
        JsonNode all = MAPPER.readTree(CheckFormat.CODE_QUALITY.render(report));
        assertTrue(all.isArray());
        return StreamSupport.stream(all.spliterator(), false).toList();
    }

    @Test
    void everyFindingHasWhatGitLabRequires() throws Exception {
        Set<String> fingerprints = new HashSet<>();
        for (CheckReport report : List.of(SampleChecks.full(), SampleChecks.report(SampleChecks.hostile()))) {
            for (JsonNode finding : findings(report)) {
                assertFalse(finding.at("/description").asText().isBlank());
                assertFalse(finding.at("/check_name").asText().isBlank());
                assertTrue(fingerprints.add(finding.at("/fingerprint").asText()));
                assertTrue(SEVERITIES.contains(finding.at("/severity").asText()));
                assertTrue(finding.at("/location/path").asText().matches("[^./][\\s\\S]*"));
                assertTrue(finding.at("/location/lines/begin").isInt());
                assertTrue(finding.at("/location/lines/begin").asInt() > 0);
            }
        }
        assertEquals(4, fingerprints.size());
    }

    @Test
    void itPointsAtTheBuildFileOrElseAtTheSource() throws Exception {
        List<JsonNode> findings = findings(SampleChecks.full());
        assertEquals("pom.xml", findings.get(0).at("/location/path").asText());
        assertEquals(42, findings.get(0).at("/location/lines/begin").asInt());
        assertEquals("blocker", findings.get(0).at("/severity").asText());
        assertEquals("clojure/core.clj", findings.get(2).at("/location/path").asText());
        assertEquals(1, findings.get(2).at("/location/lines/begin").asInt(), "its class has no line numbers");
    }

    @Test
    void whatTheBaselineAcceptsIsLeftOut() throws Exception {
        CheckReport report = SampleChecks.full().against("baseline.txt", Baseline.of(List.of(SampleChecks.lock())));
        assertEquals(
                List.of("blocking-under-monitor", "callback-under-monitor"),
                findings(report).stream()
                        .map(finding -> finding.at("/check_name").asText())
                        .toList());
        assertEquals(List.of(), findings(SampleChecks.report()));
    }
}
