package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Capacity;
import io.heddle.model.CarrierLife;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Comparison;
import io.heddle.model.Culprit;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.model.Join;
import io.heddle.model.Load;
import io.heddle.model.Machine;
import io.heddle.model.Matched;
import io.heddle.model.Overload;
import io.heddle.model.Race;
import io.heddle.model.Sighting;
import io.heddle.model.Target;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.ArmSource;
import io.heddle.race.arm.TargetFault;
import io.heddle.race.bound.KnownBounds;
import io.heddle.race.bound.NamedLock;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Rates;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Since;
import io.heddle.race.stats.Looks;
import io.heddle.race.stats.Spending;
import io.heddle.race.target.Cores;
import io.heddle.race.target.Redaction;
import io.heddle.race.trial.CarrierWarmup;
import io.heddle.race.trial.Culprits;
import io.heddle.race.trial.DoubtfulTrials;
import io.heddle.race.trial.FailedArms;
import io.heddle.race.trial.Standstill;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons;
import io.heddle.race.verdict.Comparisons.Compared;
import io.heddle.race.verdict.Stopping;
import io.heddle.race.verdict.Verdicts;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a race knows so far; any moment of it makes a valid report.
final class RaceState {

    private static final Pattern FEATURE = Pattern.compile("^\\d{1,3}");
    /// A closed loop drives an arm to its limit, where every request waits.
    private static final double GUESS = 0.7;

    private static final double ALPHA = 0.05;

    /// JVMs an arm after which a bound decides, where the race is not quick.
    private static final int LEAST_JVMS = 3;

    private final RaceOptions options;
    private final String version;
    private final List<String> command;
    private final RaceServices lent;
    private final Since started = Since.now();
    /// Counted now: with --cpus, Heddle will move off some of them.
    private final int cores = Runtime.getRuntime().availableProcessors();
    private final KnownBounds bounds;
    private final List<TrialOutcome> outcomes = new ArrayList<>();
    /// JVMs an arm after which a path was raced no further.
    private final Map<String, Integer> ended = new LinkedHashMap<>();

    private final List<FailedArms> falls = new ArrayList<>();
    private final List<CarrierLife> lives = new ArrayList<>();
    private final Map<String, List<Capacity.Search>> searches = new LinkedHashMap<>();
    private final List<Overload> overloads = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<String> hooks = new LinkedHashSet<>();
    private Target target = new Target(List.of(), "", "", "", List.of(), "", List.of());
    private boolean interrupted;
    private String stopped = "";

    RaceState(RaceOptions options, String version, List<String> command, RaceServices lent) {
        this.options = options;
        this.version = version;
        this.command = command;
        this.lent = lent;
        this.bounds = new KnownBounds(options, targetCores());
    }

    KnownBounds bounds() {
        return bounds;
    }

    /// Load in words.
    static String describe(Load load) {
        return switch (load) {
            case Load.Closed(int connections) -> connections + " connections";
            case Load.Open(double rate, int connections) -> Figures.rate(rate);
        };
    }

    void target(ArmSource arms) {
        notes.addAll(arms.by().notes());
        target = arms.target();
    }

    /// What the agent has said of the target in this JVM.
    void saw(AgentLog log, Path output) {
        heard(log);
        target = new Target(
                target.command(),
                target.jdk(),
                target.server(),
                target.switchedBy(),
                target.hooks(),
                output.toString(),
                target.notes());
    }

    private void heard(AgentLog log) {
        log.hooks()
                .forEach(h ->
                        hooks.add(h.name() + ": " + h.state() + (h.detail().isEmpty() ? "" : " (" + h.detail() + ")")));
        notes.addAll(log.notes());
        String server = log.server().map(AgentLog.Server::title).orElse(target.server());
        String jdk = log.hello().map(AgentLog.Hello::jdk).orElse(target.jdk());
        target = new Target(
                target.command(), jdk, server, target.switchedBy(), target.hooks(), target.output(), target.notes());
    }

    /// With the hooks and notes of this moment.
    private Target targetNow() {
        return new Target(
                target.command(),
                target.jdk(),
                target.server(),
                target.switchedBy(),
                List.copyOf(hooks),
                target.output(),
                List.copyOf(notes));
    }

    void note(String text) {
        notes.add(text);
    }

