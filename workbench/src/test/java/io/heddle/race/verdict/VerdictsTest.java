package io.heddle.race.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Bystander;
import io.heddle.model.Certainty;
import io.heddle.model.Culprit;
import io.heddle.model.Holder;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Pins;
import io.heddle.model.Remedies;
import io.heddle.model.Stalls;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.UnresponsiveArm;
import io.heddle.race.bound.NextLimit;
import io.heddle.race.trial.Culprits;
import io.heddle.race.trial.DoubtfulTrials;
import io.heddle.race.trial.FailedArms;
import io.heddle.race.trial.Standstill;
import io.heddle.race.trial.TrialOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Verdicts on synthetic trials: contract.md's rules, one by one.
class VerdictsTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());
    private static final Load MOST = new Load.Closed(400);
    private static final Load FEW = new Load.Closed(50);
    private static final Load RATE = new Load.Open(100, 400);

    private static final Culprits.Known KNOWN =
            new Culprits.Known((holder, jdk) -> new Remedies.Remedy("mend it", "a-rule"), List.of(), 21);

    private final List<TrialOutcome> outcomes = new ArrayList<>();
    private double serviceMillis = 100;

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
    void slowerIsHarmAtAnyLoad() {
        closed(PLATFORM, FEW, connections(4_000), 500, 501);
        closed(VIRTUAL, FEW, connections(4_000), 40, 41);
        closed(PLATFORM, MOST, connections(4_000), 1_000, 1_001);
        closed(VIRTUAL, MOST, connections(4_000), 2_000, 2_001);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertTrue(verdict.text().contains("at 50 connections"), verdict.text());
    }

    @Test
    void errorsThatTheOtherArmDoesNotHaveAreHarm() {
        closed(PLATFORM, MOST, connections(4_000), 1_000, 1_001);
        add(VIRTUAL, 1, MOST, connections(4_000), 1_500, 20, 7);
        add(VIRTUAL, 2, MOST, connections(4_000), 1_500, 20, 3);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertTrue(verdict.text().contains("10 of "), verdict.text());
    }

    @Test
    void oneErrorInOneOfTwoJvmsIsNotHarm() {
        closed(PLATFORM, MOST, connections(4_000), 1_000, 1_001);
        add(VIRTUAL, 1, MOST, connections(4_000), 1_000, 20, 1);
        add(VIRTUAL, 2, MOST, connections(4_000), 1_001, 20, 0);
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
    }

    @Test
    void slowerAtEqualRateIsHarmBelowSaturationOnly() {
        closed(PLATFORM, MOST, connections(4_000), 1_000, 1_001);
        closed(VIRTUAL, MOST, connections(4_000), 1_000, 1_001);
        add(PLATFORM, 1, RATE, List.of(), 100, 100, 0);
        add(PLATFORM, 2, RATE, List.of(), 100, 101, 0);
        add(VIRTUAL, 1, RATE, List.of(), 100, 300, 0);
        add(VIRTUAL, 2, RATE, List.of(), 100, 301, 0);
        assertEquals(Verdict.Kind.HARM, verdict().kind());
        outcomes.replaceAll(o -> o.trial().load().equals(MOST)
                ? outcome(o.trial().arm(), o.trial().repetition(), MOST, List.of(), 110, 20, 0)
                : o);
        Verdict saturated = verdict();
        assertEquals(Verdict.Kind.NO_GAIN, saturated.kind());
        assertTrue(
                saturated.notes().stream().anyMatch(n -> n.startsWith("p99 at 100/s is not judged")),
                saturated.notes().toString());
    }

    @Test
    void requestsThatWaitInThePoolAreACostAndNoHarm() {
        closed(PLATFORM, MOST, pool(198), 194, 196);
        add(VIRTUAL, 1, MOST, pool(198), 195, 60, 0);
        add(VIRTUAL, 2, MOST, pool(198), 197, 60, 0);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.NO_GAIN, verdict.kind());
        assertTrue(
                verdict.notes().contains("cost of the virtual arm: p99 3.00× at saturation"),
                verdict.notes().toString());
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
    void pushbackIsNamedAsUnboundedConcurrency() {
        for (int jvm = 1; jvm <= 2; jvm++) {
            add(PLATFORM, jvm, MOST, connections(4_000), 900, 20, 0);
            pushedBack(jvm, Map.of("503", 390L, "reset", 10L));
        }
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertTrue(
                verdict.text()
                                .contains(
                                        "unbounded concurrency: the platform arm's pool kept requests from something that pushes back")
                        && verdict.text().contains("status 503: 780"),
                verdict.text());
        outcomes.removeIf(outcome -> outcome.trial().arm().equals("virtual"));
        pushedBack(1, Map.of("500", 390L, "503", 10L));
        pushedBack(2, Map.of("500", 390L, "503", 10L));
        assertEquals(Verdict.Kind.HARM, verdict().kind());
        assertTrue(!verdict().text().contains("unbounded"), verdict().text());
    }

    /// Who waits for a carrier answers late, whatever is behind the service.
    @Test
    void timeoutsArePushbackOnlyWhereNobodyHeldTheCarriers() {
        for (int jvm = 1; jvm <= 2; jvm++) {
            add(PLATFORM, jvm, MOST, connections(4_000), 900, 20, 0);
            outcomes.add(timedOut(jvm, 40, 1_000));
        }
        assertTrue(
                verdict().text().contains("unbounded concurrency")
                        && verdict().text().contains("timeouts: 2000"),
                verdict().text());
        outcomes.replaceAll(o -> o.trial().arm().equals("virtual") ? met(o, true, holder("org.lib.Socket", 0.96)) : o);
        Verdict held = verdict();
        assertEquals(Verdict.Kind.HARM, held.kind());
        assertTrue(
                !held.text().contains("unbounded concurrency")
                        && held.text().endsWith("; org.lib.Socket.run (monitor) held 96 % of carrier time"),
                held.text());
    }

    @Test
    void anArmThatHangsIsHarmedByWhoHeldItsCarriers() {
        for (int jvm = 1; jvm <= 2; jvm++) {
            add(PLATFORM, jvm, MOST, connections(4_000), 900, 20, 0);
            outcomes.add(met(timedOut(jvm, 0, 400), true, holder("org.lib.Socket", 0.96)));
        }
        assertTrue(UnresponsiveArm.alone(outcomes.getLast(), outcomes));
        Verdict verdict = UnresponsiveArm.verdict(
                        "/p", VIRTUAL, PLATFORM, outcomes, harmed -> Culprits.of(harmed, KNOWN))
                .orElseThrow();
        assertEquals(
                "harm: the virtual arm answered none of 800 requests at 400 connections, the platform arm all, at 900/s; org.lib.Socket.run (monitor) held 96 % of carrier time",
                verdict.text());
        assertEquals("carriers", verdict.limit().kind());
        assertEquals(1, verdict.culprits().size());
        outcomes.replaceAll(o -> met(o, false, holder("org.lib.Socket", 0.96)));
        String unheld = UnresponsiveArm.verdict("/p", VIRTUAL, PLATFORM, outcomes, harmed -> List.of())
                .orElseThrow()
                .text();
        assertTrue(unheld.contains("unbounded concurrency") && !unheld.contains("carrier"), unheld);
    }

    private TrialOutcome timedOut(int jvm, double throughput, long timeouts) {
        TrialOutcome plain = outcome("virtual", jvm, MOST, connections(4_000), throughput, 20, 0);
        Trial t = plain.trial();
        Trial trial = new Trial(
                t.arm(),
                t.repetition(),
                t.workload(),
                t.load(),
                t.seconds(),
                t.throughput(),
                t.bound(),
                throughput == 0 ? 0 : t.requests(),
                0,
                timeouts,
                Map.of(),
                0,
                t.latencyMillis(),
                t.virtualShare(),
                1,
                1,
                0.5,
                1_000,
                30,
                t.pins(),
                null,
                List.of(),
                List.of(),
                1.0,
                true,
                List.of(),
                null);
        return new TrialOutcome(trial, plain.bounds(), plain.serviceMillis(), true, false, plain.from(), plain.to());
    }

    private void pushedBack(int jvm, Map<String, Long> kinds) {
        TrialOutcome plain = outcome("virtual", jvm, MOST, connections(4_000), 900, 20, 400);
        Trial t = plain.trial();
        Trial trial = new Trial(
                t.arm(),
                t.repetition(),
                t.workload(),
                t.load(),
                t.seconds(),
                t.throughput(),
                t.bound(),
                t.requests(),
                t.errors(),
                t.timeouts(),
                kinds,
                0,
                t.latencyMillis(),
                t.virtualShare(),
                1,
                1,
                0.5,
                1_000,
                30,
                t.pins(),
                null,
                List.of(),
                List.of(),
                1.0,
                true,
                List.of(),
                null);
        outcomes.add(
                new TrialOutcome(trial, plain.bounds(), plain.serviceMillis(), false, false, plain.from(), plain.to()));
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

    private Verdict verdict() {
        return Verdicts.ofWorkload(
                "/p",
                Comparisons.of("/p", VIRTUAL, PLATFORM, outcomes, _ -> 0.95),
                List.of(),
                harmed -> Culprits.of(harmed, KNOWN));
    }

    @Test
    void harmNamesWhoHeldTheCarriersWhileOthersWaited() {
        closed(PLATFORM, MOST, connections(4_000), 2_000, 2_001);
        closed(VIRTUAL, MOST, connections(4_000), 39, 40);
        outcomes.replaceAll(o -> o.trial().arm().equals("virtual")
                ? met(o, true, holder("org.lib.Socket", 0.96), holder("org.lib.Other", 0.02))
                : met(o, true, holder("org.lib.Idle", 0.5)));
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertTrue(verdict.text().endsWith("; org.lib.Socket.run (monitor) held 96 % of carrier time"), verdict.text());
        assertEquals(new Verdict.Limit("carriers", "org.lib.Socket.run", 0), verdict.limit());
        assertEquals(1, verdict.culprits().size());
        Culprit culprit = verdict.culprits().getFirst();
        assertEquals(2, culprit.trials());
        assertEquals(200, culprit.holder().count());
        assertEquals(50, culprit.holder().longestMillis());
        assertEquals("mend it", culprit.remedy().advice());
    }

    @Test
    void whatHeldACarrierWhileNobodyWaitedIsNoCause() {
        closed(PLATFORM, MOST, connections(4_000), 2_000, 2_001);
        closed(VIRTUAL, MOST, connections(4_000), 39, 40);
        outcomes.replaceAll(o -> met(o, false, holder("org.lib.Socket", 0.5)));
        assertEquals(List.of(), verdict().culprits());
        assertTrue(
                verdict()
                        .text()
                        .endsWith(
                                "; no carrier was free for up to 50.0 ms, and the recording does not show who had them: heddle watch PID --probe looks closer"),
                verdict().text());
    }

    /// The outage for which people go back: one path that is as quick in both arms starves all others in one.
    @Test
    void whatOnePathDoesToAnotherIsHarmThoughItsOwnThroughputIsTheSame() {
        bystanders(400, 420, 9_600, 8_700);
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertEquals(
                "harm: requests to /other waited up to 9.60 s while 50 clients used /p; in the platform arm 420 ms; org.lib.Socket.run (monitor) held 96 % of carrier time",
                verdict.text());
        assertEquals("org.lib.Socket", verdict.culprits().getFirst().holder().type());
    }

    @Test
    void aBystanderThatNobodyWouldSeeWaitIsNotHarmed() {
        bystanders(10, 11, 90, 95);
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
    }

    @Test
    void aBystanderThatWaitsInOneOfTwoJvmsIsNotShownToBeHarmed() {
        bystanders(400, 420, 9_600, 410);
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
    }

    @Test
    void aBystanderThatIsRefusedInOneArmAloneIsHarmedThoughItIsRefusedAtOnce() {
        bystanders(10, 11, 5, 5);
        outcomes.replaceAll(o ->
                o.trial().arm().equals("virtual") ? o.beside(new Bystander("/other", 30, 12, 2, 5, 5, List.of())) : o);
        assertEquals(Verdict.Kind.HARM, verdict().kind());
        assertTrue(
                verdict()
                        .text()
                        .startsWith(
                                "harm: 24 of 60 requests to /other failed while 50 clients used /p; in the platform arm none"),
                verdict().text());
    }

    private void bystanders(double platform1, double platform2, double virtual1, double virtual2) {
        closed(PLATFORM, FEW, List.of(), 47, 47.2);
        closed(VIRTUAL, FEW, List.of(), 47, 47.1);
        List<Double> waits = List.of(platform1, platform2, virtual1, virtual2);
        for (int i = 0; i < 4; i++) {
            double millis = waits.get(i);
            outcomes.set(
                    i,
                    met(outcomes.get(i), i >= 2, holder("org.lib.Socket", i >= 2 ? 0.96 : 0))
                            .beside(new Bystander("/other", 30, 0, millis / 2, millis, millis, List.of())));
        }
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

    private static TrialOutcome changed(TrialOutcome outcome, long timeouts, List<String> doubts) {
        Trial t = outcome.trial();
        return outcome.of(new Trial(
                t.arm(),
                t.repetition(),
                t.workload(),
                t.load(),
                t.seconds(),
                t.throughput(),
                t.bound(),
                t.requests(),
                t.errors(),
                timeouts,
                t.errorKinds(),
                t.inFlightAtStop(),
                t.latencyMillis(),
                t.virtualShare(),
                t.cpuSeconds(),
                t.generatorCpuSeconds(),
                t.machineCpu(),
                t.rssBytes(),
                t.peakPlatformThreads(),
                t.pins(),
                t.stalls(),
                t.holders(),
                t.pools(),
                t.little(),
                t.steady(),
                doubts,
                t.bystander()));
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

    @Test
    void anArmThatFailsWhereTheOtherServesIsHarmed() {
        closed(PLATFORM, MOST, connections(4_000), 1_000, 1_001);
        List<FailedArms> falls = List.of(
                new FailedArms(
                        "virtual",
                        1,
                        "/p",
                        "the target ran out of memory (java.lang.OutOfMemoryError: Java heap space): the target ended with exit code 3"),
                new FailedArms("virtual", 2, "/p", "the target ended"));
        Verdict verdict =
                FailedArms.verdict("/p", VIRTUAL, PLATFORM, falls, outcomes).orElseThrow();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertEquals(
                "harm: the target ran out of memory (java.lang.OutOfMemoryError: Java heap space): the target ended with exit code 3; so it was in 2 of 2 JVMs of the virtual arm, while the platform arm answered all, at up to 1,001/s",
                verdict.text());
        add(VIRTUAL, 3, MOST, connections(4_000), 1_000, 20, 0);
        assertEquals(Optional.empty(), FailedArms.verdict("/p", VIRTUAL, PLATFORM, falls, outcomes));
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

    private static TrialOutcome met(TrialOutcome outcome, boolean delayed, Holder... holders) {
        return new TrialOutcome(
                outcome.trial().withCarriers(new Pins(1, 1), new Stalls(1, 50), List.of(holders)),
                outcome.bounds(),
                outcome.serviceMillis(),
                false,
                delayed,
                outcome.from(),
                outcome.to());
    }

    private static Holder holder(String type, double share) {
        return new Holder(
                Holder.Cause.MONITOR,
                type,
                "run",
                49,
                "org.lib:lib:1.0",
                100,
                5_000,
                50,
                share,
                Certainty.CONFIRMED,
                List.of("pinned event"),
                List.of(),
                "");
    }

    private void closed(Arm arm, Load load, List<Bound> bounds, double first, double second) {
        add(arm, 1, load, bounds, first, 20, 0);
        add(arm, 2, load, bounds, second, 20, 0);
    }

    private void add(
            Arm arm, int repetition, Load load, List<Bound> bounds, double throughput, double p99, long errors) {
        outcomes.add(outcome(arm.label(), repetition, load, bounds, throughput, p99, errors));
    }

    private TrialOutcome outcome(
            String arm, int repetition, Load load, List<Bound> bounds, double throughput, double p99, long errors) {
        LatencyMillis latency = new LatencyMillis(p99 / 2, p99 / 2, p99 / 2, p99, p99, p99, List.of());
        Trial trial = new Trial(
                arm,
                repetition,
                "/p",
                load,
                10,
                throughput,
                null,
                1_000,
                errors,
                0,
                Map.of(),
                0,
                latency,
                1.0,
                1,
                1,
                0.5,
                1_000,
                30,
                new Pins(0, 0),
                null,
                List.of(),
                List.of(),
                1.0,
                true,
                List.of(),
                null);
        return new TrialOutcome(trial, bounds, serviceMillis, false, false, Instant.EPOCH, Instant.EPOCH);
    }

    private static List<Bound> pool(double throughput) {
        return List.of(new Bound(
                "/p", "any", 400, Bound.Kind.POOL, "HikariPool-1", throughput, "20 connections / 101 ms", 20));
    }

    private static List<Bound> threads(double throughput) {
        return List.of(new Bound("/p", "any", 400, Bound.Kind.THREADS, "", throughput, "200 threads / 301 ms", 200));
    }

    private static List<Bound> connections(double throughput) {
        return List.of(
                new Bound("/p", "any", 400, Bound.Kind.CONNECTIONS, "", throughput, "400 connections / 301 ms", 400));
    }
}
