package io.heddle.canary;

import io.heddle.canary.stats.Blocks;
import io.heddle.canary.stats.Errors;
import io.heddle.canary.stats.Ladder;
import io.heddle.canary.stats.Series;
import io.heddle.canary.stats.Side;
import io.heddle.model.Canary;
import io.heddle.model.Canary.Kind;
import io.heddle.model.CanaryMetric;
import io.heddle.model.CanaryMetric.Shown;
import io.heddle.model.Ratio;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Looks at what was counted, and keeps the first verdict that it gives.
///
/// A fail needs one metric that is shown worse than the tolerance: α is split evenly between the metrics (Bonferroni).
/// A pass needs every metric that must be shown, each at α: all of them would have to err at once (Berger,
/// "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982).
final class Looks {

    /// Errors are no worse once a doubling is refuted, or once the canary's are shown to be rarer than this.
    static final double RARE = 0.001;
    static final String ERRORS = "errors";
    static final String REFUSALS = "refusals";
    /// Refusals are no worse once the canary's are shown to be rarer than this: services refuse more often than they
    /// fail.
    static final double SELDOM = 0.01;
    private static final double ROUNDING = 1e-9;
    static final double DOUBLED = 2;
    private static final double LARGER = 1.5;
    private static final double OLDER_SECONDS = 60;

    private final CanaryPlan plan;
    private final History history = new History();
    private int count;
    private Kind kept = Kind.UNDECIDED;
    private String keptReason = "";
    private Instant keptAt = Instant.EPOCH;

    Looks(CanaryPlan plan) {
        this.plan = plan;
    }

    Canary look(List<Series> series, Errors errors, Errors refusals, Arrivals arrivals) {
        count++;
        List<CanaryMetric> metrics = new ArrayList<>();
        series.forEach(metric -> metrics.add(latency(metric)));
        metrics.add(counted(ERRORS, errors, RARE));
        metrics.add(counted(REFUSALS, refusals, SELDOM));
        history.add(
                arrivals.shared(),
                metrics.stream()
                        .map(metric -> new Ratio(metric.estimate(), metric.low(), metric.high()))
                        .toList());
        List<String> open = metrics.stream()
                .filter(metric -> metric.shown() == Shown.NEITHER)
                .map(metric -> metric.name() + ": " + metric.needed())
                .toList();
        Optional<AnsweredShare.Fall> fall = arrivals.fall();
        Kind shown = decided(metrics);
        Kind now = shown == Kind.PASS && fall.isPresent() ? Kind.UNDECIDED : shown;
        Optional<Canary.Kept> earlier = kept == Kind.UNDECIDED ? Optional.empty() : Optional.of(kept(now, metrics));
        if (kept == Kind.UNDECIDED && now != Kind.UNDECIDED) {
            kept = now;
            keptReason = was(metrics);
            keptAt = arrivals.newest();
        }
        String reason = kept == Kind.UNDECIDED
                ? fall.map(Sentences::fallen).orElseGet(() -> undecided(metrics))
                : kept == now ? because(metrics) : keptReason;
        return new Canary(
                kept,
                reason,
                metrics,
                open,
                count,
                arrivals.shared(),
                List.of(),
                notes(series, arrivals, kept == Kind.UNDECIDED ? Optional.empty() : fall),
                history.points(),
                earlier);
    }

    /// A fail for a reason that no metric shows; kept unless there is a verdict.
    void fail(String reason, Instant at) {
        if (kept == Kind.UNDECIDED) {
            kept = Kind.FAIL;
            keptReason = reason;
            keptAt = at;
        }
    }

    void save(DataOutput out) throws IOException {
        out.writeInt(count);
        out.writeUTF(kept.name());
        out.writeUTF(keptReason);
        out.writeLong(keptAt.toEpochMilli());
        history.save(out);
    }

    void restore(DataInput in) throws IOException {
        count = in.readInt();
        kept = Kind.valueOf(in.readUTF());
        keptReason = in.readUTF();
        keptAt = Instant.ofEpochMilli(in.readLong());
        history.restore(in);
    }

    private Canary.Kept kept(Kind now, List<CanaryMetric> metrics) {
        return new Canary.Kept(
                keptAt,
                now,
                now == kept
                        ? ""
                        : Sentences.since(
                                kept,
                                keptAt,
                                now,
                                metrics,
                                metrics.stream().filter(this::mustBeShown).toList()));
    }

    private Kind decided(List<CanaryMetric> metrics) {
        return metrics.stream().anyMatch(metric -> metric.shown() == Shown.WORSE)
                ? Kind.FAIL
                : metrics.stream().filter(this::mustBeShown).allMatch(metric -> metric.shown() == Shown.NO_WORSE)
                        ? Kind.PASS
                        : Kind.UNDECIDED;
    }

    private String because(List<CanaryMetric> metrics) {
        return metrics.stream()
                .filter(metric -> metric.shown() == Shown.WORSE)
                .findFirst()
                .map(Sentences::worse)
                .orElseGet(() -> Sentences.pass(
                        metrics.stream().filter(this::mustBeShown).toList()));
    }