    /// What is put on a path in this turn. The quick form ends with the closed loop, whose backlog then ends with
    /// the JVM; the long form begins with it, which warms up more.
    List<Load> loads(String workload, Schedule.Turn turn) {
        List<Load> closed = bounds.connections(workload).stream()
                .map(connections -> (Load) new Load.Closed(connections))
                .toList();
        boolean known = turn.repetition() > 1 && options.capacity().isEmpty();
        List<Load> open = options.rates().isEmpty()
                        && (options.quick() || options.capacity().isPresent())
                ? List.of()
                : Rates.of(
                        options.rates(),
                        known ? capacities(workload) : List.of(),
                        options.arms().size(),
                        bounds.mostConnections(workload));
        return Stream.of(options.quick() ? open : closed, options.quick() ? closed : open)
                .flatMap(List::stream)
                .toList();
    }

    private List<Double> capacities(String workload) {
        return outcomes.stream()
                .map(TrialOutcome::trial)
                .filter(t -> t.repetition() == 1 && t.workload().equals(workload))
                .filter(t -> t.load().equals(new Load.Closed(bounds.mostConnections(workload))))
                .map(Trial::throughput)
                .filter(rate -> rate > 0)
                .toList();
    }

    void add(String workload, Capacity.Search search) {
        searches.computeIfAbsent(workload, _ -> new ArrayList<>()).add(search);
    }

    void add(Overload overload) {
        overloads.add(overload);
    }

    /// Most that an arm answered on a path in its trials, requests a second; 0 when it answered nothing.
    double most(String arm, String workload) {
        return outcomes.stream()
                .filter(TrialOutcome::isSound)
                .map(TrialOutcome::trial)
                .filter(t -> t.arm().equals(arm) && t.workload().equals(workload))
                .mapToDouble(Trial::throughput)
                .max()
                .orElse(0);
    }

    /// The path that gains most, as it is the reason to switch; the first where none gains.
    List<String> worthOverloading() {
        Race now = race();
        Optional<String> gains = now.comparisons().stream()
                .filter(Comparison::primary)
                .filter(one -> now.verdicts().stream()
                        .anyMatch(verdict ->
                                verdict.workload().equals(one.workload()) && verdict.kind() == Verdict.Kind.GAIN))
                .max(Comparator.comparingDouble(one -> one.ratio().estimate()))
                .map(Comparison::workload);
        return List.of(gains.orElse(options.workloadNames().getFirst()));
    }

    /// First rate to try when a JVM is searched: what the one before it found, else a share of what this one
    /// answered under a closed loop.
    double firstGuess(Schedule.Turn turn, String workload) {
        OptionalDouble found = searches.getOrDefault(workload, List.of()).stream()
                .filter(search -> search.arm().equals(turn.arm().label()) && search.met() > 0)
                .mapToDouble(Capacity.Search::met)
                .average();
        return found.orElseGet(() -> GUESS
                * outcomes.stream()
                        .map(TrialOutcome::trial)
                        .filter(t -> t.arm().equals(turn.arm().label())
                                && t.workload().equals(workload))
                        .mapToDouble(Trial::throughput)
                        .filter(rate -> rate > 0)
                        .max()
                        .orElse(1 / GUESS));
    }

    private List<Capacity> foundCapacities() {
        return options.capacity().stream()
                .flatMap(objective -> searches.entrySet().stream()
                        .map(workload ->
                                Capacities.of(workload.getKey(), objective, options.arms(), workload.getValue())))
                .toList();
    }

    void add(TrialOutcome outcome) {
        outcomes.add(outcome);
        bounds.learn(outcome);
    }

    /// The last trial; empty before the first.
    Optional<TrialOutcome> last() {
        return outcomes.isEmpty() ? Optional.empty() : Optional.of(outcomes.getLast());
    }

    /// Whether a trial's arm answers nothing, or nothing any more, where another answers all.
    boolean isSilencedAlone(TrialOutcome outcome) {
        return UnresponsiveArm.alone(outcome, outcomes);
    }

