package io.heddle.race.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.trial.TrialOutcome;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where both arms use all the CPU, what a request costs of it decides, whatever the throughput does.
final class CpuBoundTest extends SyntheticTrials {

    private static final double[] NOISY = {100, 140, 90, 120};

    private double cpuShare = 0.97;

    /// @param millis CPU time of a request in each JVM
    private void costs(Arm arm, List<Bound> bounds, double... millis) {
        for (int jvm = 0; jvm < millis.length; jvm++) {
            TrialOutcome plain = outcome(arm.label(), jvm + 1, MOST, bounds, NOISY[jvm], 20, 0);
            Trial trial = plain.trial();
            // each used a second
            Trial own = changed(trial, Math.round(1_000_000 / millis[jvm]), 0, trial.errorKinds(), trial.doubts());
            outcomes.add(
                    new TrialOutcome(own, bounds, serviceMillis, false, false, Instant.EPOCH, Instant.EPOCH, cpuShare));
        }
    }

    private Verdict.Kind kind(double[] platform, double[] virtual) {
        outcomes.clear();
        costs(PLATFORM, connections(4_000), platform);
        costs(VIRTUAL, connections(4_000), virtual);
        return verdict().kind();
    }

    @Test
    void anIntervalOnOneSideDecides() {
        double[] platform = {1_000, 1_004, 998, 1_001};
        assertEquals(Verdict.Kind.HARM, kind(platform, new double[] {1_100, 1_104, 1_099, 1_102}));
        assertEquals(Verdict.Kind.GAIN, kind(platform, new double[] {900, 904, 899, 902}));
        assertEquals(Verdict.Kind.NO_GAIN, kind(platform, new double[] {1_010, 1_004, 1_012, 999}));
        // dearer by less than a tenth, which is neither shown to be above 1.05 nor anything to care for
        assertEquals(Verdict.Kind.NO_GAIN, kind(platform, new double[] {1_050, 1_054, 1_045, 1_052}));
        assertEquals(Verdict.Kind.UNDECIDED, kind(platform, new double[] {1_050, 1_254, 945, 1_052}));
        assertEquals(Verdict.Kind.UNDECIDED, kind(platform, new double[] {950, 955, 945, 952}));
    }

    @Test
    void theCpuIsNamedAsTheLimitWithWhatARequestCosts() {
        kind(new double[] {1_000, 1_004}, new double[] {1_010, 1_004});
        Verdict verdict = verdict();
        assertEquals("cpu", verdict.limit().kind());
        assertTrue(
                verdict.text()
                        .startsWith(
                                "no gain at 400 connections: CPU limits both arms (each uses 97 % of what it has): a request costs 1.01× ["),
                verdict.text());
    }

    @Test
    void whatWouldDecideIsSaidByTheCostsAndNotByTheThroughput() {
        kind(new double[] {1_000, 1_040}, new double[] {1_060, 1_020});
        Verdict verdict = verdict();
        assertEquals(Verdict.Kind.UNDECIDED, verdict.kind());
        assertTrue(
                verdict.text().matches("undecided at 400 .*CPU limits.* about [3-9] repetitions would decide"),
                verdict.text());
    }

    @Test
    void anArmThatLeavesCpuIsJudgedByItsThroughput() {
        cpuShare = 0.9;
        assertEquals(
                Verdict.Kind.UNDECIDED,
                kind(new double[] {1_000, 1_004, 998, 1_001}, new double[] {1_010, 1_004, 1_012, 999}));
        assertTrue(!verdict().text().contains("CPU limits"), verdict().text());
    }

    @Test
    void aPoolThatBothArmsReachIsTheLimitThough() {
        costs(PLATFORM, pool(100), 1_000);
        costs(VIRTUAL, pool(100), 1_200);
        assertEquals("pool", verdict().limit().kind());
        assertEquals(Verdict.Kind.NO_GAIN, verdict().kind());
    }
}
