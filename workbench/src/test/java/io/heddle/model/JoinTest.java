package io.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Seen;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What a finding is called across builds, and how predictions meet sightings.
final class JoinTest {

    private static final String OLD = "org.example:shop:1.0";
    private static final String NEW = "org.example:shop:1.1";

    @Test
    void aSightingMeetsThePredictionOfItsMethodAndCause() {
        List<Matched> joined = Join.of(
                List.of(
                        finding("blocking-under-monitor", OLD, "run", 10),
                        finding("blocking-class-initializer", OLD, "run", 11)),
                List.of(sighting("monitor", NEW, "run", List.of())),
                21);
        assertEquals(
                List.of(Match.PREDICTED_AND_SEEN, Match.PREDICTED),
                joined.stream().map(Matched::match).toList());
        assertEquals(Optional.of(new Seen(2, 30)), joined.getFirst().finding().seen());
    }

    @Test
    void aSightingFurtherDownMeetsThePredictionOnItsStack() {
        List<Matched> joined = Join.of(
                List.of(finding("blocking-under-monitor", OLD, "run", 10)),
                List.of(sighting("monitor", "", "other", List.of("com.example.Shop.other", "com.example.Shop.run"))),
                21);
        assertEquals(
                List.of(Match.PREDICTED_AND_SEEN),
                joined.stream().map(Matched::match).toList());
    }

    @Test
    void whatNobodyPredictedStandsAtTheEnd() {
        List<Finding> predicted = List.of(finding("blocking-under-monitor", OLD, "run", 10));
        for (Sighting sighting : List.of(
                sighting("monitor", OLD, "other", List.of()),
                sighting("monitor", "org.example:shelf:1.0", "run", List.of()))) {
            List<Matched> joined = Join.of(predicted, List.of(sighting), 21);
            assertEquals(
                    List.of(Match.PREDICTED, Match.SEEN_ONLY),
                    joined.stream().map(Matched::match).toList(),
                    sighting::toString);
        }
        assertEquals(
                Match.PREDICTED,
                Join.of(predicted, List.of(sighting("monitor", OLD, "run", List.of())), 25)
                        .getFirst()
                        .match(),
                "it does not hold on 25");
    }

    @Test
    void aFingerprintOutlivesLinesVersionsAndNumberedNames() {
        assertEquals(name(finding("r", OLD, "run", 10)), name(finding("r", NEW, "run", 99)));
        assertEquals(name(finding("r", OLD, "lambda$run$3", 10)), name(finding("r", OLD, "lambda$run$4", 10)));
        assertEquals(name(finding("r", "shop-1.0.jar", "run", 1)), name(finding("r", "shop-1.1-rc.2.jar", "run", 1)));
        assertNotEquals(name(finding("r", OLD, "run", 10)), name(finding("r", OLD, "stop", 10)));
        assertNotEquals(name(finding("r", OLD, "run", 10)), name(finding("r", "org.example:shelf:1.0", "run", 10)));
        assertEquals("shop-client.jar", Fingerprints.unversioned("shop-client-2.3.4.RELEASE.jar"));
    }

    @Test
    void equalFindingsAreToldApartByOrder() {
        Finding first = finding("r", OLD, "run", 10);
        Finding second = finding("r", OLD, "run", 20);
        List<String> both = Fingerprints.of(List.of(second, first));
        assertNotEquals(both.get(0), both.get(1));
        assertEquals(both.get(1), name(first), "the first of them keeps its name when the other is mended");
    }

    @Test
    void releasesInDifferentlyNamedFilesAreCompared() {
        Difference difference = Difference.of(
                List.of(finding("r", "old.jar", "run", 1), finding("r", "old.jar", "stop", 1)),
                List.of(finding("r", "new.jar", "run", 5), finding("r", "new.jar", "start", 5)));
        assertEquals(
                List.of("start"),
                difference.appeared().stream().map(Finding::method).toList());
        assertEquals(
                List.of("stop"), difference.went().stream().map(Finding::method).toList());
        assertEquals(
                List.of("run"), difference.kept().stream().map(Finding::method).toList());
    }

    private static String name(Finding finding) {
        return Fingerprints.of(List.of(finding)).getFirst();
    }

    private static Sighting sighting(String cause, String artifact, String method, List<String> stack) {
        return new Sighting(cause, "com.example.Shop", method, artifact, stack, 2, 30);
    }

    private static Finding finding(String rule, String artifact, String method, int line) {
        return new Finding(
                rule,
                21,
                Optional.of(23),
                Severity.STALL,
                Confidence.LIKELY,
                "",
                Reach.UNKNOWN,
                artifact,
                "com.example.Shop",
                method,
                "()V",
                "Shop.java",
                line,
                List.of(),
                "java.lang.Thread.sleep",
                "",
                Optional.empty());
    }
}
