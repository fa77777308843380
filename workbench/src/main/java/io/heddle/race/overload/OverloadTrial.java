package io.heddle.race.overload;

import io.heddle.model.Bound;
import io.heddle.model.Failure;
import io.heddle.model.Overload;
import io.heddle.race.arm.AgentLog;
import io.heddle.race.arm.ArmRun;
import io.heddle.race.arm.Occupancy;
import io.heddle.race.load.Generator;
import io.heddle.race.load.Slice;
import io.heddle.race.load.StagedListener;
import io.heddle.race.load.StagedLoad;
import io.heddle.race.load.StagedResult;
import io.heddle.race.target.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Overloads one JVM of an arm on one path, and watches whether it comes back.
///
/// @param workload the path
/// @param arm its label
/// @param factor times the lower arm's capacity
/// @param lower the lower arm's capacity, requests a second
/// @param capacity this arm's, requests a second
/// @param serviceMillis of a request that is alone
/// @param bounds of this arm and path
/// @param threads of its pool; 0 for no pool
/// @param cores that the target may use
/// @param length of the overload
/// @param patience how long a client waits
public record OverloadTrial(
        String workload,
        String arm,
        double factor,
        double lower,
        double capacity,
        double serviceMillis,
        List<Bound> bounds,
        int threads,
        int cores,
        Duration length,
        Duration patience) {

    /// Leaves room below Tomcat's 8,192, and below a usual limit of open files.
    private static final int MOST_CONNECTIONS = 5_000;

    private static final int LEAST_CONNECTIONS = 50;
    private static final double LATE_MILLIS = 50;
    private static final double WAITED = 0.2;
    private static final double SAME_AS_BEFORE = 0.01;

    /// Most time that it takes.
    public static Duration most(Duration length) {
        Stages stages = Stages.of(length);
        return stages.before().plus(stages.over()).plus(stages.after());
    }

    /// @param progress share that has passed, and requests answered in time a second lately
    public Overload run(ArmRun run, Generator generator, BiConsumer<Double, Double> progress)
            throws InterruptedException {
        Stages stages = Stages.of(length);
        Watching watching = new Watching(run, stages, progress);
        StagedResult result = measure(run, generator, stages, watching);
        return new Evaluation(this, stages, result, watching.used, run.hasAgent(), log(run, result))
                .overload(ended(run, result), run.ranOutOfMemory());
    }

    private AgentLog log(ArmRun run, StagedResult result) throws InterruptedException {
        Duration seen = Duration.ofMillis((long)
                (1e3 * result.slices().stream().mapToDouble(Slice::at).max().orElse(0)));
        return run.logAfter(result.began().plus(seen));
    }

    private Optional<String> ended(ArmRun run, StagedResult result) {
        return run.ended().or(() -> result.broke().map(Failure::sentence));
    }

    private StagedResult measure(ArmRun run, Generator generator, Stages stages, StagedListener listener)
            throws InterruptedException {
        int most = (int)
                Math.clamp(Math.ceil(factor * lower * patience.toMillis() / 1e3), LEAST_CONNECTIONS, MOST_CONNECTIONS);
        return run.measure(
                generator,
                workload,
                new StagedLoad(stages.at(lower, factor), LEAST_CONNECTIONS, most, patience),
                listener);
    }

    /// CPU that was used during the overload: by the target, and by it and the generator together. What others
    /// used of the machine limits nothing that this service has.
    private static final class Used {

        private Duration target = Duration.ZERO;
        private Duration all = Duration.ZERO;
        private Usage.Machine before = Usage.machine();
        private double machine;
        private double seconds;
        private Instant from = Instant.EPOCH;
    }

    private static final class Watching implements StagedListener {

        private final ArmRun run;
        private final Stages stages;
        private final BiConsumer<Double, Double> progress;
        private final Used used = new Used();

        Watching(ArmRun run, Stages stages, BiConsumer<Double, Double> progress) {
            this.run = run;
            this.stages = stages;
            this.progress = progress;
        }

        @Override
        public void stage(int number) {
            if (Stages.isOver(number)) {
                used.from = Instant.now();
                used.target = Usage.cpu(run.tree());
                used.all = Usage.cpuOfHeddle();
                used.before = Usage.machine();
            } else if (Stages.isAfter(number)) {
                used.target = Usage.cpu(run.tree()).minus(used.target);
                used.machine = Usage.machine()
                        .shareSince(used.before, Usage.cpuOfHeddle().minus(used.all));
                used.seconds = Duration.between(used.from, Instant.now()).toMillis() / 1e3;
            }
        }

        /// A slice tells enough once its requests had time to be back.
        @Override
        public boolean enough(List<Slice> slices, double done) {
            double now = slices.getLast().at();
            Slice before = slices.get(Math.max(0, slices.size() - 2));
            progress.accept(done, before.good() / Evaluation.SLICE);
            Recovery recovery = recovery(stages, slices);
            List<Slice> after = Stages.between(slices, stages.overTo(), now - recovery.mostSeconds());
            return !after.isEmpty() && recovery.of(after).isPresent();
        }

        private static Recovery recovery(Stages stages, List<Slice> slices) {
            return new Recovery(stages.p99Before(slices), Double.MAX_VALUE / 1e3);
        }
    }

    /// Reads the figures.
    private record Evaluation(
            OverloadTrial trial, Stages stages, StagedResult result, Used used, boolean counted, AgentLog log) {

        private static final double SLICE = 0.5;

        Overload overload(Optional<String> ended, boolean outOfMemory) {
            List<Slice> slices = result.slices();
            List<Slice> over = Stages.between(slices, stages.overFrom(), stages.overTo());
            List<Slice> after = Stages.between(slices, stages.overTo(), Double.MAX_VALUE);
            double p99 = stages.p99Before(slices);
            double recovery =
                    new Recovery(p99, trial.patience().toMillis()).of(after).orElse(Double.POSITIVE_INFINITY);
            long offered = over.stream().mapToLong(Slice::offered).sum();
            long refused = over.stream().mapToLong(Slice::failed).sum();
            long good = over.stream().mapToLong(Slice::good).sum();
            double goodput = Stages.between(slices, stages.overMiddle(), stages.overTo()).stream()
                            .mapToLong(Slice::good)
                            .sum()
                    / (stages.overTo() - stages.overMiddle());
            Judgement judgement = Judgement.of(new Judgement.Seen(
                    trial.factor() * trial.lower(),
                    trial.capacity(),
                    goodput,
                    offered == 0 ? 0 : (double) refused / offered,
                    offered == 0 ? 0 : Math.max(0, (double) (offered - refused - good) / offered),
                    recovery,
                    trial.length().toMillis() / 1e3,
                    ended));
            Instant overTo = at(stages.overTo());
            AgentLog.Window window = log.window(at(stages.overFrom()), overTo);
            List<Occupancy> samples = log.occupancy(result.began(), at(slices.size() * SLICE));
            HeapUse heap = HeapUse.of(
                    log.occupancy(Instant.EPOCH, at(slices.size() * SLICE)),
                    at(stages.overFrom()).toEpochMilli());
            long running =
                    samples.stream().mapToLong(sample -> sample.running()).max().orElse(0);
            double seconds = Math.max(SLICE, used.seconds);
            return new Overload(
                    trial.workload(),
                    trial.arm(),
                    trial.factor(),
                    trial.factor() * trial.lower(),
                    trial.patience().toMillis() / 1e3,
                    trial.capacity(),
                    goodput,
                    offered,
                    good,
                    over.stream().mapToLong(Slice::late).sum(),
                    errors(over),
                    slices.stream().mapToLong(Slice::inFlight).max().orElse(0),
                    running,
                    heap.most(),
                    p99,
                    recovery,
                    judgement.kind(),
                    judgement.why(),
                    Permits.of(new Permits.Seen(
                            trial.capacity(),
                            trial.serviceMillis(),
                            trial.bounds(),
                            window.pools(),
                            used.target.toMillis() / 1e3 / seconds / trial.cores(),
                            used.machine,
                            trial.threads(),
                            running,
                            heap,
                            outOfMemory)),
                    slices.stream().map(Evaluation::point).toList(),
                    doubts(slices));
        }

        private Instant at(double seconds) {
            return result.began().plusMillis((long) (1e3 * seconds));
        }

        private static SortedMap<String, Long> errors(List<Slice> over) {
            SortedMap<String, Long> errors = new TreeMap<>();
            for (Slice slice : over) {
                slice.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
                if (slice.timeouts() > 0) {
                    errors.merge("timeout", slice.timeouts(), Long::sum);
                }
            }
            return errors;
        }

        private static Overload.Point point(Slice slice) {
            return new Overload.Point(
                    slice.at(),
                    slice.offered() / SLICE,
                    slice.good() / SLICE,
                    slice.inFlight(),
                    slice.micros().getTotalCount() == 0 ? 0 : slice.micros().getValueAtPercentile(99) / 1e3);
        }

        private List<String> doubts(List<Slice> slices) {
            List<String> doubts = new ArrayList<>();
            List<Slice> before = Stages.between(slices, stages.overFrom() / 2, stages.overFrom());
            long offered = before.stream().mapToLong(Slice::offered).sum();
            long good = before.stream().mapToLong(Slice::good).sum();
            if (good < (1 - SAME_AS_BEFORE) * offered) {
                doubts.add(String.format(
                        Locale.ROOT,
                        "at half the capacity, before the overload, %,d of %,d requests were not answered in time",
                        offered - good,
                        offered));
            }
            if (result.startLagMillis() > LATE_MILLIS || result.runDelay() > WAITED) {
                doubts.add(String.format(
                        Locale.ROOT,
                        "the generator itself was short of CPU: it started 1 %% of the requests %.0f ms late or more",
                        result.startLagMillis()));
            }
            return doubts;
        }
    }
}
