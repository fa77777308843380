package io.heddle.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What holds for every experiment before it is run.
class EveryExperimentTest {

    private static final List<LabJdk> JDKS =
            List.of(new LabJdk("21", Optional.empty(), "absent"), new LabJdk("25", Optional.empty(), "absent"));

    /// Claims whose rows need what Maven Central does not have: the only ones that may stand in the table unrun.
    private static final Set<String> NOT_ON_CENTRAL = Set.of("Ring 1.12.2 is Jetty 12");

    /// What must hold of every experiment whose rows have bounds.
    private static final String BOUNDS = "no figure is beyond its bound";

    static List<Experiment> all() {
        return Experiments.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void itsPageSaysWhatWasClaimedFoundAndHow(Experiment experiment) {
        String page = experiment.page();
        assertTrue(page.startsWith("# " + experiment.name() + ": " + experiment.question()), page);
        for (String part : List.of("**Claimed.**", "**Found.**", "**How.**")) {
            assertTrue(page.contains(part), () -> experiment.name() + " lacks " + part);
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void itKeepsItsTimeByItsOwnGuess(Experiment experiment) {
        for (Extent extent : Extent.values()) {
            long most = extent.most().toSeconds();
            List<Case> cases = experiment.cases(new Plan(extent, JDKS));
            long seconds =
                    cases.stream().mapToLong(one -> one.estimate().toSeconds()).sum();
            assertTrue(seconds <= most, () -> experiment.name() + " " + extent + ": " + seconds + " s");
            assertEquals(
                    cases.size(),
                    cases.stream()
                            .map(one -> one.name() + one.jdk().label())
                            .distinct()
                            .count(),
                    "two rows with one name");
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatItExpectsIsUnseenBeforeItIsRun(Experiment experiment) {
        List<Expectation> expectations = experiment.judge(new Plan(Extent.FULL, JDKS), new Rows(List.of()));
        assertFalse(expectations.isEmpty());
        assertTrue(expectations.stream().allMatch(one -> one.state() == Expectation.State.UNSEEN));
    }

    @ParameterizedTest
    @MethodSource("all")
    void itsClaimsStandInTheReadmeOfTheLab(Experiment experiment) throws Exception {
        String readme = Files.readString(Path.of(System.getProperty("heddle.root", ".."), "docs/lab.md"));
        List<Claim> claims = experiment.claims(new Rows(List.of()));
        assertFalse(claims.isEmpty());
        for (Claim claim : claims) {
            String line = readme.lines()
                    .filter(one -> one.startsWith("| " + cell(claim.says())))
                    .findFirst()
                    .orElse("");
            assertTrue(
                    line.contains("| " + cell(claim.verdict()))
                            || NOT_ON_CENTRAL.contains(claim.says()) && line.contains("| not run | not run |"),
                    () -> "docs/lab.md lacks '" + claim.verdict() + "': ./dev lab-readme writes it");
            for (String words : List.of(claim.says(), claim.why(), "`" + claim.command() + "`")) {
                assertTrue(
                        line.contains("| " + cell(words)),
                        () -> "docs/lab.md lacks '" + words + "': ./dev lab-readme writes it");
            }
        }
    }

    /// A verdict that rests on what nobody looks at would stand for ever.
    @ParameterizedTest
    @MethodSource("all")
    void whatItsClaimsRestOnIsLookedAt(Experiment experiment) {
        List<Expectation> expectations = experiment.judge(new Plan(Extent.FULL, JDKS), new Rows(List.of()));
        for (Claim claim : experiment.claims(new Rows(List.of()))) {
            assertFalse(claim.grounds().isEmpty(), () -> "'" + claim.says() + "' has a verdict that rests on nothing");
            assertEquals("", claim.seen(), () -> "'" + claim.says() + "' has figures without any row");
            for (String ground : claim.grounds()) {
                assertTrue(
                        ground.equals(BOUNDS)
                                || expectations.stream()
                                        .anyMatch(one -> one.says().startsWith(ground)),
                        () -> experiment.name() + " never looks at '" + ground + "'");
            }
        }
    }

    private static String cell(String words) {
        return words.replace("|", "\\|") + " |";
    }

    @Test
    void namesAreUnique() {
        assertEquals(
                Experiments.ALL.size(),
                Experiments.ALL.stream().map(Experiment::name).distinct().count());
    }
}