    /// A JVM of this turn has failed. Where the first arm serves, that is something to judge.
    ///
    /// @return whether it is; else the race is to end with that failure
    boolean fell(Schedule.Turn turn, Failure failure) {
        Arm first = options.arms().getFirst();
        if (turn.arm().equals(first) || !TargetFault.is(failure)) {
            return false;
        }
        Optional<TrialOutcome> missing = outcomes.stream()
                .filter(outcome -> outcome.trial().arm().equals(first.label()) && outcome.isSound())
                .filter(outcome -> outcomes.stream()
                        .noneMatch(own -> own.of(turn)
                                && own.is(
                                        turn.arm().label(),
                                        outcome.trial().workload(),
                                        outcome.trial().load())))
                .findFirst();
        missing.ifPresent(outcome -> falls.add(new FailedArms(
                turn.arm().label(), turn.repetition(), outcome.trial().workload(), failure.sentence())));
        return missing.isPresent();
    }

    /// The last trial's target has stopped to answer for good.
    void fellSilent(TrialOutcome outcome) {
        outcomes.set(outcomes.size() - 1, outcome);
    }

    /// When the trials of a JVM measured, in their order.
    List<CarrierWatch.Window> windows(Schedule.Turn turn) {
        return outcomes.stream()
                .filter(outcome -> outcome.of(turn))
                .map(outcome -> new CarrierWatch.Window(outcome.from(), outcome.to()))
                .toList();
    }

    /// The JVM has ended and the agent has written its last word: pins lag, so those of its trials are counted
    /// again, and what held its carriers is known.
    ///
    /// @param life with one view for each of the JVM's windows; with one of the whole JVM when it has none
    void settle(Schedule.Turn turn, AgentLog log, CarrierWatch.Life life) {
        heard(log);
        if (windows(turn).isEmpty()) {
            life.views().stream()
                    .map(CarrierWatch.View::watch)
                    .filter(watch -> watch.state().isHarm())
                    .forEach(watch ->
                            note(turn.arm().label() + " " + turn.repetition() + " finished no trial; " + watch.text()));
        }
        Iterator<CarrierWatch.View> views = life.views().iterator();
        outcomes.replaceAll(o ->
                o.of(turn) ? o.with(log.window(o.from(), o.to()).pins(), views.next()) : o);
        if (!life.heldShares().isEmpty()) {
            lives.add(new CarrierLife(
                    turn.arm().label(),
                    turn.repetition(),
                    life.heldShares(),
                    log.requestsFrom(life.begin(), life.heldShares().size())));
        }
    }

    /// Trials of this turn that have ended.
    int done(Schedule.Turn turn) {
        return (int) outcomes.stream().filter(outcome -> outcome.of(turn)).count();
    }

    /// Ends paths whose verdict can no longer change, after a whole repetition.
    ///
    /// @return what to say of it, one sentence for each path that ends
    List<String> endPaths(int repetition) {
        List<String> said = new ArrayList<>();
        if (options.arms().size() != 2
                || options.until().isPresent()
                || options.capacity().isPresent()) {
            return said;
        }
        Race now = race();
        for (String workload : paths()) {
            Verdict verdict = now.verdicts().stream()
                    .filter(one -> one.workload().equals(workload))
                    .findFirst()
                    .orElseThrow();
            Stopping.of(
                            compared(workload, options.arms().getFirst()),
                            verdict,
                            repetition,
                            options.quick() ? 1 : LEAST_JVMS)
                    .filter(_ -> repetition < options.repetitions())
                    .ifPresent(why -> {
                        ended.put(workload, repetition);
                        said.add(workload + " ends after " + repetition + (repetition == 1 ? " JVM" : " JVMs")
                                + " an arm: " + why);
                    });
        }
        return said;
    }

    /// Paths that are still raced.
    List<String> paths() {
        return options.workloadNames().stream()
                .filter(workload -> !ended.containsKey(workload))
                .toList();
    }

    private List<Compared> compared(String workload, Arm against) {
        return Comparisons.of(
                workload,
                options.arms().get(1),
                against,
                outcomes,
                jvms -> options.until().isPresent()
                        ? Looks.confidence(jvms, ALPHA)
                        : Spending.confidence(jvms, options.repetitions(), ALPHA));
    }

    /// Whether the primary comparison of every path is as sure as was asked for, after a whole repetition.
    boolean sureEnough(int repetition) {
        if (options.until().isEmpty()
                || repetition < Looks.FIRST
                || options.arms().size() < 2) {
            return false;
        }
        return options.workloadNames().stream()
                .allMatch(workload -> compared(workload, options.arms().get(0)).stream()
                        .filter(c -> c.comparison().primary())
                        .anyMatch(c -> Looks.narrow(
                                c.ratio(),
                                c.comparison().confidence(),
                                options.until().getAsDouble())));
    }