    /// What will be said of the verdict once later looks do not agree with it: without intervals that no longer hold.
    private String was(List<CanaryMetric> metrics) {
        return metrics.stream()
                .filter(metric -> metric.shown() == Shown.WORSE)
                .findFirst()
                .map(Sentences::wasWorse)
                .orElseGet(() -> because(metrics));
    }

    private boolean mustBeShown(CanaryMetric metric) {
        return !Sentences.isLatency(metric)
                || plan.toShow().stream().anyMatch(q -> Sentences.quantile(q).equals(metric.name()));
    }

    private CanaryMetric latency(Series series) {
        Blocks blocks = series.blocks();
        Blocks lows = series.lows();
        Blocks highs = series.highs();
        double low = Math.exp(lows.mean() - lows.radius(2 * plan.alpha() / plan.metrics()));
        double high = Math.exp(highs.mean() + highs.radius(2 * plan.alpha()));
        boolean known = blocks.enough();
        Shown shown = known && low > 1 + plan.tolerance()
                ? Shown.WORSE
                : known && high <= (1 + plan.tolerance()) * (1 + ROUNDING) ? Shown.NO_WORSE : Shown.NEITHER;
        return new CanaryMetric(
                series.name(),
                Math.exp(blocks.mean()),
                known ? low : 0,
                known ? high : Double.POSITIVE_INFINITY,
                plan.tolerance(),
                shown,
                series.requests(Side.BASELINE),
                series.requests(Side.CANARY),
                blocks.count() == 0 ? 0 : blocks.count(),
                series.slicesPerBlock() * blocks.length() * Judge.SLICE_SECONDS,
                blocks.alike(),
                shown == Shown.NEITHER ? Sentences.needed(series, blocks, plan) : "");
    }

    /// @param rare share of the canary's requests below which its errors are no worse, whatever the baseline's are
    private CanaryMetric counted(String name, Errors errors, double rare) {
        double low = errors.low(2 * plan.alpha() / plan.metrics());
        double high = errors.high(2 * plan.alpha());
        Blocks excess = errors.excess();
        boolean enough = errors.slices() >= Ladder.LEAST;
        boolean worse = low > 1 + plan.tolerance() && excess.mean() > excess.radius(2 * plan.alpha() / plan.metrics());
        double share = errors.highestShare(plan.alpha());
        boolean fine = enough && (high < DOUBLED || share < rare);
        Shown shown = worse ? Shown.WORSE : fine ? Shown.NO_WORSE : Shown.NEITHER;
        return new CanaryMetric(
                name,
                errors.estimate(),
                low,
                high,
                plan.tolerance(),
                shown,
                errors.requests(Side.BASELINE),
                errors.requests(Side.CANARY),
                excess.count(),
                (double) excess.length() * Judge.SLICE_SECONDS,
                excess.alike(),
                shown == Shown.NEITHER ? Sentences.errors(errors, share, rare) : "");
    }

    private String undecided(List<CanaryMetric> metrics) {
        return metrics.stream()
                .filter(this::mustBeShown)
                .filter(metric -> metric.shown() == Shown.NEITHER)
                .findFirst()
                .map(metric -> metric.name() + " " + metric.needed())
                .orElse("nothing is missing but the next look");
    }

    private List<String> notes(List<Series> series, Arrivals arrivals, Optional<AnsweredShare.Fall> fall) {
        List<String> notes = new ArrayList<>();
        fall.map(Sentences::fallen).ifPresent(notes::add);
        series.stream()
                .filter(metric -> metric.dropped() > 0)
                .findFirst()
                .ifPresent(metric -> notes.add("left out at the begin or after a silence: " + metric.dropped()
                        + (metric.dropped() == 1 ? " block" : " blocks") + " of " + metric.name()
                        + ", unlike the others, as a cold arm's are"));
        for (Side side : Side.values()) {
            arrivals.longOnes(side).ifPresent(notes::add);
        }
        long thrown = series.stream().mapToLong(Series::thrown).max().orElse(0);
        if (thrown > 0) {
            notes.add("an arm fell silent" + (thrown == 1 ? "" : " " + thrown + " times")
                    + "; the blocks in which it did are left out");
        }
        if (arrivals.lateOnes() > 0) {
            notes.add(arrivals.lateOnes()
                    + " requests came more than 10 s later than newer ones, and are counted in a later block");
        }
        if (arrivals.requests(Side.BASELINE) > 0 && arrivals.requests(Side.CANARY) > 0 && arrivals.shared() == 0) {
            notes.add("the arms have no time in common: is one of the logs of another day, or of another time zone?");
        }
        // What came after the canary's last answer tells that it is silent, and not that it takes less.
        if (arrivals.requests(Side.BASELINE) - arrivals.baselineSince() > LARGER * arrivals.requests(Side.CANARY)) {
            notes.add("the baseline takes more traffic than the canary: a fresh baseline of the canary's size compares"
                    + " better");
        }
        if (arrivals.older() > OLDER_SECONDS) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the baseline ran at least %.0f s before the canary: a fresh baseline compares better",
                    arrivals.older()));
        }
        return List.copyOf(notes);
    }
}
