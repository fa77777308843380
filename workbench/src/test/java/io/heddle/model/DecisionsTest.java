package io.heddle.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The rules of docs/decide.md, one by one.
class DecisionsTest {

    private static final Arm PLATFORM = new Arm("platform", Arm.Mode.PLATFORM, OptionalInt.empty());
    private static final Arm VIRTUAL = new Arm("virtual", Arm.Mode.VIRTUAL, OptionalInt.empty());

    private static final Arm P21 = arm("platform@21", "21", "21.0.8", "");
    private static final Arm V21 = arm("virtual@21", "21", "21.0.8", "");
    private static final Arm V25 = arm("virtual@25", "25", "25.0.4", "");
    private static final Arm PATCHED = arm("virtual@21=patched.jar", "21", "21.0.8", "patched.jar");

    @Test
    void monitorsThatANewerJdkMendsAskForIt() {
        Decision decision = decide("21.0.8", harm(Holder.Cause.MONITOR), gain());
        assertEquals(Decision.Kind.NEWER_JDK, decision.kind());
        assertTrue(
                decision.because()
                        .getLast()
                        .equals(
                                "on 21 com.example.Rates.locked hold carriers while they wait; on 25 (25.0.4 or later) a monitor holds none"),
                decision.toString());
        assertEquals(
                List.of("race on 25: the same command with --jdk 25", "com.example.Rates.locked: take a lock"),
                decision.next());
    }

    @Test
    void whatNoJdkMendsIsMendedFirst() {
        assertEquals(
                Decision.Kind.MEND_FIRST,
                decide("25.0.3", harm(Holder.Cause.CLASS_INITIALIZER), gain()).kind());
        assertEquals(
                Decision.Kind.MEND_FIRST,
                decide("21.0.8", harm(Holder.Cause.MONITOR), harm(Holder.Cause.SPIN))
                        .kind());
    }

    @Test
    void aHarmWithoutACulpritIsNoReasonForANewerJdk() {
        assertEquals(
                Decision.Kind.MEND_FIRST,
                decide("21.0.8", verdict("/a", Verdict.Kind.HARM, "", List.of(), List.of()))
                        .kind());
    }

    @Test
    void whatIsToBeMendedIsSaidThoughNoCulpritIsKnown() {
        List<String> next = decide("25.0.3", verdict("/a", Verdict.Kind.HARM, "", List.of(), List.of()))
                .next();
        assertEquals(1, next.size());
        assertTrue(next.getFirst().startsWith("/a: see what the virtual arm prints"), next.toString());
    }

    private static Change change(boolean grave) {
        return new Change("answers-header", Change.Kind.ANSWERS, "/a", "virtual", "no header x", "", grave);
    }

    @Test
    void whatIsAnsweredOtherwiseIsMendedBeforeASwitch() {
        Race race = race("25.0.3", List.of(PLATFORM, VIRTUAL), gain());
        Decision grave = Decisions.of(race.changing(List.of(change(true)))).orElseThrow();
        assertEquals(Decision.Kind.MEND_FIRST, grave.kind());
        assertEquals("no header x", grave.because().getFirst());
        assertEquals("mend: no header x", grave.next().getFirst());
        Decision light = Decisions.of(race.changing(List.of(change(false)))).orElseThrow();
        assertEquals(Decision.Kind.SWITCH, light.kind());
        assertEquals(
                "look at what else changes: 1 difference beside speed",
                light.next().getLast());
    }

    @Test
    void moreRepetitionsDoNotMendAnAnswer() {
        Race race = race(
                "25.0.3", List.of(PLATFORM, VIRTUAL), verdict("/a", Verdict.Kind.UNDECIDED, "", List.of(), List.of()));
        assertEquals(
                Decision.Kind.MEND_FIRST,
                Decisions.of(race.changing(List.of(change(true)))).orElseThrow().kind());
    }

    @Test
    void whatChangesWithoutNeedIsOnlySaid() {
        Race race = race(
                "25.0.3", List.of(PLATFORM, VIRTUAL), verdict("/a", Verdict.Kind.NO_GAIN, "", List.of(), List.of()));
        assertEquals(
                Decision.Kind.NO_NEED,
                Decisions.of(race.changing(List.of(change(true)))).orElseThrow().kind());
    }

    @Test
    void aPathThatWasGivenUpSpeaksForNoDecisionAndIsNamedLast() {
        Race race = race("25.0.3", List.of(PLATFORM, VIRTUAL), gain())
                .without(List.of(new DroppedPath("/quotes", "platform", DroppedPath.Code.ERRORS, "503 alone")));
        Decision decision = Decisions.of(race).orElseThrow();
        assertEquals(Decision.Kind.SWITCH, decision.kind());
        assertTrue(
                decision.next().getLast().startsWith("/quotes breaks the platform arm"),
                decision.next().toString());
    }

