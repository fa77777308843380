package io.heddle.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Ratio;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.stats.Spending;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons;
import io.heddle.race.verdict.Stopping;
import io.heddle.race.verdict.Verdicts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whole races of synthetic trials through comparisons and verdicts: how often equal arms get a verdict of a
/// difference, and how often a planted one is found. The figures stand in docs/race.md.
class CalibrationTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());
    private static final Load MOST = new Load.Closed(400);
    private static final List<Load> LOADS =
            List.of(new Load.Closed(50), MOST, new Load.Open(500, 400), new Load.Open(800, 400));
    private static final int RACES = 10_000;

    /// What came of one race.
    ///
    /// @param shown whether its primary interval lies on one side of 1
    private record Judged(Verdict.Kind kind, boolean shown) {}

    @Test
    @Tag("slow")
    void equalArmsHaveAVerdictOfADifferenceInOneOfTwentyAtMost() {
        equalArms(0.02);
    }

    @ParameterizedTest
    @Tag("long")
    @ValueSource(doubles = {0.01, 0.045})
    void soTheyHaveUnderOtherNoise(double noise) {
        equalArms(noise);
    }

    private static void equalArms(double noise) {
        int differ = 0;
        int shown = 0;
        SplittableRandom random = new SplittableRandom(1);
        for (int race = 0; race < RACES; race++) {
            Judged judged = race(random, 1, noise, 5);
            differ += judged.kind() == Verdict.Kind.GAIN || judged.kind() == Verdict.Kind.HARM ? 1 : 0;
            shown += judged.shown() ? 1 : 0;
        }
        assertTrue(differ <= RACES / 20, differ + " of " + RACES);
        assertEquals(0.05, shown / (double) RACES, 0.01);
    }

    /// Three arms held against a fourth that is no different: Holm's correction keeps the family's error.
    @Test
    @Tag("slow")
    void ofFourEqualArmsAnyDiffersInOneOfTwentyAtMost() {
        List<Arm> others = Stream.of("a", "b", "c")
                .map(label -> new Arm(label, Arm.Mode.VIRTUAL, OptionalInt.empty()))
                .toList();
        SplittableRandom random = new SplittableRandom(6);
        int shown = 0;
        int differ = 0;
        int races = RACES / 2;
        for (int race = 0; race < races; race++) {
            List<Comparisons.Compared> all =
                    Comparisons.of("/p", others, PLATFORM, equal(random, "platform", "a", "b", "c"), _ -> 0.95);
            List<Judged> judged = others.stream()
                    .map(arm -> Comparisons.of(arm, all))
                    .map(own -> judged(own, Verdicts.ofWorkload("/p", own, List.of(), _ -> List.of())))
                    .toList();
            shown += judged.stream().anyMatch(Judged::shown) ? 1 : 0;
            differ +=
                    judged.stream().anyMatch(one -> one.kind() == Verdict.Kind.GAIN || one.kind() == Verdict.Kind.HARM)
                            ? 1
                            : 0;
        }
        assertTrue(shown <= 0.055 * races && shown >= 0.03 * races, shown + " of " + races);
        assertTrue(differ <= races / 20, differ + " of " + races);
    }

    private static List<TrialOutcome> equal(SplittableRandom random, String... arms) {
        List<TrialOutcome> outcomes = new ArrayList<>();
        for (int jvm = 1; jvm <= 5; jvm++) {
            for (String arm : arms) {
                for (Load load : LOADS) {
                    double faster = Math.exp(0.02 * random.nextGaussian());
                    outcomes.add(outcome(arm, jvm, load, faster, Math.exp(0.1 * random.nextGaussian())));
                }
            }
        }
        return outcomes;
    }

    /// @param gains share of races that end in gain (or harm, where less is planted), in per cent
    @ParameterizedTest
    @Tag("long")
    @CsvSource({
        "1.1, 0.01, 3, 98",
        "1.1, 0.01, 5, 100",
        "1.1, 0.015, 4, 96",
        "1.1, 0.015, 5, 99",
        "1.1, 0.02, 5, 90",
        "1.1, 0.02, 6, 95",
        "1.1, 0.03, 5, 58",
        "1.1, 0.03, 10, 92",
        "1.1, 0.045, 5, 30",
        "1.1, 0.045, 21, 91",
        "0.9, 0.02, 5, 99",
        "1.1, 0.01, 2, 67",
        "1.1, 0.02, 2, 27",
        "1.1, 0.03, 2, 15"
    })
    void aPlantedTenPercentIsFoundAsOftenAsTheDocsSay(double ratio, double noise, int jvms, double gains) {
        Verdict.Kind planted = ratio > 1 ? Verdict.Kind.GAIN : Verdict.Kind.HARM;
        Verdict.Kind opposite = ratio > 1 ? Verdict.Kind.HARM : Verdict.Kind.GAIN;
        SplittableRandom random = new SplittableRandom(2);
        int found = 0;
        int wrong = 0;
        int races = RACES / 4;
        for (int race = 0; race < races; race++) {
            Verdict.Kind kind = race(random, ratio, noise, jvms).kind();
            found += kind == planted ? 1 : 0;
            wrong += kind == opposite || kind == Verdict.Kind.NO_GAIN ? 1 : 0;
        }
        assertEquals(gains, 100.0 * found / races, 2.5);
        assertTrue(wrong <= races / 100, wrong + " of " + races + " were told the opposite, or that there is nothing");
    }

    @Test
    @Tag("slow")
    void thatThereIsADifferenceOfTenPercentShowsInFiveJvmsUnderThreePercentNoise() {
        SplittableRandom random = new SplittableRandom(3);
        int shown = 0;
        for (int race = 0; race < RACES / 4; race++) {
            shown += race(random, 1.1, 0.03, 5).shown() ? 1 : 0;
        }
        assertTrue(shown >= 0.97 * RACES / 4, String.valueOf(shown));
    }

    /// Looking after each repetition, and ending where the verdict can no longer change, makes no more
    /// errors than looking once.
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"0.02, 5", "0.045, 5", "0.02, 2", "0.01, 10"})
    void equalArmsAreNotToldApartMoreOftenByStoppingEarly(double noise, int planned) {
        SplittableRandom random = new SplittableRandom(4);
        int differ = 0;
        int shown = 0;
        for (int race = 0; race < RACES; race++) {
            Stopped stopped = stopping(random, 1, noise, planned);
            differ += stopped.judged().kind() == Verdict.Kind.GAIN
                            || stopped.judged().kind() == Verdict.Kind.HARM
                    ? 1
                    : 0;
            shown += stopped.judged().shown() ? 1 : 0;
        }
        assertTrue(differ <= RACES / 20, differ + " of " + RACES);
        assertTrue(shown <= 0.055 * RACES, shown + " of " + RACES);
    }

    /// @param least share of races that find it, in per cent
    /// @param jvms most JVMs an arm on average
    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"1.1, 0.02, 5, 86, 5", "2, 0.015, 5, 100, 2.1", "0.5, 0.015, 5, 100, 2.1", "1.3, 0.01, 5, 100, 2.6"})
    void whatIsPlainEndsEarlyAndWhatIsNotIsFoundAsOften(
            double ratio, double noise, int planned, double least, double jvms) {
        SplittableRandom random = new SplittableRandom(5);
        Verdict.Kind planted = ratio > 1 ? Verdict.Kind.GAIN : Verdict.Kind.HARM;
        int races = RACES / 4;
        int found = 0;
        long used = 0;
        for (int race = 0; race < races; race++) {
            Stopped stopped = stopping(random, ratio, noise, planned);
            found += stopped.judged().kind() == planted ? 1 : 0;
            used += stopped.jvms();
        }
        assertTrue(100.0 * found / races >= least, found + " of " + races);
        assertTrue((double) used / races <= jvms, used + " JVMs an arm in " + races + " races");
    }

    /// @param jvms an arm when it stopped
    private record Stopped(Judged judged, int jvms) {}

    private static Stopped stopping(SplittableRandom random, double ratio, double noise, int planned) {
        List<TrialOutcome> outcomes = new ArrayList<>();
        for (int jvm = 1; ; jvm++) {
            add(outcomes, random, ratio, noise, jvm);
            List<Comparisons.Compared> compared = Comparisons.of(
                    "/p", VIRTUAL, PLATFORM, outcomes, count -> Spending.confidence(count, planned, 0.05));
            Verdict verdict = Verdicts.ofWorkload("/p", compared, List.of(), _ -> List.of());
            if (jvm == planned || Stopping.of(compared, verdict, jvm, 1).isPresent()) {
                return new Stopped(judged(compared, verdict), jvm);
            }
        }
    }

    private static Judged judged(List<Comparisons.Compared> compared, Verdict verdict) {
        Ratio primary = compared.getFirst().comparison().ratio();
        return new Judged(verdict.kind(), primary.low() > 1 || primary.high() < 1);
    }

    /// @param ratio of the virtual arm's throughput to the platform arm's, in truth
    /// @param noise standard deviation of the logarithm of throughput from JVM to JVM; a p99 has five times
    ///     as much
    private static Judged race(SplittableRandom random, double ratio, double noise, int jvms) {
        List<TrialOutcome> outcomes = new ArrayList<>();
        for (int jvm = 1; jvm <= jvms; jvm++) {
            add(outcomes, random, ratio, noise, jvm);
        }
        List<Comparisons.Compared> compared = Comparisons.of("/p", VIRTUAL, PLATFORM, outcomes, _ -> 0.95);
        return judged(compared, Verdicts.ofWorkload("/p", compared, List.of(), _ -> List.of()));
    }

    private static void add(List<TrialOutcome> outcomes, SplittableRandom random, double ratio, double noise, int jvm) {
        for (Load load : LOADS) {
            outcomes.add(outcome(
                    "platform",
                    jvm,
                    load,
                    Math.exp(noise * random.nextGaussian()),
                    Math.exp(5 * noise * random.nextGaussian())));
            outcomes.add(outcome(
                    "virtual",
                    jvm,
                    load,
                    ratio * Math.exp(noise * random.nextGaussian()),
                    Math.exp(5 * noise * random.nextGaussian())));
        }
    }

    private static TrialOutcome outcome(String arm, int jvm, Load load, double faster, double slower) {
        double throughput = switch (load) {
            case Load.Closed(int connections) -> (connections == 400 ? 1_000 : 900) * faster;
            case Load.Open(double rate, int most) -> rate;
        };
        double p99 = 100 * slower;
        Trial trial = new Trial(
                arm,
                jvm,
                "/p",
                load,
                10,
                throughput,
                null,
                10_000,
                0,
                0,
                Map.of(),
                0,
                new LatencyMillis(50, 50, 80, p99, p99, p99, List.of()),
                1.0,
                1,
                1,
                0.5,
                1_000,
                30,
                null,
                null,
                List.of(),
                List.of(),
                1.0,
                true,
                List.of(),
                null);
        return new TrialOutcome(trial, List.of(), 50, false, false, Instant.EPOCH, Instant.EPOCH);
    }
}
