package io.heddle.race.verdict;

import io.heddle.model.Bound;
import io.heddle.model.Comparison;
import io.heddle.model.Culprit;
import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.Load;
import io.heddle.model.Ratio;
import io.heddle.model.Stalls;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.model.Verdict.Kind;
import io.heddle.race.bound.Bounds;
import io.heddle.race.bound.NextLimit;
import io.heddle.race.stats.Separation;
import io.heddle.race.trial.Meter;
import io.heddle.race.trial.TrialOutcome;
import io.heddle.race.verdict.Comparisons.Compared;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Gain, no gain, harm or undecided: first of each comparison, then of the path, then of the race. The section Verdict
/// of `docs/race.md` states the rules.
public final class Verdicts {

    /// Throughput that differs by less is no difference that anyone should act on.
    private static final double MARGIN = 0.05;

    /// A p99 at equal rate that is slower by less than this factor is not harm.
    private static final double P99_HARM = 1.25;

    /// Throughput that is less by this factor is harm where recordings tell why.
    private static final double SLOWER = 1.25;

    /// The same of one JVM an arm, all of whose carriers were held.
    private static final double FAR_SLOWER = 2;

    /// Share of the lower arm's capacity up to which latency at equal rate is compared: beyond it queues decide.
    private static final double EQUAL_RATE_SHARE = 0.8;

    /// An arm that comes this near to its bound is limited by it: start-up of connections, sleeps that overshoot
    /// and the first cold second cost up to 6 % at every load that was tried.
    private static final double REACHES = 0.93;

    private static final double AT_BOUND = 0.97;

    /// How far above the bound of the other arm's threads one JVM shows a gain, and each of two or more JVMs.
    private static final double FAR_ABOVE = 1.5;

    private static final double ABOVE = 1.2;

    private Verdicts() {}

    /// The verdict of one path.
    ///
    /// @param compared as [Comparisons#of] gives them, of the virtual arm against the platform arm
    /// @param more what else is known of this path
    /// @param culprits tells who held the carriers in the trials of an arm
    public static Verdict ofWorkload(
            String workload,
            List<Compared> compared,
            List<String> more,
            Function<List<TrialOutcome>, List<Culprit>> culprits) {
        Optional<Compared> primary =
                compared.stream().filter(c -> c.comparison().primary()).findFirst();
        if (primary.isEmpty()) {
            // what was measured counts: an arm that is lost at the highest load is not the better for it
            Optional<Compared> lesser = compared.stream()
                    .filter(c -> c.comparison().metric() != Comparison.Metric.P99)
                    .filter(c -> kind(c, c) == Kind.HARM)
                    .findFirst();
            if (lesser.isPresent()) {
                Compared harmed = lesser.orElseThrow();
                return blamed(
                        verdict(workload, Kind.HARM, harmed, List.copyOf(more)),
                        culprits.apply(harmed.above()),
                        harmed.above());
            }
            return new Verdict(
                    workload,
                    Kind.UNDECIDED,
                    "undecided: the race ended before both arms were measured at the highest load",
                    Verdict.Limit.NONE,
                    List.of(),
                    List.of(),
                    List.copyOf(more));
        }
        Compared main = primary.orElseThrow();
        List<Compared> harms =
                compared.stream().filter(c -> kind(c, main) == Kind.HARM).toList();
        // what one path does to all others is the worst that can be said of it
        Optional<Compared> harmed = harms.stream()
                .filter(Bystanders::judges)
                .max(Comparator.comparingDouble(c -> c.comparison().ratio().estimate()))
                .or(() -> harms.stream().findFirst());
        Optional<Compared> gained = compared.stream()
                .filter(c -> kind(c, main) == Kind.GAIN)
                .max(Comparator.comparingDouble(c -> c.comparison().ratio().estimate()));
        List<String> notes = notes(compared, main);
        notes.addAll(more);
        if (harmed.isPresent()) {
            harms.stream().filter(c -> c != harmed.orElseThrow()).forEach(c -> notes.add("also " + text(Kind.HARM, c)));
            // threads that all want the CPU wait for it, and hold nothing
            if (isOfCpu(harmed.orElseThrow())) {
                return verdict(workload, Kind.HARM, harmed.orElseThrow(), notes);
            }
            return blamed(
                    verdict(workload, Kind.HARM, harmed.orElseThrow(), notes),
                    culprits.apply(harmed.orElseThrow().above()),
                    harmed.orElseThrow().above());
        }
        if (Overwhelmed.both(main)) {
            return new Verdict(
                    workload,
                    Kind.UNDECIDED,
                    Overwhelmed.text(main, compared),
                    Verdict.Limit.NONE,
                    List.of(),
                    List.of(),
                    notes);
        }
        if (kind(main, main) == Kind.UNDECIDED) {
            return verdict(workload, Kind.UNDECIDED, main, notes);
        }
        if (kind(main, main) == Kind.GAIN || gained.isEmpty()) {
            return verdict(workload, kind(main, main), main, notes);
        }
        return verdict(workload, Kind.GAIN, gained.orElseThrow(), notes);
    }

