package io.heddle.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// CPU time that the agent adds to a request whose handler does nothing: part of `./dev bench agent`.
///
/// A pair is two fresh JVMs that live beside each other, one with the agent; they serve in turn, A B B A, and only who
/// serves is measured. So what changes from minute to minute on the machine meets both, and what differs from JVM to
/// JVM is in the interval. Both serve for some seconds before: until then the JVM with the agent still starts the
/// flight recorder, and compiles it, which is a cost of the start and not of a request.
///
/// The two aims lie 0.02 apart, so that only an interval of that half width can tell them: pairs are added until it has
/// it. The rule looks at the width alone, never at the ratio.
final class RequestsBench {

    private static final double MOST_RATIO = 1.02;
    private static final double MOST_RATIO_HIGH = 1.04;

    private static final int CONNECTIONS = 8;
    private static final int WARM = 40_000;
    private static final Duration SETTLED = Duration.ofSeconds(12);
    private static final int BLOCK = 50_000;
    private static final int BLOCKS = 4;
    private static final double HALF_WIDTH = MOST_RATIO_HIGH - MOST_RATIO;

    private final Path folder;
    private final int fewestPairs;
    private final int mostPairs;

    RequestsBench(Path folder, boolean quick) {
        this.folder = folder;
        this.fewestPairs = quick ? 3 : 12;
        this.mostPairs = quick ? 3 : 40;
    }

    /// Prints its table.
    ///
    /// @return whether the aims are reached
    boolean measure(List<Jdk> jdks) throws Exception {
        System.out.println(
                "CPU time of the service for each request, in microseconds: a handler that does nothing on Jetty 12.0, "
                        + CONNECTIONS
                        + " connections, mode=observe. Pairs of fresh JVMs, " + BLOCKS + " blocks of "
                        + BLOCK + " requests each after " + SETTLED.toSeconds()
                        + " s under load, A B B A; " + fewestPairs + " pairs, and more, up to " + mostPairs
                        + ", until the interval is not wider than the aim:");
        System.out.println();
        System.out.println("| JDK | pairs | without | with the agent | ratio | 95 % interval over pairs of JVMs |");
        System.out.println("|---|---|---|---|---|---|");
        boolean good = true;
        for (Jdk jdk : jdks) {
            good &= measure(jdk);
        }
        System.out.println();
        System.out.println(AgentBench.verdict(good) + ": ratio at most " + MOST_RATIO + ", its upper limit at most "
                + MOST_RATIO_HIGH);
        return good;
    }

    private boolean measure(Jdk jdk) throws Exception {
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int pair = 0; pair < fewestPairs || pair < mostPairs && isWide(ratios); pair++) {
            try (TargetProcess off = start(jdk, "");
                    TargetProcess on = start(jdk, "mode=observe")) {
                Instant settled = Instant.now().plus(SETTLED);
                do {
                    BenchLoad.run(off.port(), CONNECTIONS, WARM);
                    BenchLoad.run(on.port(), CONNECTIONS, WARM);
                } while (Instant.now().isBefore(settled));
                double offMicros = 0;
                double onMicros = 0;
                for (int block = 0; block < BLOCKS; block++) {
                    boolean onFirst = (block + pair) % 2 == 1;
                    onMicros += onFirst ? micros(on) / BLOCKS : 0;
                    offMicros += micros(off) / BLOCKS;
                    onMicros += onFirst ? 0 : micros(on) / BLOCKS;
                }
                without.add(offMicros);
                with.add(onMicros);
                ratios.add(Math.log(onMicros / offMicros));
                System.err.printf(
                        "JDK %s, pair %d of at most %d: %.2f without, %.2f with%n",
                        jdk.version(), pair + 1, mostPairs, offMicros, onMicros); // for a run that is cut short
            }
        }
        Interval ratio = Interval.of(ratios).exp();
        System.out.printf(
                "| %s | %d | %.2f | %.2f | %.3f | %.3f to %.3f |%n",
                jdk.version(),
                ratios.size(),
                Interval.of(without).estimate(),
                Interval.of(with).estimate(),
                ratio.estimate(),
                ratio.low(),
                ratio.high());
        return ratio.estimate() <= MOST_RATIO && ratio.high() <= MOST_RATIO_HIGH;
    }

    /// @param ratios logarithms
    private static boolean isWide(List<Double> ratios) {
        Interval interval = Interval.of(ratios);
        return interval.high() - interval.estimate() > HALF_WIDTH;
    }

    private TargetProcess start(Jdk jdk, String agent) throws IOException {
        Path own = Files.createTempDirectory(folder, "requests");
        return TargetProcess.start(
                new TargetProcess.Plan(jdk, agent, "jetty-12.0", "io.heddle.agent.program.JettyProgram"), own);
    }

    private static double micros(TargetProcess target) throws InterruptedException {
        double before = target.cpuSeconds();
        BenchLoad.run(target.port(), CONNECTIONS, BLOCK);
        return (target.cpuSeconds() - before) * 1e6 / BLOCK;
    }
}