    @Test
    void whatIsUndecidedIsMeasuredAgainThoughAnotherPathGains() {
        assertEquals(
                Decision.Kind.MEASURE_MORE,
                decide("25.0.3", gain(), verdict("/b", Verdict.Kind.UNDECIDED, "", List.of(), List.of()))
                        .kind());
    }

    @Test
    void carriersThatAreHeldAreMendedThoughNothingIsHarmedYet() {
        assertEquals(
                Decision.Kind.MEND_FIRST,
                decide(
                                "25.0.3",
                                verdict(
                                        "/a",
                                        Verdict.Kind.NO_GAIN,
                                        "pool",
                                        List.of(),
                                        List.of(culprit(Holder.Cause.NATIVE))))
                        .kind());
    }

    @Test
    void aGainBesideAPoolIsTakenWithALimit() {
        Decision decision =
                decide("25.0.3", gain(), verdict("/api/orders", Verdict.Kind.NO_GAIN, "pool", List.of(), List.of()));
        assertEquals(Decision.Kind.SWITCH_WITH_LIMIT, decision.kind());
        assertEquals(
                List.of(
                        "limit /api/orders to the 10 connections of pool HikariPool-1, with a Semaphore or the server's own setting: what is beyond only waits"),
                decision.next());
    }

    @Test
    void aGainThatCollapsesUnderOverloadIsTakenWithALimit() {
        Race race = race("25.0.3", List.of(PLATFORM, VIRTUAL), gain());
        Decision decision = Decisions.of(race.with(List.of(
                        overload("platform", Overload.Kind.COLLAPSES, 200),
                        overload("virtual", Overload.Kind.COLLAPSES, 50))))
                .orElseThrow();
        assertEquals(Decision.Kind.SWITCH_WITH_LIMIT, decision.kind());
        assertEquals(
                List.of(
                        "limit /quote to 50 requests at once and refuse the rest, with a Semaphore or the server's own setting: at 3.00 times the load the virtual arm collapses (downstream: 250/s × 200 ms)"),
                decision.next());
    }

    @Test
    void aGainThatSurvivesOverloadNeedsNoLimit() {
        Race race = race("25.0.3", List.of(PLATFORM, VIRTUAL), gain());
        assertEquals(
                Decision.Kind.SWITCH,
                Decisions.of(race.with(List.of(
                                overload("platform", Overload.Kind.COLLAPSES, 200),
                                overload("virtual", Overload.Kind.SURVIVES, 50))))
                        .orElseThrow()
                        .kind());
    }

    private static Overload overload(String arm, Overload.Kind kind, int permits) {
        return new Overload(
                "/quote",
                arm,
                3,
                600,
                5,
                250,
                10,
                18_000,
                300,
                0,
                new TreeMap<>(),
                3_000,
                3_000,
                0,
                205,
                Double.POSITIVE_INFINITY,
                kind,
                "",
                new Overload.Limit("downstream", "", permits, "250/s × 200 ms"),
                List.of(),
                List.of());
    }

    @Test
    void aGainAloneIsTakenAndNoGainIsNone() {
        assertEquals(Decision.Kind.SWITCH, decide("25.0.3", gain()).kind());
        assertEquals(
                Decision.Kind.NO_NEED,
                decide("25.0.3", verdict("/a", Verdict.Kind.NO_GAIN, "threads", List.of(), List.of()))
                        .kind());
    }

    @Test
    void equalArmsDecideNothing() {
        assertTrue(Decisions.of(race("25.0.3", List.of(PLATFORM, PLATFORM), gain()))
                .isEmpty());
    }

    @Test
    void aNewerJdkThatWasRacedAndIsHarmedNowhereIsTheAnswer() {
        Decision decision = among(
                List.of(P21, V21, V25),
                harm(Holder.Cause.MONITOR).between("virtual@21", "platform@21"),
                gain().between("virtual@21", "platform@21"),
                gain().between("virtual@25", "platform@21"));
        assertEquals(Decision.Kind.NEWER_JDK, decision.kind());
        assertEquals(
                "go to JDK 25, then switch: virtual@25 is harmed on no path, without a change of the code",
                decision.next().getFirst());
        assertEquals(
                List.of("virtual@21: /locked: because", "virtual@25: no path is harmed; /quote: because"),
                decision.because());
    }

    @Test
    void aNewerJdkThatIsHarmedNowhereAndGainsNowhereIsNoReasonToSwitch() {
        assertEquals(
                "go to JDK 25 before you switch: virtual@25 is harmed on no path, without a change of the code, and gains on none",
                among(
                                List.of(P21, V21, V25),
                                harm(Holder.Cause.MONITOR).between("virtual@21", "platform@21"),
                                verdict("/a", Verdict.Kind.NO_GAIN, "lock", List.of(), List.of())
                                        .between("virtual@25", "platform@21"))
                        .next()
                        .getFirst());
    }