    /// The worst path speaks for the race.
    public static Verdict race(List<Verdict> paths) {
        Verdict worst = paths.stream()
                .min(Comparator.comparing(Verdict::kind))
                .orElse(new Verdict(
                        "",
                        Kind.UNDECIDED,
                        "undecided: nothing was measured",
                        Verdict.Limit.NONE,
                        List.of(),
                        List.of(),
                        List.of()));
        String where = worst.workload().isEmpty() ? "" : worst.workload() + ": ";
        return new Verdict(
                "",
                worst.arm(),
                worst.against(),
                worst.kind(),
                where + worst.text(),
                worst.limit(),
                worst.culprits(),
                worst.holders(),
                worst.notes());
    }

    private static Kind kind(Compared c, Compared primary) {
        Ratio ratio = c.comparison().ratio();
        if (onlyAboveFails(c)) {
            return Kind.HARM;
        }
        if (Overwhelmed.both(c)) {
            return Kind.UNDECIDED;
        }
        return switch (c.comparison().metric()) {
            case THROUGHPUT -> {
                if (isOfCpu(c)) {
                    yield CpuBound.kind(c);
                }
                if (ratio.low() > 1 + MARGIN || exceedsBound(c) || isAbove(c.above(), c.below(), 1 + MARGIN, c)) {
                    yield Kind.GAIN;
                }
                if (ratio.high() < 1 - MARGIN
                        || isAbove(c.below(), c.above(), 1 / (1 - MARGIN), c)
                        || isSlowedByHolders(c)) {
                    yield Kind.HARM;
                }
                yield isEqual(c) || shared(c).isPresent() ? Kind.NO_GAIN : Kind.UNDECIDED;
            }
            case P99 -> ratio.low() > P99_HARM && belowSaturation(c, primary) ? Kind.HARM : Kind.NO_GAIN;
            case BYSTANDER_P99 -> Bystanders.harmed(c) ? Kind.HARM : Kind.NO_GAIN;
        };
    }

    // Whether the ranks of the JVMs show what their interval is too wide for: each of one arm answers more than any of
    // the other, by a factor.
    private static boolean isAbove(List<TrialOutcome> more, List<TrialOutcome> fewer, double factor, Compared c) {
        return Separation.isShown(
                throughputs(fewer, factor), throughputs(more, 1), c.comparison().confidence());
    }

    private static List<Double> throughputs(List<TrialOutcome> outcomes, double factor) {
        return outcomes.stream().map(o -> factor * o.trial().throughput()).toList();
    }

    // Each JVM answers fewer than any of the other arm, for want of carriers.
    private static boolean isSlowedByHolders(Compared c) {
        return CarriersHeld.inEachAbove(c)
                        && Separation.isComplete(throughputs(c.above(), SLOWER), throughputs(c.below(), 1))
                || CarriersHeld.almostAllAbove(c)
                        && Separation.isComplete(throughputs(c.above(), FAR_SLOWER), throughputs(c.below(), 1));
    }

    /// Whether the CPU decides: both arms use all of it, nothing else that is known limits both, and no code held the
    /// carriers of one of them.
    static boolean isOfCpu(Compared c) {
        return CpuBound.limits(c) && !atOneBound(c, REACHES) && !isSlowedByHolders(c);
    }

    /// Whether the interval lies within the margin.
    static boolean isEqual(Compared c) {
        Ratio ratio = c.comparison().ratio();
        return ratio.low() >= 1 - MARGIN && ratio.high() <= 1 + MARGIN;
    }

