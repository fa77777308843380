package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Capacity;
import io.heddle.model.CarrierLife;
import io.heddle.model.CarrierWatch;
import io.heddle.model.Change;
import io.heddle.model.Comparison;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.model.Join;
import io.heddle.model.Load;
import io.heddle.model.Matched;
import io.heddle.model.Overload;
import io.heddle.model.Race;
import io.heddle.model.Redaction;
import io.heddle.model.Sighting;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.ArmSource;
import io.heddle.race.arm.LoadSpan;
import io.heddle.race.bound.KnownBounds;
import io.heddle.race.bound.RaceBounds;
import io.heddle.race.change.Changes;
import io.heddle.race.change.Observation;
import io.heddle.race.plan.Pairs;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Rates;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Since;
import io.heddle.race.stats.Looks;
import io.heddle.race.target.Cores;
import io.heddle.race.trial.Culprits;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Verdicts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// What a race knows so far; any moment of it makes a valid report.
final class RaceState {

    /// A closed loop drives an arm to its limit, where every request waits.
    private static final double GUESS = 0.7;
    private static final double CLEARLY_LESS = 0.95;

    private final RaceOptions options;
    private final String version;
    private final List<String> command;
    private final RaceServices lent;
    private final Since started = Since.now();
    /// Counted now: with --cpus, Heddle will move off some of them.
    private final int cores = Runtime.getRuntime().availableProcessors();
    private final RaceBounds bounds;
    private final List<TrialOutcome> outcomes = new ArrayList<>();
    /// JVMs an arm after which a path was raced no further.
    private final Map<String, Integer> ended = new LinkedHashMap<>();

    /// Loads of each path that need no further JVM.
    private final Map<String, List<Load>> endedLoads = new LinkedHashMap<>();

    private final BrokenPaths broken;

    /// Trials of JVMs that have ended.
    private int settled;

    private final List<CarrierLife> lives = new ArrayList<>();
    private final List<Observation> observed = new ArrayList<>();
    private final Map<String, List<Capacity.Search>> searches = new LinkedHashMap<>();
    private final List<Overload> overloads = new ArrayList<>();
    private final SeenTarget target;
    private boolean interrupted;
    private String stopped = "";

    RaceState(RaceOptions options, String version, List<String> command, RaceServices lent) {
        this.options = options;
        this.version = version;
        this.command = command;
        this.lent = lent;
        this.target = new SeenTarget(options);
        this.bounds = new RaceBounds(options, targetCores());
        this.broken = new BrokenPaths(options, outcomes);
    }

    RaceBounds bounds() {
        return bounds;
    }

    /// What paths that break a JVM cost.
    BrokenPaths broken() {
        return broken;
    }

    /// The bounds of the build that is raced in this turn.
    KnownBounds bounds(Schedule.Turn turn) {
        return bounds.of(turn.arm());
    }

    /// Load in words.
    static String describe(Load load) {
        return switch (load) {
            case Load.Closed(int connections) -> connections + " connections";
            case Load.Open(double rate, int connections) -> Figures.rate(rate);
        };
    }

    void target(ArmSource arms) {
        target.begin(arms);
    }

    /// What the agent has said of the target in this JVM.
    void saw(Schedule.Turn turn, AgentLog log, Path output) {
        target.heard(turn.arm(), log);
        target.prints(output);
    }

    void note(String text) {
        target.note(text);
    }

    /// Numbers of connections that a path still gets.
    List<Load> closed(String workload) {
        return bounds.first().connections(workload).stream()
                .map(connections -> (Load) new Load.Closed(connections))
                .filter(load -> !endedLoads.getOrDefault(workload, List.of()).contains(load))
                .toList();
    }

    /// Constant rates that a path gets, as far as they are known: those of a full race are known after the first
    /// closed loops.
    List<Load> open(String workload) {
        return rates(workload, carried(workload));
    }

    /// The rates that [#open] would choose if a path carried as much as its bounds allow.
    List<Load> openByBounds(String workload, Schedule.Turn turn) {
        OptionalDouble carried = carried(workload);
        double bound = bounds(turn).least(turn.arm(), workload, most(workload));
        return rates(workload, carried.isEmpty() && !Double.isNaN(bound) ? OptionalDouble.of(bound) : carried);
    }

    /// @param capacity that shares are taken of, where a race chooses its rates
    private List<Load> rates(String workload, OptionalDouble capacity) {
        boolean chosen = !options.quick() && options.capacity().isEmpty();
        return Rates.of(
                options.rates(),
                chosen ? capacity : OptionalDouble.empty(),
                bounds.first().mostConnections(workload));
    }