    @Test
    void whereTheNewerJdkIsHarmedTooTheCodeIsMended() {
        Decision decision = among(
                List.of(P21, V21, V25),
                harm(Holder.Cause.MONITOR).between("virtual@21", "platform@21"),
                harm(Holder.Cause.NATIVE).between("virtual@25", "platform@21"));
        assertEquals(Decision.Kind.MEND_FIRST, decision.kind());
        assertEquals(List.of("com.example.Rates.locked: take a lock"), decision.next());
    }

    @Test
    void aJarThatMendsIsNamedAndTheNewerJdkBesideIt() {
        Decision mended = among(
                List.of(P21, V21, PATCHED),
                harm(Holder.Cause.MONITOR).between("virtual@21", "platform@21"),
                gain().between("virtual@21=patched.jar", "platform@21"));
        assertEquals(Decision.Kind.MEND_FIRST, mended.kind());
        assertTrue(mended.next().getFirst().startsWith("take the jar of virtual@21=patched.jar"), mended.toString());
        Decision either = among(
                List.of(P21, V21, V25, PATCHED),
                harm(Holder.Cause.MONITOR).between("virtual@21", "platform@21"),
                gain().between("virtual@25", "platform@21"),
                gain().between("virtual@21=patched.jar", "platform@21"));
        assertEquals(Decision.Kind.NEWER_JDK, either.kind());
        assertTrue(either.next().get(1).startsWith("or take the jar of virtual@21=patched.jar"), either.toString());
    }

    @Test
    void theArmThatDiffersInItsThreadsAloneDecidesWhereItIsFit() {
        assertEquals(
                Decision.Kind.SWITCH,
                among(
                                List.of(P21, V25, V21),
                                harm(Holder.Cause.MONITOR).between("virtual@25", "platform@21"),
                                gain().between("virtual@21", "platform@21"))
                        .kind());
    }

    @Test
    void whatIsNotKnownOfTheNewerJdkIsMeasured() {
        assertEquals(
                Decision.Kind.MEASURE_MORE,
                among(
                                List.of(P21, V21, V25),
                                harm(Holder.Cause.MONITOR).between("virtual@21", "platform@21"),
                                verdict("/b", Verdict.Kind.UNDECIDED, "", List.of(), List.of())
                                        .between("virtual@25", "platform@21"))
                        .kind());
    }

    private static Decision among(List<Arm> arms, Verdict... verdicts) {
        return Decisions.of(race("21.0.8", arms, verdicts)).orElseThrow();
    }

    private static Arm arm(String label, String jdk, String version, String jar) {
        return new Arm(
                label,
                label.startsWith("virtual") ? Arm.Mode.VIRTUAL : Arm.Mode.PLATFORM,
                OptionalInt.empty(),
                new Arm.Build(Optional.of(jdk), Optional.of(jar).filter(file -> !file.isEmpty())),
                new Arm.Seen(version, "", "", "G1", null, ""));
    }

    private static Decision decide(String jdk, Verdict... verdicts) {
        return Decisions.of(race(jdk, List.of(PLATFORM, VIRTUAL), verdicts)).orElseThrow();
    }

    private static Verdict harm(Holder.Cause cause) {
        return verdict("/locked", Verdict.Kind.HARM, "carriers", List.of(culprit(cause)), List.of());
    }

    private static Verdict gain() {
        return verdict("/quote", Verdict.Kind.GAIN, "connections", List.of(), List.of());
    }

    private static Verdict verdict(
            String path, Verdict.Kind kind, String limit, List<Culprit> culprits, List<Culprit> holders) {
        return new Verdict(
                path,
                kind,
                "because",
                new Verdict.Limit(limit, limit.equals("pool") ? "HikariPool-1" : "", 1),
                culprits,
                holders,
                List.of());
    }

    private static Culprit culprit(Holder.Cause cause) {
        return new Culprit(
                new Holder(
                        cause,
                        "com.example.Rates",
                        "locked",
                        1,
                        "",
                        1,
                        1,
                        1,
                        0.9,
                        Certainty.CONFIRMED,
                        List.of(),
                        List.of(),
                        ""),
                2,
                2,
                new Remedies.Remedy("take a lock", ""),
                "");
    }

    private static Race race(String jdk, List<Arm> arms, Verdict... verdicts) {
        return new Race(
                "",
                Instant.EPOCH,
                1,
                true,
                List.of(),
                new Machine(2, 1, ""),
                new Target(List.of(), jdk, "", "", List.of(), "", List.of()),
                arms,
                List.of(new Bound("/api/orders", "virtual", 40, Bound.Kind.POOL, "HikariPool-1", 197, "", 10)),
                List.of(),
                List.of(),
                verdicts[0],
                List.of(verdicts),
                List.of(),
                List.of(),
                List.of(),
                false,
                "");
    }
}