    /// Errors that the other arm does not have: in each JVM of this arm, in none of the other.
    private static boolean onlyAboveFails(Compared c) {
        return !Bystanders.judges(c)
                && c.above().stream().allMatch(o -> o.failures() > 0)
                && c.below().stream().allMatch(o -> o.failures() == 0);
    }

    private static boolean belowSaturation(Compared open, Compared primary) {
        double capacity = Math.min(primary.meanAbove(), primary.meanBelow());
        return open.comparison().load() instanceof Load.Open(double rate, int connections)
                && rate <= EQUAL_RATE_SHARE * capacity;
    }

    private static Verdict verdict(String workload, Kind kind, Compared c, List<String> notes) {
        Optional<Bound> limit = kind == Kind.NO_GAIN ? shared(c) : reached(c.above());
        return new Verdict(
                workload,
                kind,
                text(kind, c),
                isOfCpu(c)
                        ? new Verdict.Limit("cpu", "", 0)
                        : limit.map(Verdicts::limit).orElse(cpu(c.above())),
                List.of(),
                List.of(),
                notes);
    }

    /// The harm with who did it: then the carriers are what limits. A loop that yields shows in no recording, but
    /// the probe meets it.
    public static Verdict blamed(Verdict harm, List<Culprit> culprits, List<TrialOutcome> trials) {
        if (culprits.isEmpty()) {
            double longest = trials.stream()
                    .flatMap(outcome -> Stream.ofNullable(outcome.trial().stalls()))
                    .mapToDouble(Stalls::longestMillis)
                    .max()
                    .orElse(0);
            return longest == 0
                    ? harm
                    : new Verdict(
                            harm.workload(),
                            harm.kind(),
                            harm.text() + "; no carrier was free for up to " + Figures.millis(longest)
                                    + ", and the recording does not show who had them: heddle watch PID --probe looks closer",
                            new Verdict.Limit("carriers", "", 0),
                            culprits,
                            harm.holders(),
                            harm.notes());
        }
        Holder worst = culprits.getFirst().holder();
        // The sampler rarely meets a thread that gives its carrier away and gets it back.
        String least = worst.cause() == Holder.Cause.SPIN ? "at least " : "";
        String held = "; " + worst.place() + " (" + worst.cause().spelled() + ") held " + least
                + Math.round(worst.lostShare() * 100) + " % of carrier time";
        return new Verdict(
                harm.workload(),
                harm.kind(),
                harm.text() + held,
                new Verdict.Limit("carriers", worst.place(), 0),
                culprits,
                harm.holders(),
                harm.notes());
    }

    private static String text(Kind kind, Compared c) {
        String at = c.comparison().load() instanceof Load.Closed(int connections)
                ? " at " + connections + " connections"
                : c.comparison().load() instanceof Load.Open(double rate, int most) ? " at " + Figures.rate(rate) : "";
        String figures = figures(c);
        String ratio = Double.isFinite(c.comparison().ratio().high()) || !exceedsBound(c)
                ? Figures.times(c.comparison().ratio())
                : Figures.times(c.comparison().ratio().estimate()) + " in one JVM an arm";
        if (isOfCpu(c) && !onlyAboveFails(c)) {
            return word(kind) + at + ": " + CpuBound.text(c) + "; " + figures + ", " + ratio
                    + (kind == Kind.UNDECIDED ? missing(CpuBound.repetitions(c)) : "");
        }
        return switch (kind) {
            case GAIN -> "gain: " + ratio + at + ": " + figures + limitedBelow(c) + limitedAbove(c);
            case HARM ->
                Bystanders.judges(c)
                        ? "harm: " + Bystanders.sentence(c)
                        : onlyAboveFails(c)
                                ? "harm: errors that the " + c.comparison().against() + " arm does not have" + at + ": "
                                        + errors(c)
                                        + DownstreamOverload.of(
                                                        c.above(),
                                                        c.comparison().against())
                                                .map(why -> "; " + why)
                                                .orElse("")
                                : "harm: " + (c.comparison().metric() == Comparison.Metric.P99 ? "p99 " : "") + ratio
                                        + at + ": " + figures;
            case NO_GAIN ->
                "no gain" + at + ": "
                        + shared(c)
                                .map(bound -> Bounds.describe(bound) + " caps both arms: " + figures)
                                .orElse(figures + ", " + ratio
                                        + (busy(c)
                                                ? "; CPU limits both arms"
                                                : "; no bound that Heddle knows was reached"));
            case UNDECIDED -> "undecided: " + ratio + at + ": " + figures + missing(c);
        };
    }