    void interrupted() {
        interrupted = true;
        stopped = "interrupted: what was measured until then is kept";
    }

    void stopped(Failure failure) {
        stopped = Redaction.text(failure.sentence());
    }

    /// Everything so far, with the verdicts that it allows.
    Race race() {
        List<Comparison> comparisons = new ArrayList<>();
        List<Verdict> verdicts = new ArrayList<>();
        List<Capacity> capacities = foundCapacities();
        if (options.arms().size() > 1) {
            for (String workload : options.workloadNames()) {
                List<Compared> main = compared(workload, options.arms().get(0));
                main.forEach(c -> comparisons.add(c.comparison()));
                List<String> more = new ArrayList<>();
                DoubtfulTrials.leftOut(outcomes.stream()
                                .filter(outcome -> outcome.trial().workload().equals(workload))
                                .toList())
                        .ifPresent(more::add);
                CarrierWarmup.of(options.arms().get(1).label(), lives).ifPresent(more::add);
                for (Arm extra : options.arms().subList(2, options.arms().size())) {
                    List<Compared> other = compared(workload, extra);
                    other.forEach(c -> comparisons.add(c.comparison()));
                    other.stream()
                            .findFirst()
                            .ifPresent(c -> more.add(
                                    "right-sized arm: " + c.comparison().text()));
                }
                capacities.stream()
                        .filter(capacity -> capacity.workload().equals(workload))
                        .flatMap(capacity -> capacity.ratios().stream())
                        .forEach(versus -> more.add("capacity: " + versus.text()));
                Culprits.Known known =
                        new Culprits.Known(lent.remedies(), lent.predicted().orElse(List.of()), feature());
                Function<List<TrialOutcome>, List<Culprit>> culprits = harmed -> Culprits.of(harmed, known);
                Verdict verdict = UnresponsiveArm.verdict(
                                workload, options.arms().get(1), options.arms().get(0), outcomes, culprits)
                        .or(() -> FailedArms.verdict(
                                workload, options.arms().get(1), options.arms().get(0), falls, outcomes))
                        .orElseGet(() -> Verdicts.ofWorkload(workload, main, more, culprits));
                List<TrialOutcome> own = of(options.arms().get(1), workload);
                Verdict held = NamedLock.of(verdict.withHolders(Culprits.holders(own, known)));
                verdicts.add(Standstill.said(held, own, targetCores()));
            }
        }
        Machine machine = new Machine(
                cores,
                memoryBytes(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        return new Race(
                version,
                started.at(),
                started.passed().toMillis() / 1e3,
                options.quick(),
                command,
                machine,
                targetNow(),
                options.arms(),
                bounds.after(outcomes),
                outcomes.stream().map(TrialOutcome::trial).toList(),
                comparisons,
                Verdicts.race(verdicts),
                verdicts,
                List.copyOf(lives),
                findings(),
                capacities,
                overloads,
                interrupted,
                stopped);
    }

    private List<TrialOutcome> of(Arm arm, String workload) {
        return outcomes.stream()
                .filter(outcome -> outcome.trial().arm().equals(arm.label()))
                .filter(outcome -> outcome.trial().workload().equals(workload))
                .toList();
    }

    /// What was predicted beside what was met in the trials of arms on virtual threads; empty when nothing was
    /// predicted.
    private List<Matched> findings() {
        Set<String> virtual = options.arms().stream()
                .filter(arm -> arm.mode() == Arm.Mode.VIRTUAL)
                .map(Arm::label)
                .collect(Collectors.toSet());
        List<Sighting> met = outcomes.stream()
                .map(TrialOutcome::trial)
                .filter(trial -> virtual.contains(trial.arm()))
                .flatMap(trial -> trial.holders().stream())
                .map(Sighting::of)
                .toList();
        return lent.predicted()
                .map(predicted -> Join.of(predicted, met, feature()))
                .orElse(List.of());
    }

    /// The target's feature release, such as 21; 0 while it is not known.
    private int feature() {
        Matcher matcher = FEATURE.matcher(target.jdk());
        return matcher.find() ? Integer.parseInt(matcher.group()) : 0;
    }

    private static long memoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getTotalMemorySize()
                : 0;
    }

    int targetCores() {
        return options.cpus().map(Cores::target).orElse(cores);
    }
}
