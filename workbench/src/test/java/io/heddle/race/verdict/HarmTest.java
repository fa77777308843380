package io.heddle.race.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Bystander;
import io.heddle.model.Culprit;
import io.heddle.model.Ratio;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.UnresponsiveArm;
import io.heddle.race.trial.Culprits;
import io.heddle.race.trial.FailedArms;
import io.heddle.race.trial.TrialOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// When a slower, failing or silent arm, or one that makes a bystander wait, is harmed, and who is named for it.
class HarmTest extends SyntheticTrials {

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

    /// Two JVMs that differ much give no interval: then the recordings decide.
    @Test
    void slowerInEachJvmIsHarmWhereRecordingsTellWhoHeldTheCarriers() {
        closed(PLATFORM, MOST, connections(8_000), 1_000, 4_000);
        closed(VIRTUAL, MOST, connections(8_000), 400, 410);
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
        outcomes.replaceAll(o -> met(o, true, holder("org.lib.Socket", 0.96)));
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind(), "the carriers of both arms were held");
        outcomes.replaceAll(o -> o.trial().arm().equals("virtual") ? o : met(o, false));
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertTrue(verdict.text().contains("org.lib.Socket"), verdict.text());
    }

    /// One JVM an arm has no interval at all.
    @Test
    void oneJvmIsEnoughWhereAsGoodAsAllCarrierTimeWasHeld() {
        closed(PLATFORM, MOST, connections(8_000), 1_000);
        closed(VIRTUAL, MOST, connections(8_000), 50);
        outcomes.replaceAll(
                o -> o.trial().arm().equals("virtual") ? met(o, true, holder("org.lib.Socket", 0.85)) : met(o, false));
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
        outcomes.replaceAll(o -> o.trial().arm().equals("virtual") ? met(o, true, holder("org.lib.Socket", 0.99)) : o);
        assertEquals(Verdict.Kind.HARM, verdict().kind());
        assertTrue(verdict().text().contains("org.lib.Socket"), verdict().text());
    }

    /// At the highest load no trial of the arm counts.
    @Test
    void whatALesserLoadShowsCountsThoughTheArmIsLostAtTheHighest() {
        closed(PLATFORM, FEW, connections(4_000), 500);
        closed(PLATFORM, MOST, connections(8_000), 1_000);
        closed(VIRTUAL, FEW, connections(4_000), 25);
        assertEquals(Verdict.Kind.UNDECIDED, verdict().kind());
        outcomes.replaceAll(
                o -> o.trial().arm().equals("virtual") ? met(o, true, holder("org.lib.Socket", 0.99)) : met(o, false));
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertTrue(verdict.text().contains("at 50 connections"), verdict.text());
        assertEquals("carriers", verdict.limit().kind());
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

    /// A service whose carriers are held gives up its own requests, and answers 503.
    @Test
    void refusalsAreNoPushbackWhereCodeHeldTheCarriers() {
        for (int jvm = 1; jvm <= 2; jvm++) {
            add(PLATFORM, jvm, MOST, connections(4_000), 900, 20, 0);
            pushedBack(jvm, Map.of("503", 390L));
        }
        outcomes.replaceAll(o -> o.trial().arm().equals("virtual") ? met(o, true, holder("org.lib.Socket", 0.96)) : o);
        assertTrue(
                !verdict().text().contains("unbounded")
                        && verdict().text().endsWith("; org.lib.Socket.run (monitor) held 96 % of carrier time"),
                verdict().text());
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
        outcomes.replaceAll(o -> met(o, false));
        String unheld = UnresponsiveArm.verdict("/p", VIRTUAL, PLATFORM, outcomes, harmed -> List.of())
                .orElseThrow()
                .text();
        assertTrue(unheld.contains("unbounded concurrency") && !unheld.contains("carrier"), unheld);
    }

    /// As a JVM whose carriers were all held from the first requests on.
    @Test
    void oneJvmThatAnswersNothingIsHarm() {
        for (int jvm = 1; jvm <= 2; jvm++) {
            add(PLATFORM, jvm, MOST, connections(4_000), 900, 20, 0);
        }
        outcomes.add(timedOut(1, 0, 10));
        add(VIRTUAL, 2, MOST, connections(4_000), 900, 20, 0);
        Verdict verdict = UnresponsiveArm.verdict("/p", VIRTUAL, PLATFORM, outcomes, harmed -> List.of())
                .orElseThrow();
        assertEquals(Verdict.Kind.HARM, verdict.kind());
        assertTrue(
                verdict.text()
                        .startsWith("harm: the virtual arm answered none of 10 requests at 400 connections in 1 of 2"
                                + " JVMs, the platform arm all, at 900/s"),
                verdict.text());
    }

    private TrialOutcome timedOut(int jvm, double throughput, long timeouts) {
        TrialOutcome plain = outcome("virtual", jvm, MOST, connections(4_000), throughput, 20, 0);
        Trial t = plain.trial();
        Trial trial = changed(t, throughput == 0 ? 0 : t.requests(), timeouts, t.errorKinds(), List.of());
        return new TrialOutcome(trial, plain.bounds(), plain.serviceMillis(), true, false, plain.from(), plain.to());
    }

    private void pushedBack(int jvm, Map<String, Long> kinds) {
        TrialOutcome plain = outcome("virtual", jvm, MOST, connections(4_000), 900, 20, 400);
        Trial t = plain.trial();
        outcomes.add(plain.of(changed(t, t.requests(), t.timeouts(), kinds, List.of())));
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

    /// Two JVMs whose waits differ by half give an interval that holds everything.
    @Test
    void aBystanderThatWaitsForHeldCarriersInEachJvmIsHarmedThoughNoIntervalCanShowIt() {
        bystanders(400, 170, 6_000, 1_200);
        assertTrue(bystanderRatio().low() < 1.25, bystanderRatio()::toString);
        assertEquals(Verdict.Kind.HARM, verdict().kind());
    }

    @Test
    void aBystanderThatWaitsWhileCarriersAreFreeOrAreHeldInBothArmsIsNotShownToBeHarmed() {
        bystanders(400, 170, 6_000, 1_200);
        outcomes.replaceAll(o -> met(o, true, holder("org.lib.Socket", 0.2)));
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
        outcomes.replaceAll(o -> met(o, true, holder("org.lib.Socket", 0.96)));
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
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
        Verdict turned =
                FailedArms.gain("/p", PLATFORM, VIRTUAL, falls, outcomes).orElseThrow();
        assertEquals(Verdict.Kind.GAIN, turned.kind());
        assertTrue(turned.text().startsWith("gain: the target ran out of memory"), turned.text());
        add(VIRTUAL, 3, MOST, connections(4_000), 1_000, 20, 0);
        assertEquals(Optional.empty(), FailedArms.verdict("/p", VIRTUAL, PLATFORM, falls, outcomes));
    }

    private Ratio bystanderRatio() {
        return Comparisons.of("/p", VIRTUAL, PLATFORM, outcomes, _ -> 0.95).stream()
                .filter(Bystanders::judges)
                .findFirst()
                .orElseThrow()
                .comparison()
                .ratio();
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
}