    private static String word(Kind kind) {
        return switch (kind) {
            case GAIN -> "gain";
            case NO_GAIN -> "no gain";
            case HARM -> "harm";
            case UNDECIDED -> "undecided";
        };
    }

    private static String figures(Compared c) {
        boolean rate = c.comparison().metric() == Comparison.Metric.THROUGHPUT;
        String above = rate ? Figures.rate(c.meanAbove()) : Figures.millis(c.meanAbove());
        String below = rate ? Figures.rate(c.meanBelow()) : Figures.millis(c.meanBelow());
        return above + " " + c.comparison().arm() + ", " + below + " "
                + c.comparison().against();
    }

    private static String errors(Compared c) {
        return c.above().stream().mapToLong(TrialOutcome::failures).sum() + " of "
                + c.above().stream()
                        .mapToLong(o -> o.trial().requests() + o.failures())
                        .sum() + " requests";
    }

    private static String limitedBelow(Compared c) {
        return reached(c.below())
                .map(b -> "; " + Bounds.describe(b) + " limited the "
                        + c.comparison().against() + " arm"
                        + (c.comparison().ratio().low() <= 1 + MARGIN
                                        && c.above().size() > 1
                                        && exceedsBound(c)
                                ? ", and each JVM of the " + c.comparison().arm() + " arm exceeds that"
                                : ""))
                .orElse("");
    }

    private static String limitedAbove(Compared c) {
        return reached(c.above())
                .map(b -> "; next limit: " + Bounds.describe(b))
                .orElse(busy(c.above()) ? "; next limit: CPU" : "");
    }

    private static String missing(Compared c) {
        double needed = Math.max(MARGIN / 2, Math.abs(Math.abs(c.ratio().logEstimate()) - MARGIN));
        int repetitions = c.ratio().repetitionsFor(needed, c.comparison().confidence());
        return missing(
                repetitions == 0 ? 0 : Math.max(repetitions, c.comparison().pairs() + 1));
    }

    private static String missing(int repetitions) {
        return repetitions == 0
                ? "; one JVM an arm gives no interval: use --repetitions 2 or more"
                : "; about " + repetitions + " repetitions would decide";
    }

    /// Whether one arm is at the bound of its threads, which by Little's law no JVM of it exceeds, and each JVM of the
    /// other answers more: then the gain needs no interval. One JVM an arm shows it as long as throughput does not
    /// differ by a third from JVM to JVM.
    static boolean exceedsBound(Compared c) {
        double factor = Math.min(c.above().size(), c.below().size()) > 1 ? ABOVE : FAR_ABOVE;
        return c.comparison().metric() == Comparison.Metric.THROUGHPUT
                && c.above().stream().allMatch(TrialOutcome::isSound)
                && reached(c.below(), AT_BOUND)
                        .filter(bound -> bound.kind() == Bound.Kind.THREADS)
                        .filter(bound ->
                                c.above().stream().allMatch(o -> o.trial().throughput() >= factor * bound.throughput()))
                        .isPresent();
    }

    /// Whether both arms come within a share of the same bound, which is neither the CPU nor the load itself.
    static boolean atOneBound(Compared c, double share) {
        return shared(c, share)
                .filter(bound -> switch (bound.kind()) {
                    case POOL, THREADS, LOCK -> true;
                    case CONNECTIONS, CPU -> false;
                })
                .isPresent();
    }

    /// Whether more JVMs would show the same: both arms are within a share of one bound. The CPU is no such bound,
    /// since how much a request takes differs between JVMs.
    static boolean limitedAlike(Compared c, double share) {
        return shared(c, share).filter(bound -> bound.kind() != Bound.Kind.CPU).isPresent();
    }

    /// The bound that both arms reach.
    private static Optional<Bound> shared(Compared c) {
        return shared(c, REACHES);
    }

    private static Optional<Bound> shared(Compared c, double share) {
        Optional<Bound> above = reached(c.above(), share);
        Optional<Bound> below = reached(c.below(), share);
        return above.isPresent()
                        && below.isPresent()
                        && above.orElseThrow().kind() == below.orElseThrow().kind()
                        && above.orElseThrow().name().equals(below.orElseThrow().name())
                ? above
                : Optional.empty();
    }

