package io.heddle.canary;

import io.heddle.canary.Scenario.Shape;
import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Outcome;
import io.heddle.canary.stats.Side;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;

/// One simulated roll-out.
final class RollOut {

    private static final double STEP = 0.1;
    private static final double BURST = 0.45;
    private static final double BURST_SECONDS = 10;
    private static final double WAVE_SECONDS = 600;
    private static final double OVERLOAD = 1.1;
    private static final double DRIFT = 0.005;
    private static final double DRIFT_SECONDS = 1_800;

    /// Log-normal factors of spread 0.6 at even steps of probability: 65,536 of them are as good as all, and need no
    /// logarithm a request.
    private static final double[] FACTORS = factors();

    private final Scenario scenario;
    private final SplittableRandom random;
    private final double[] burst = new double[2];
    private final double[] scale = {1, 1};
    private final double[] phase = new double[2];
    private final double[] awayUntil = new double[2];
    private final double[] coldUntil = {0, 0};
    private final double[] failsUntil = new double[2];
    private final Queue<Answer> queued = new ArrayDeque<>();
    private double poolFree;
    private double t;

    /// @param at when it is given, seconds
    private record Answer(double at, double millis, Outcome outcome) {}

    RollOut(Scenario scenario, long seed) {
        this.scenario = scenario;
        random = new SplittableRandom(seed);
        if (scenario.shape() == Shape.BURSTS_EACH || scenario.shape() == Shape.BURSTS_SHARED) {
            burst[0] = BURST * random.nextGaussian();
            burst[1] = scenario.shape() == Shape.BURSTS_SHARED ? burst[0] : BURST * random.nextGaussian();
        }
        if (scenario.shape() == Shape.STEADY) {
            phase[0] = 2 * Math.PI * random.nextDouble();
            phase[1] = 2 * Math.PI * random.nextDouble();
        }
    }

    boolean ended() {
        return t >= scenario.seconds();
    }

    double time() {
        return t;
    }

    /// So many seconds more.
    void run(double seconds, Intake intake) {
        for (double end = t + seconds - STEP / 2; t < end; t += STEP) {
            happen();
            answerQueued(intake);
            double wave = Math.sin(2 * Math.PI * t / WAVE_SECONDS);
            boolean waves = scenario.shape() == Shape.WAVES;
            int arrivals = poisson(scenario.rate() * STEP * (waves ? 1 + 0.8 * wave : 1));
            double weight = scenario.weight(t);
            for (int i = 0; i < arrivals; i++) {
                Side side = random.nextDouble() < weight ? Side.CANARY : Side.BASELINE;
                request(side, waves ? 1 + 0.5 * wave : 1, t + random.nextDouble() * STEP, intake);
            }
        }
    }

    private void request(Side side, double slower, double at, Intake intake) {
        int a = side.index();
        boolean canary = side == Side.CANARY;
        if (t < awayUntil[a]) {
            return;
        }
        double fails = t < failsUntil[a] ? 1 : canary ? scenario.canaryErrors() : scenario.errors();
        boolean slow = scenario.shape() != Shape.STEADY
                && random.nextDouble() < (canary ? scenario.canarySlow() : scenario.slow());
        double cold = t < coldUntil[a] ? 1 + 4 * (coldUntil[a] - t) / 20 : 1;
        double factor = FACTORS[random.nextInt(FACTORS.length)];
        double alone = switch (scenario.shape()) {
            case TICKS -> 3 * factor;
            case STEADY -> 100 + factor;
            default -> 20 * factor;
        };
        double millis = alone * scale[a] * (slow ? 8 : 1) * (canary ? scenario.times() : 1) * cold * slower;
        boolean ticks = scenario.shape() == Shape.TICKS;
        Answer answer = new Answer(at, ticks ? Math.floor(millis) : millis, outcome(canary, fails));
        if (canary && scenario.shape() == Shape.OVERLOAD) {
            queue(answer);
        } else {
            intake.take(side, answer.at(), answer.millis(), answer.outcome());
        }
    }

    private Outcome outcome(boolean canary, double fails) {
        return random.nextDouble() < fails ? Outcome.FAILED : Outcome.SERVED;
    }

    private void queue(Answer alone) {
        double every = OVERLOAD / (scenario.rate() * scenario.weight(t));
        poolFree = Math.max(poolFree, alone.at()) + every;
        double waits = poolFree - alone.at();
        queued.add(new Answer(poolFree, alone.millis() + 1e3 * waits, alone.outcome()));
    }

    private void answerQueued(Intake intake) {
        while (!queued.isEmpty() && queued.peek().at() < t) {
            Answer answer = queued.remove();
            intake.take(Side.CANARY, answer.at(), answer.millis(), answer.outcome());
        }
    }

    private void happen() {
        switch (scenario.shape()) {
            case BURSTS_EACH -> {
                burst[0] = next(burst[0]);
                burst[1] = next(burst[1]);
            }
            case BURSTS_SHARED -> {
                burst[0] = next(burst[0]);
                burst[1] = burst[0];
            }
            case RESTARTS -> {
                for (int a = 0; a < 2; a++) {
                    if (t >= awayUntil[a] && random.nextDouble() < STEP / 300) {
                        awayUntil[a] = t + 10 + 50 * random.nextDouble();
                        coldUntil[a] = awayUntil[a] + 20;
                    }
                }
            }
            case ERROR_BURSTS -> {
                for (int a = 0; a < 2; a++) {
                    if (random.nextDouble() < STEP / 240) {
                        failsUntil[a] = t + 2;
                    }
                }
            }
            case STEADY -> {
                for (int a = 0; a < 2; a++) {
                    burst[a] = DRIFT * Math.sin(2 * Math.PI * t / DRIFT_SECONDS + phase[a]);
                }
            }
            case EVEN, WAVES, TICKS, OVERLOAD -> {}
        }
        scale[0] = Math.exp(burst[0]);
        scale[1] = Math.exp(burst[1]);
    }

    private static double[] factors() {
        double[] factors = new double[1 << 16];
        NormalDistribution normal = NormalDistribution.of(0, 0.6);
        for (int i = 0; i < factors.length; i++) {
            factors[i] = Math.exp(normal.inverseCumulativeProbability((i + 0.5) / factors.length));
        }
        return factors;
    }

    private double next(double x) {
        double kept = Math.exp(-STEP / BURST_SECONDS);
        return kept * x + BURST * Math.sqrt(1 - kept * kept) * random.nextGaussian();
    }

    private int poisson(double mean) {
        double limit = Math.exp(-mean);
        double product = random.nextDouble();
        int n = 0;
        while (product > limit) {
            product *= random.nextDouble();
            n++;
        }
        return n;
    }
}