    private Load most(String workload) {
        return new Load.Closed(bounds.first().mostConnections(workload));
    }

    /// What each arm carried in its first JVM at the most connections, and does in all. It stays as it is while
    /// no arm carries clearly less, so that all JVMs get the same rates.
    private OptionalDouble carried(String workload) {
        Load most = most(workload);
        OptionalDouble carried = OptionalDouble.empty();
        for (TrialOutcome outcome : outcomes) {
            Trial trial = outcome.trial();
            boolean counts = trial.repetition() == 1
                    && trial.workload().equals(workload)
                    && trial.load().equals(most)
                    && trial.throughput() > 0;
            if (counts && (carried.isEmpty() || trial.throughput() < CLEARLY_LESS * carried.getAsDouble())) {
                carried = OptionalDouble.of(trial.throughput());
            }
        }
        return carried;
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
                        .anyMatch(verdict -> verdict.workload().equals(one.workload())
                                && verdict.arm().equals(one.arm())
                                && verdict.kind() == Verdict.Kind.GAIN))
                .max(Comparator.comparingDouble(one -> one.ratio().estimate()))
                .map(Comparison::workload);
        return List.of(gains.orElseGet(() -> judgedPaths().getFirst()));
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

    /// The last trial's target has stopped to answer for good.
    void fellSilent(TrialOutcome outcome) {
        outcomes.set(outcomes.size() - 1, outcome);
    }

    /// When the trials of the JVM that runs measured, in their order.
    List<CarrierWatch.Window> windows() {
        return outcomes.subList(settled, outcomes.size()).stream()
                .map(outcome -> new CarrierWatch.Window(outcome.from(), outcome.to()))
                .toList();
    }

    /// The JVM has ended and the agent has written its last word: pins lag, so those of its trials are counted
    /// again, and what held its carriers is known.
    ///
    /// @param life with one view for each of the JVM's windows; with one of the whole JVM when it has none
    /// @param spans the loads of that JVM
    void settle(Schedule.Turn turn, AgentLog log, CarrierWatch.Life life, List<LoadSpan> spans) {
        target.heard(turn.arm(), log);
        if (windows().isEmpty()) {
            life.views().stream()
                    .map(CarrierWatch.View::watch)
                    .filter(watch -> watch.state().isHarm())
                    .forEach(watch ->
                            note(turn.arm().label() + " " + turn.repetition() + " finished no trial; " + watch.text()));
        }
        Iterator<CarrierWatch.View> views = life.views().iterator();
        outcomes.subList(settled, outcomes.size())
                .replaceAll(o -> o.with(log.window(o.from(), o.to()).pins(), views.next()));
        settled = outcomes.size();
        if (!life.heldShares().isEmpty()) {
            lives.add(new CarrierLife(
                    turn.arm().label(),
                    turn.repetition(),
                    life.heldShares(),
                    log.requestsFrom(life.begin(), life.heldShares().size()),
                    LoadSpan.bySecond(spans, life.begin(), life.heldShares().size())));
        }
    }

    /// A JVM has come to its end after all its trials, and this is what it did.
    void observed(Observation observation) {
        observed.add(observation);
    }

    /// Paths of the JVM that runs whose trials had no failures.
    List<String> soundPaths() {
        List<TrialOutcome> own = outcomes.subList(settled, outcomes.size());
        return own.stream()
                .map(outcome -> outcome.trial().workload())
                .distinct()
                .filter(workload -> own.stream()
                        .filter(outcome -> outcome.trial().workload().equals(workload))
                        .allMatch(TrialOutcome::isSound))
                .toList();
    }

    /// Trials of the JVM that runs which have ended.
    int done() {
        return outcomes.size() - settled;
    }

    /// Ends paths whose verdicts can no longer change, after a whole repetition.
    ///
    /// @return what to say of it, one sentence for each path that ends
    List<String> endPaths(int repetition) {
        List<String> said = new ArrayList<>();
        if (Pairs.judged(options.arms()).isEmpty()
                || !Pairs.resized(options.arms()).isEmpty()
                || repetition >= options.repetitions()
                || options.until().isPresent()
                || options.capacity().isPresent()) {
            return said;
        }
        ArmVerdicts now = judged(List.of());
        for (String workload : paths()) {
            if (!options.quick()) {
                endedLoads.put(workload, now.endedLoads(workload));
            }
            now.ends(workload, repetition).ifPresent(why -> {
                ended.put(workload, repetition);
                said.add(workload + " ends after " + repetition + (repetition == 1 ? " JVM" : " JVMs") + " an arm: "
                        + why);
            });
        }
        return said;
    }