    /// The least bound of an arm, if every one of its trials comes near it.
    private static Optional<Bound> reached(List<TrialOutcome> outcomes) {
        return reached(outcomes, REACHES);
    }

    private static Optional<Bound> reached(List<TrialOutcome> outcomes, double share) {
        boolean near = outcomes.stream()
                .allMatch(o -> Bounds.least(o.bounds())
                        .filter(b -> o.trial().throughput() >= share * b.throughput())
                        .isPresent());
        return near ? outcomes.stream().findFirst().flatMap(o -> Bounds.least(o.bounds())) : Optional.empty();
    }

    private static boolean busy(Compared c) {
        return busy(c.above()) && busy(c.below());
    }

    private static boolean busy(List<TrialOutcome> outcomes) {
        return outcomes.stream().allMatch(o -> o.trial().machineCpu() > Meter.BUSY);
    }

    private static Verdict.Limit limit(Bound bound) {
        return new Verdict.Limit(
                bound.kind().name().toLowerCase(java.util.Locale.ROOT), bound.name(), bound.throughput());
    }

    private static Verdict.Limit cpu(List<TrialOutcome> outcomes) {
        return busy(outcomes) ? new Verdict.Limit("cpu", "", 0) : Verdict.Limit.NONE;
    }

    private static List<String> notes(List<Compared> compared, Compared main) {
        List<String> notes = new ArrayList<>();
        rightSize(main).ifPresent(notes::add);
        notes.addAll(nextLimits(main));
        cost(main).ifPresent(notes::add);
        for (Compared c : compared) {
            if (c.comparison().metric() == Comparison.Metric.P99 && !belowSaturation(c, main)) {
                notes.add("p99 at " + Figures.rate(((Load.Open) c.comparison().load()).rate())
                        + " is not judged: that rate turned out to be above 80 % of the lower arm's capacity");
            }
        }
        return notes;
    }

    /// What limits each arm, from which load on, and what would limit it next.
    private static List<String> nextLimits(Compared main) {
        List<String> texts = new ArrayList<>();
        for (List<TrialOutcome> arm : List.of(main.above(), main.below())) {
            TrialOutcome first = arm.getFirst();
            if (reached(arm).isPresent()) {
                NextLimit.of(arm.stream()
                                .flatMap(outcome -> outcome.bounds().stream())
                                .toList())
                        .ifPresent(next -> texts.add(next.text(first.trial().arm(), first.serviceMillis())));
            }
        }
        return texts;
    }

    /// What is gained by leaving a thread pool behind can be had by a larger pool too: Little's law gives its
    /// size.
    private static Optional<String> rightSize(Compared main) {
        return reached(main.below())
                .filter(b -> b.kind() == Bound.Kind.THREADS)
                .filter(b -> main.comparison().ratio().low() > 1 + MARGIN || exceedsBound(main))
                .map(b -> {
                    long threads = (long)
                            Math.ceil(main.meanAbove() * main.above().getFirst().serviceMillis() / 1_000);
                    return "what you gain here is thread count: by Little's law a pool of about " + threads
                            + " platform threads gives it too, at " + threads
                            + " × 1 MiB of reserved stack; --also-threads " + threads + " measures it";
                });
    }

    /// Beyond saturation more waiting is a cost and not harm.
    private static Optional<String> cost(Compared main) {
        double rss = mean(main.above(), t -> t.rssBytes()) / mean(main.below(), t -> t.rssBytes());
        double p99 = mean(main.above(), t -> t.latencyMillis().p99())
                / mean(main.below(), t -> t.latencyMillis().p99());
        List<String> costs = new ArrayList<>();
        if (rss > 1.15) {
            costs.add("resident memory " + Figures.times(rss));
        }
        if (p99 > P99_HARM) {
            costs.add("p99 " + Figures.times(p99) + " at saturation");
        }
        return costs.isEmpty()
                ? Optional.empty()
                : Optional.of("cost of the " + main.comparison().arm() + " arm: " + String.join(", ", costs));
    }

    private static double mean(List<TrialOutcome> outcomes, java.util.function.ToDoubleFunction<Trial> figure) {
        return outcomes.stream()
                .mapToDouble(o -> figure.applyAsDouble(o.trial()))
                .average()
                .orElse(Double.NaN);
    }
}
