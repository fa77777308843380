package io.heddle.race.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Verdict;
import io.heddle.race.bound.NextLimit;
import io.heddle.race.trial.Culprits;
import io.heddle.race.trial.DoubtfulTrials;
import io.heddle.race.trial.Standstill;
import io.heddle.race.trial.TrialOutcome;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Verdicts on synthetic trials: the rules of docs/race.md, one by one. Those of harm are in [HarmTest].
class VerdictsTest extends SyntheticTrials {

    @Test
    void poolThatCapsBothArmsIsNoGain() {
        closed(PLATFORM, MOST, pool(198), 194, 196);
        closed(VIRTUAL, MOST, pool(198), 195, 197);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.NO_GAIN, verdict.kind());
        assertEquals(new Verdict.Limit("pool", "HikariPool-1", 198), verdict.limit());
        assertTrue(
                verdict.text()
                        .startsWith(
                                "no gain at 400 connections: pool HikariPool-1 (20 connections / 101 ms ≈ 198/s) caps both arms"),
                verdict.text());
    }

    @Test
    void wideIntervalIsExplainedByTheBoundThatBothArmsReach() {
        closed(PLATFORM, MOST, pool(198), 186, 197);
        closed(VIRTUAL, MOST, pool(198), 197, 186);
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
    }

    @Test
    void intervalAboveTheMarginIsGainAndSaysThatALargerPoolWouldDo() {
        serviceMillis = 300;
        closed(PLATFORM, MOST, threads(664), 655, 660);
        closed(VIRTUAL, MOST, connections(1_329), 1_280, 1_290);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.GAIN, verdict.kind());
        assertEquals("connections", verdict.limit().kind());
        assertTrue(
                verdict.notes().getFirst().contains("--also-threads 386"),
                verdict.notes().toString());
    }

    @Test
    void gainBelowFivePercentIsNone() {
        closed(PLATFORM, MOST, connections(4_000), 1_000, 1_001);
        closed(VIRTUAL, MOST, connections(4_000), 1_030, 1_031);
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
    }

    @Test
    void noiseWithoutAnExplanationIsUndecidedAndSaysWhatWouldDecide() {
        closed(PLATFORM, MOST, connections(4_000), 900, 1_100);
        closed(VIRTUAL, MOST, connections(4_000), 1_150, 950);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.UNDECIDED, verdict.kind());
        assertTrue(verdict.text().matches(".*about \\d+ repetitions would decide"), verdict.text());
    }

    @Test
    void aLimitThatCanBeRaisedIsSaidWithTheNextOne() {
        List<Bound> bounds = List.of(
                pool(198).getFirst(),
                new Bound("/p", "any", 400, Bound.Kind.CPU, "", 1_500, "2 cores / 1.33 ms CPU in a trial", 2),
                connections(1_980).getFirst());
        closed(
                PLATFORM,
                MOST,
                List.of(
                        pool(198).getFirst(),
                        threads(660).getFirst(),
                        connections(1_980).getFirst()),
                194,
                196);
        closed(VIRTUAL, MOST, bounds, 195, 197);
        List<String> notes = verdict().notes();
        assertTrue(
                notes.contains(
                        "virtual arm: pool HikariPool-1 limits from 20 connections on. With 152 or more instead of 20 the next limit would be "
                                + "CPU (2 cores / 1.33 ms CPU in a trial ≈ 1,500/s), as long as what is behind the pool carries that many"),
                notes.toString());
        assertTrue(
                notes.stream()
                        .anyMatch(
                                note -> note.startsWith("platform arm:")
                                        && note.contains(
                                                "With 67 instead of 20 the next limit would be the server's threads (200 threads / 301 ms ≈ 660/s)")),
                notes.toString());
    }

    @Test
    void theCpuOfTheWarmestJvmIsTheNextLimit() {
        Bound cold = new Bound("/p", "any", 400, Bound.Kind.CPU, "", 180, "2 cores / 11.1 ms CPU in a trial", 2);
        Bound warm = new Bound("/p", "any", 400, Bound.Kind.CPU, "", 1_500, "2 cores / 1.33 ms CPU in a trial", 2);
        List<Bound> jvms = List.of(
                pool(198).getFirst(),
                cold,
                pool(197).getFirst(),
                warm,
                connections(1_980).getFirst());
        assertEquals(warm, NextLimit.of(jvms).orElseThrow().next());
    }

    @Test
    void oneArmAloneIsUndecided() {
        closed(PLATFORM, MOST, connections(4_000), 900, 1_100);
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
    }

    @Test
    void worstPathSpeaksForTheRace() {
        Verdict gain =
                new Verdict("/a", Verdict.Kind.GAIN, "gain", Verdict.Limit.NONE, List.of(), List.of(), List.of());
        Verdict none =
                new Verdict("/b", Verdict.Kind.NO_GAIN, "no gain", Verdict.Limit.NONE, List.of(), List.of(), List.of());
        Verdict undecided = new Verdict(
                "/c", Verdict.Kind.UNDECIDED, "undecided", Verdict.Limit.NONE, List.of(), List.of(), List.of());
        Verdict harm =
                new Verdict("/d", Verdict.Kind.HARM, "harm", Verdict.Limit.NONE, List.of(), List.of(), List.of());
        assertEquals(Verdict.Kind.NO_GAIN, Verdicts.race(List.of(gain, none)).kind());
        assertEquals(
                Verdict.Kind.UNDECIDED,
                Verdicts.race(List.of(gain, undecided, none)).kind());
        assertEquals("/d: harm", Verdicts.race(List.of(gain, undecided, harm)).text());
    }

    @Test
    void carriersThatStandStillAreSaidInTheFirstLineWhateverTheVerdict() {
        closed(PLATFORM, MOST, pool(198), 194, 196);
        closed(VIRTUAL, MOST, pool(198), 195, 197);
        outcomes.replaceAll(o -> o.trial().arm().equals("virtual") ? met(o, true, holder("org.lib.Socket", 0.3)) : o);
        List<TrialOutcome> own =
                outcomes.stream().filter(o -> o.trial().arm().equals("virtual")).toList();
        Verdict plain = verdict();
        assertEquals(Verdict.Kind.NO_GAIN, plain.kind());
        Verdict said = Standstill.said(plain.withHolders(Culprits.holders(own, KNOWN)), own, 2);
        assertTrue(
                said.text()
                        .startsWith(
                                "no gain, but 30 % of carrier time was held, most by org.lib.Socket.run (monitor): at 400 connections: pool HikariPool-1"),
                said.text());
        assertEquals("mend it", said.holders().getFirst().remedy().advice());
        List<TrialOutcome> free = own.stream().map(o -> met(o, false)).toList();
        assertEquals(plain.text(), Standstill.said(plain, free, 2).text());
    }

    @Test
    void whatTimesOutInBothArmsIsUndecidedAndSaysWhatBothCarry() {
        closed(PLATFORM, FEW, connections(4_000), 470, 472);
        closed(VIRTUAL, FEW, connections(4_000), 470, 471);
        closed(PLATFORM, MOST, connections(4_000), 46, 47);
        closed(VIRTUAL, MOST, connections(4_000), 20, 21);
        outcomes.replaceAll(o -> o.trial().load().equals(MOST) ? changed(o, 400, List.of()) : o);
        assertEquals(
                "undecided: the load breaks both: 800 of 2,800 requests in the virtual arm and 800 of 2,800 requests in the platform arm timed out at 400 connections; both carry 50 connections: race with --connections 50",
                verdict().text());
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
    }

    @Test
    void aTrialThatDoesNotAccountForItselfDecidesNothing() {
        closed(PLATFORM, MOST, connections(4_000), 1_000, 1_001);
        closed(VIRTUAL, MOST, connections(4_000), 1_000, 1_001);
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
        add(VIRTUAL, 3, MOST, connections(4_000), 3_000, 20, 0);
        outcomes.set(4, changed(outcomes.get(4), 0, List.of("wrong: Little")));
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
        assertEquals(
                "1 of 5 trials decides nothing (wrong: Little)",
                DoubtfulTrials.leftOut(outcomes).orElseThrow());
    }

    /// No JVM of an arm that is at the bound of its threads answers more, by Little's law.
    @Test
    void oneJvmAnArmShowsAGainFarAboveTheBoundOfTheOthersThreads() {
        serviceMillis = 300;
        add(PLATFORM, 1, MOST, threads(664), 655, 20, 0);
        add(VIRTUAL, 1, MOST, connections(1_329), 1_280, 20, 0);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.GAIN, verdict.kind());
        assertTrue(
                verdict.text().startsWith("gain: 1.95× in one JVM an arm at 400 connections: 1,280/s virtual"),
                verdict.text());
        assertTrue(stops(1, 1) && !stops(1, 3));
        outcomes.clear();
        add(PLATFORM, 1, MOST, threads(664), 620, 20, 0);
        add(VIRTUAL, 1, MOST, connections(1_329), 1_280, 20, 0);
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
    }

    /// Two JVMs that differ much give a wide interval, of which the law needs nothing.
    @Test
    void twoJvmsAnArmShowAGainAboveTheBoundOfTheOthersThreads() {
        serviceMillis = 300;
        closed(PLATFORM, MOST, threads(664), 652, 655);
        closed(VIRTUAL, MOST, connections(1_329), 820, 1_250);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.GAIN, verdict.kind());
        assertTrue(verdict.text().contains("and each JVM of the virtual arm exceeds that"), verdict.text());
        outcomes.clear();
        closed(PLATFORM, MOST, threads(664), 652, 655);
        closed(VIRTUAL, MOST, connections(1_329), 780, 1_290);
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
    }

    /// As a spinning service did: four JVMs that differ by a factor of thirteen, each slower than any without spins.
    @Test
    void theRanksOfFourJvmsShowWhatTheirIntervalIsTooWideFor() {
        closed(PLATFORM, MOST, connections(805), 781, 775, 776, 787);
        closed(VIRTUAL, MOST, connections(805), 42.9, 270, 584, 197);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind(), verdict.text());
        outcomes.clear();
        closed(PLATFORM, MOST, connections(805), 781, 775, 776, 787);
        closed(VIRTUAL, MOST, connections(805), 42.9, 270, 750, 197);
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
    }

    private boolean stops(int jvms, int least) {
        return Stopping.of(Comparisons.of("/p", VIRTUAL, PLATFORM, outcomes, _ -> 0.95), verdict(), jvms, least)
                .isPresent();
    }

    @Test
    void aPathEndsAtOneBoundUnlessSomethingElseLooksLikeHarm() {
        closed(PLATFORM, FEW, connections(500), 450, 452);
        closed(VIRTUAL, FEW, connections(500), 449, 451);
        closed(PLATFORM, MOST, pool(198), 194, 196);
        closed(VIRTUAL, MOST, pool(198), 195, 197);
        assertTrue(stops(1, 1));
        outcomes.replaceAll(o -> o.trial().load().equals(FEW) && o.trial().arm().equals("virtual")
                ? outcome("virtual", o.trial().repetition(), FEW, connections(500), 420, 20, 0)
                : o);
        assertTrue(!stops(1, 1));
    }

    @Test
    void eachArmHasAVerdictAgainstTheFirst() {
        Arm newer = new Arm("virtual@25", Arm.Mode.VIRTUAL, OptionalInt.empty());
        closed(PLATFORM, MOST, connections(4_000), 2_000, 2_001);
        closed(VIRTUAL, MOST, connections(4_000), 39, 40);
        closed(newer, MOST, connections(4_000), 3_000, 3_010);
        List<Comparisons.Compared> all = Comparisons.of("/p", List.of(VIRTUAL, newer), PLATFORM, outcomes, _ -> 0.95);
        assertEquals(
                List.of(Verdict.Kind.HARM, Verdict.Kind.GAIN),
                Stream.of(VIRTUAL, newer)
                        .map(arm -> Verdicts.ofWorkload("/p", Comparisons.of(arm, all), List.of(), _ -> List.of())
                                .kind())
                        .toList());
        List<Double> levels = all.stream()
                .filter(c -> c.comparison().primary())
                .map(c -> c.comparison().confidence())
                .sorted()
                .toList();
        assertEquals(List.of(0.95, 0.975), levels, "Holm's correction over the two primary comparisons");
    }
}