    /// Ends all paths after the last repetition of the plan, but for those that the CPU bounds in both arms and that
    /// a few more would decide.
    ///
    /// @param most repetitions that there may be in all
    /// @return what to say of those that go on; empty when the race has ended
    Optional<String> goOnForCpu(int repetition, int most) {
        if (Pairs.judged(options.arms()).isEmpty()
                || !Pairs.resized(options.arms()).isEmpty()
                || options.until().isPresent()
                || options.capacity().isPresent()) {
            return Optional.empty();
        }
        ArmVerdicts now = judged(List.of());
        for (String workload : paths()) {
            OptionalInt needed = now.cpuNeeds(workload);
            if (needed.isEmpty() || needed.getAsInt() > most) {
                ended.put(workload, repetition);
            }
        }
        List<String> left = paths();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(", ", left) + (left.size() == 1 ? " goes" : " go")
                        + " on after " + repetition
                        + (repetition == 1 ? " JVM" : " JVMs") + " an arm: the CPU limits both arms, and about "
                        + left.stream()
                                .flatMapToInt(path -> now.cpuNeeds(path).stream())
                                .max()
                                .orElse(0)
                        + " JVMs an arm would decide");
    }

    /// Paths that are still raced.
    List<String> paths() {
        return judgedPaths().stream()
                .filter(workload -> !ended.containsKey(workload))
                .toList();
    }

    /// Paths that have a verdict, or will have one.
    List<String> judgedPaths() {
        return options.workloadNames().stream()
                .filter(workload -> !broken.isDropped(workload))
                .toList();
    }

    /// Whether the primary comparisons of every path are as sure as was asked for, after a whole repetition.
    boolean sureEnough(int repetition) {
        return options.until().isPresent()
                && repetition >= Looks.FIRST
                && options.arms().size() > 1
                && judged(List.of()).narrow(options.until().getAsDouble());
    }

    void interrupted() {
        interrupted = true;
        stopped = "interrupted: what was measured until then is kept";
    }

    void stopped(Failure failure) {
        stopped = Redaction.text(failure.sentence());
    }

    private ArmVerdicts judged(List<Capacity> capacities) {
        return new ArmVerdicts(
                options,
                judgedPaths(),
                targetCores(),
                outcomes,
                broken.failed(),
                lives,
                capacities,
                arm -> new Culprits.Known(lent.remedies(), lent.predicted().orElse(List.of()), target.feature(arm)));
    }

    /// Everything so far, with the verdicts that it allows.
    Race race() {
        List<Capacity> capacities = foundCapacities();
        ArmVerdicts judged = judged(capacities);
        List<Verdict> verdicts = judged.verdicts();
        return new Race(
                version,
                started.at(),
                started.passed().toMillis() / 1e3,
                options.quick(),
                command,
                ThisMachine.of(cores),
                target.now(),
                target.arms(),
                bounds.after(outcomes),
                outcomes.stream().map(TrialOutcome::trial).toList(),
                judged.comparisons(),
                Verdicts.race(verdicts),
                verdicts,
                List.copyOf(lives),
                findings(),
                capacities,
                overloads,
                broken.dropped(),
                changes(),
                interrupted,
                stopped);
    }

    private List<Change> changes() {
        List<Arm> arms = options.arms();
        return arms.stream()
                .skip(1)
                .flatMap(arm -> Changes.of(arm, arms.getFirst(), observed).stream())
                .toList();
    }

    /// What was predicted beside what was met in the trials of arms on virtual threads; empty when nothing was
    /// predicted.
    private List<Matched> findings() {
        Map<Integer, List<Sighting>> met = new LinkedHashMap<>();
        options.arms().stream()
                .filter(arm -> arm.mode() == Arm.Mode.VIRTUAL)
                .forEach(arm -> met.computeIfAbsent(target.feature(arm), _ -> new ArrayList<>())
                        .addAll(sightings(arm)));
        return lent.predicted().map(predicted -> Join.of(predicted, met)).orElse(List.of());
    }

    private List<Sighting> sightings(Arm arm) {
        return outcomes.stream()
                .map(TrialOutcome::trial)
                .filter(trial -> trial.arm().equals(arm.label()))
                .flatMap(trial -> trial.holders().stream())
                .map(Sighting::of)
                .toList();
    }

    int targetCores() {
        return options.cpus().map(Cores::target).orElse(cores);
    }
}
