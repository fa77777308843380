package io.heddle.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Decides from the verdicts of a race. The first rule that fits counts: harm that a newer JDK ends, other
/// harm, what is undecided, carriers that are held, a gain with a limit behind it, a gain, no gain.
public final class Decisions {

    /// The first JDK on which a monitor holds no carrier (JEP 491), and the update of the current LTS that
    /// also mends lost wake-ups of virtual threads (JDK-8373120).
    private static final int MONITORS_MENDED = 24;

    private static final String NEWER = "25 (25.0.4 or later)";
    private static final Set<Holder.Cause> MENDED = Set.of(Holder.Cause.MONITOR, Holder.Cause.WAIT);
    private static final double MUCH = 0.1;
    private static final Pattern FEATURE = Pattern.compile("^\\d{1,3}");

    private Decisions() {}

    /// Empty where the race was not of virtual threads against platform threads, or has no verdict.
    public static Optional<Decision> of(Race race) {
        boolean asked = !race.arms().isEmpty()
                && race.arms().getFirst().mode() == Arm.Mode.PLATFORM
                && !race.verdicts().isEmpty();
        List<Arm> virtual = race.arms().stream()
                .filter(arm -> arm.mode() == Arm.Mode.VIRTUAL)
                .toList();
        if (!asked || virtual.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(withDropped(
                race,
                withChanges(
                        race,
                        virtual.size() == 1
                                ? ofOne(race, virtual.getFirst())
                                : ArmChoice.of(
                                        race,
                                        virtual.stream()
                                                .map(arm -> option(race, arm))
                                                .toList()))));
    }

    /// Whoever would switch is told first what does not stay the same: requests that are answered otherwise, fail or
    /// are cut off keep from it.
    private static Decision withChanges(Race race, Decision decision) {
        List<String> virtual = race.arms().stream()
                .filter(arm -> arm.mode() == Arm.Mode.VIRTUAL)
                .map(Arm::label)
                .toList();
        List<Change> changes = race.changes().stream()
                .filter(change -> virtual.contains(change.arm()))
                .toList();
        List<Change> grave = changes.stream().filter(Change::grave).toList();
        List<String> next = new ArrayList<>(decision.next());
        if (!changes.isEmpty()) {
            next.add("look at what else changes: " + changes.size()
                    + (changes.size() == 1 ? " difference" : " differences") + " beside speed");
        }
        if (grave.isEmpty()) {
            return new Decision(decision.kind(), decision.because(), next);
        }
        List<String> mend =
                grave.stream().map(change -> "mend: " + change.text()).toList();
        return switch (decision.kind()) {
            case SWITCH, SWITCH_WITH_LIMIT, MEASURE_MORE -> {
                List<String> because =
                        new ArrayList<>(grave.stream().map(Change::text).toList());
                because.addAll(decision.because());
                yield new Decision(Decision.Kind.MEND_FIRST, because, joined(mend, next));
            }
            case MEND_FIRST, NEWER_JDK -> new Decision(decision.kind(), decision.because(), joined(next, mend));
            case NO_NEED -> new Decision(decision.kind(), decision.because(), next);
        };
    }

    private static List<String> joined(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    /// A path that was given up speaks for no decision; what to do about it comes last.
    private static Decision withDropped(Race race, Decision decision) {
        List<String> next = new ArrayList<>(decision.next());
        race.dropped()
                .forEach(path -> next.add(path.workload() + " breaks the " + path.arm()
                        + " arm and was not raced to its end: mend it, then race it alone with few --connections"));
        return new Decision(decision.kind(), decision.because(), next);
    }

    private static ArmChoice.Option option(Race race, Arm arm) {
        return new ArmChoice.Option(arm, feature(arm, race), of(race, arm), ofOne(race, arm));
    }

    /// What the verdicts of one arm ask for, were it the only one.
    private static Decision ofOne(Race race, Arm arm) {
        Race own = race.withVerdicts(of(race, arm));
        List<Verdict> harms = of(own, Verdict.Kind.HARM);
        if (!harms.isEmpty()) {
            return harmed(own, arm, harms);
        }
        List<Verdict> undecided = of(own, Verdict.Kind.UNDECIDED);
        if (!undecided.isEmpty()) {
            return new Decision(
                    Decision.Kind.MEASURE_MORE,
                    sentences(undecided),
                    List.of("race without --quick, or with more --repetitions, while nothing else runs"));
        }
        List<Verdict> held =
                own.verdicts().stream().filter(verdict -> lost(verdict) > MUCH).toList();
        if (!held.isEmpty()) {
            return new Decision(Decision.Kind.MEND_FIRST, sentences(held), remedies(held));
        }
        List<Verdict> gains = of(own, Verdict.Kind.GAIN);
        return gains.isEmpty() ? noNeed(own) : gained(own, arm, gains);
    }

    /// The verdicts on one arm; a race of two arms may not say on which.
    private static List<Verdict> of(Race race, Arm arm) {
        return race.verdicts().stream()
                .filter(verdict -> verdict.arm().isEmpty() || verdict.arm().equals(arm.label()))
                .toList();
    }

    private static Decision harmed(Race race, Arm arm, List<Verdict> harms) {
        List<Culprit> culprits =
                harms.stream().flatMap(verdict -> verdict.culprits().stream()).toList();
        int jdk = feature(arm, race);
        boolean mended = harms.stream().noneMatch(verdict -> verdict.culprits().isEmpty())
                && culprits.stream()
                        .allMatch(culprit -> MENDED.contains(culprit.holder().cause()));
        List<String> because = new ArrayList<>(sentences(harms));
        if (mended && jdk > 0 && jdk < MONITORS_MENDED) {
            String places = String.join(
                    " and ",
                    culprits.stream()
                            .map(culprit -> culprit.holder().place())
                            .distinct()
                            .toList());
            because.add("on " + jdk + " " + places + " hold carriers while they wait; on " + NEWER
                    + " a monitor holds none");
            List<String> next = new ArrayList<>(List.of("race on 25: the same command with --jdk 25"));
            next.addAll(remedies(harms));
            return new Decision(Decision.Kind.NEWER_JDK, because, next);
        }
        because.addAll(sentences(of(race, Verdict.Kind.GAIN)));
        return new Decision(Decision.Kind.MEND_FIRST, because, mending(arm, harms));
    }

    /// What to do about harm: the remedy of the code that held carriers, else the code itself, else how to find it.
    private static List<String> mending(Arm arm, List<Verdict> harms) {
        List<String> remedies = remedies(harms);
        if (!remedies.isEmpty()) {
            return remedies;
        }
        List<String> places = harms.stream()
                .flatMap(verdict -> verdict.culprits().stream())
                .map(culprit -> culprit.holder().place() + " holds carriers ("
                        + culprit.holder().cause().spelled() + "): heddle check says what to do about it")
                .distinct()
                .toList();
        return places.isEmpty()
                ? harms.stream()
                        .map(verdict -> verdict.workload() + ": see what the " + arm.label()
                                + " arm prints, and run heddle check on the service and heddle watch PID --probe"
                                + " while the path has load")
                        .toList()
                : places;
    }

    private static Decision gained(Race race, Arm arm, List<Verdict> gains) {
        List<String> limits = limits(race, arm);
        List<String> because = new ArrayList<>(sentences(gains));
        because.addAll(sentences(of(race, Verdict.Kind.NO_GAIN)));
        return limits.isEmpty()
                ? new Decision(Decision.Kind.SWITCH, because, List.of("switch in one instance first, and watch it"))
                : new Decision(Decision.Kind.SWITCH_WITH_LIMIT, because, limits);
    }

    private static Decision noNeed(Race race) {
        return new Decision(
                Decision.Kind.NO_NEED,
                sentences(race.verdicts()),
                race.verdicts().stream()
                                .anyMatch(verdict -> verdict.limit().kind().isEmpty())
                        ? List.of("race under more --connections, if production has more than these")
                        : List.of("raise what limits, if more is needed; threads do not"));
    }

    /// Without a pool of threads in front of it, all requests wait at the limit itself. What collapsed under
    /// overload says how many it takes; else a pool that limits does.
    private static List<String> limits(Race race, Arm arm) {
        List<String> limits = new ArrayList<>();
        for (Verdict verdict : race.verdicts()) {
            OverloadAdvice.limit(race.overloads(), verdict.workload(), arm.label())
                    .or(() -> pool(race, verdict))
                    .ifPresent(limits::add);
        }
        return limits;
    }

    private static Optional<String> pool(Race race, Verdict verdict) {
        return !verdict.limit().kind().equals("pool")
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "limit %s to the %s of pool %s, with a Semaphore or the server's own setting: what is beyond only waits",
                        verdict.workload(),
                        units(race, verdict) > 0 ? units(race, verdict) + " connections" : "size",
                        verdict.limit().name()));
    }

    private static int units(Race race, Verdict verdict) {
        return race.bounds().stream()
                .filter(bound -> bound.kind() == Bound.Kind.POOL
                        && bound.name().equals(verdict.limit().name()))
                .mapToInt(Bound::units)
                .max()
                .orElse(0);
    }

    private static List<String> remedies(List<Verdict> verdicts) {
        return List.copyOf(verdicts.stream()
                .flatMap(verdict -> Stream.concat(verdict.culprits().stream(), verdict.holders().stream()))
                .filter(culprit -> !culprit.remedy().advice().isEmpty())
                .map(culprit ->
                        culprit.holder().place() + ": " + culprit.remedy().advice())
                .collect(java.util.stream.Collectors.toCollection(LinkedHashSet::new)));
    }

    static List<String> sentences(List<Verdict> verdicts) {
        return verdicts.stream()
                .map(verdict -> verdict.workload() + ": " + verdict.text())
                .toList();
    }

    private static List<Verdict> of(Race race, Verdict.Kind kind) {
        return race.verdicts().stream()
                .filter(verdict -> verdict.kind() == kind)
                .toList();
    }

    private static double lost(Verdict verdict) {
        return verdict.holders().stream()
                .map(Culprit::holder)
                .filter(holder -> holder.cause() != Holder.Cause.CPU)
                .mapToDouble(Holder::lostShare)
                .sum();
    }

    private static int feature(Arm arm, Race race) {
        String jdk = arm.seen().jdk();
        Matcher matcher = FEATURE.matcher(jdk.isEmpty() ? race.target().jdk() : jdk);
        return matcher.find() ? Integer.parseInt(matcher.group()) : 0;
    }
}
