package io.heddle.race.load;

import io.heddle.model.Load;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/// `./dev bench load`: the generator beside `wrk` on one Jetty, and its open loop beside the truth.
final class BenchLoad {

    private static final double LEAST_THROUGHPUT = 0.98;
    private static final double MOST_CPU = 1.3;
    private static final int CPU_CONNECTIONS = 2_000;
    private static final double RATE = 4_000;
    private static final int OPEN_CONNECTIONS = 400;
    private static final Duration OPEN_TIME = Duration.ofSeconds(16);
    private static final List<Duration> PAUSES_AT = List.of(Duration.ofSeconds(3), Duration.ofMillis(9_500));
    private static final double TRUTH_TOLERANCE = 0.02;

    private final boolean quick;
    private final List<String> verdicts = new ArrayList<>();

    private BenchLoad(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] args) throws Exception {
        BenchLoad bench = new BenchLoad(List.of(args).contains("--quick"));
        try (BenchTarget target = new BenchTarget();
                Generator generator = new Generator(1)) {
            bench.closed(target, generator);
            bench.open(target, generator);
        }
        System.out.println();
        bench.verdicts.forEach(System.out::println);
        if (bench.verdicts.stream().anyMatch(verdict -> verdict.contains("MISSED"))) {
            System.exit(1);
        }
    }

    private void closed(BenchTarget target, Generator generator) throws Exception {
        Duration time = Duration.ofSeconds(quick ? 3 : 6);
        System.out.printf(
                "Closed loop: Jetty 12 on virtual threads, 50 ms a request, bound = connections / 50 ms; %s transport, 1 event loop; wrk -t1; pairs A B B A, %d s a run%n",
                Transport.best().exactTimers() ? "epoll" : "NIO", time.toSeconds());
        System.out.println(
                "connections  pairs    Heddle/s       wrk/s  ratio [95 %]              us Heddle  us wrk  ratio [95 %]              of bound: Heddle  wrk");
        // both JVMs compile what they need
        BenchRun.heddle(generator, target.port(), 400, Duration.ofSeconds(2));
        BenchRun.heddle(generator, target.port(), CPU_CONNECTIONS, Duration.ofSeconds(quick ? 3 : 6));
        for (int connections : List.of(120, 400, CPU_CONNECTIONS)) {
            compare(target, generator, connections, quick ? 2 : connections == CPU_CONNECTIONS ? 6 : 4, time);
        }
    }

    private void compare(BenchTarget target, Generator generator, int connections, int pairs, Duration time)
            throws Exception {
        BenchPairs throughput = new BenchPairs();
        BenchPairs cpu = new BenchPairs();
        List<BenchRun> heddles = new ArrayList<>();
        List<BenchRun> wrks = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            boolean heddleFirst = pair % 2 == 0;
            for (boolean heddle : List.of(heddleFirst, !heddleFirst)) {
                if (heddle) {
                    heddles.add(BenchRun.heddle(generator, target.port(), connections, time));
                } else {
                    wrks.add(BenchRun.wrk(target.port(), connections, time.plusSeconds(1)));
                }
            }
            throughput.add(heddles.getLast().throughput(), wrks.getLast().throughput());
            cpu.add(heddles.getLast().cpuMicros(), wrks.getLast().cpuMicros());
        }
        double bound = connections / (BenchServer.SERVICE.toMillis() / 1e3);
        System.out.printf(
                "%11d  %5d  %,10.0f  %,10.0f  %-24s  %9.1f  %6.1f  %-24s  %16.3f  %.3f%n",
                connections,
                pairs,
                mean(heddles, true),
                mean(wrks, true),
                throughput,
                mean(heddles, false),
                mean(wrks, false),
                cpu,
                mean(heddles, true) / bound,
                mean(wrks, true) / bound);
        verdicts.add("throughput >= %.2f x wrk's at %,d connections: %s (%s)"
                .formatted(LEAST_THROUGHPUT, connections, throughput.verdictAtLeast(LEAST_THROUGHPUT), throughput));
        if (connections == CPU_CONNECTIONS) {
            verdicts.add("CPU a request <= %.1f x wrk's at %,d connections: %s (%s)"
                    .formatted(MOST_CPU, connections, cpu.verdictAtMost(MOST_CPU), cpu));
        }
    }

    private static double mean(List<BenchRun> runs, boolean throughput) {
        return runs.stream()
                .mapToDouble(run -> throughput ? run.throughput() : run.cpuMicros())
                .average()
                .orElseThrow();
    }

    private void open(BenchTarget target, Generator generator) throws Exception {
        System.out.printf(
                "%nOpen loop: %,.0f/s over %d connections for %d s, target paused for %d s at %s s; the truth twice:%n  pauses   replayed from the target's log of its pauses, with %d ms a request: what a machine with CPU to spare would do%n  answers  from the target's log of its answers: what it did%n",
                RATE,
                OPEN_CONNECTIONS,
                OPEN_TIME.toSeconds(),
                BenchServer.PAUSE.toSeconds(),
                PAUSES_AT.stream()
                        .map(at -> "%.1f".formatted(at.toMillis() / 1e3))
                        .toList(),
                BenchServer.SERVICE.toMillis());
        System.out.println("run      what      p50 ms    p90 ms    p99 ms    max ms  starts late by: p50 us  p99 us");
        for (int run = 1; run <= (quick ? 1 : 2); run++) {
            openRun(target, generator, run);
        }
    }

    private void openRun(BenchTarget target, Generator generator, int run) throws Exception {
        // requests that an earlier run left in the target must not be in its log
        Thread.sleep(4 * BenchServer.SERVICE.toMillis());
        target.log();
        Measurement measured = generator.run(
                BenchRun.request(target.port()),
                new Load.Open(RATE, OPEN_CONNECTIONS),
                BenchRun.phases(OPEN_TIME),
                new RunListener() {
                    @Override
                    public void measuring() {
                        Thread.ofVirtual().start(() -> plant(target));
                    }

                    @Override
                    public void measured() {}

                    @Override
                    public void progress(double fractionDone, double throughput) {}
                });
        List<QueueTruth.Pause> pauses = new ArrayList<>();
        for (int i = 0; i < PAUSES_AT.size(); i++) {
            pauses.add(target.readPause());
        }
        long from = nanos(measured.from());
        Histogram truth = new QueueTruth(
                        from - Duration.ofSeconds(2).toNanos(),
                        RATE,
                        OPEN_CONNECTIONS,
                        BenchServer.SERVICE.toNanos(),
                        pauses)
                .completedBetween(from, nanos(measured.to()));
        Histogram answers =
                QueueTruth.ofAnswers(target.answers(), RATE, BenchServer.SERVICE.toNanos(), from, nanos(measured.to()));
        print(run, "pauses", truth, "");
        print(run, "answers", answers, "");
        Histogram lag = measured.startLagNanos();
        print(
                run,
                "Heddle",
                measured.latencyNanos(),
                "  %22.0f  %6.0f".formatted(lag.getValueAtPercentile(50) / 1e3, lag.getValueAtPercentile(99) / 1e3));
        for (double percent : new double[] {90, 99}) {
            double replayed = off(answers, truth, percent);
            judge(
                    run,
                    percent,
                    "replayed from the target's log of its pauses",
                    off(measured.latencyNanos(), truth, percent),
                    Math.abs(replayed) <= TRUTH_TOLERANCE);
            judge(
                    run,
                    percent,
                    "by the target's log of its answers",
                    off(measured.latencyNanos(), answers, percent),
                    true);
        }
        measured.doubts().forEach(doubt -> System.out.println("         " + doubt));
    }

    /// How far a percentile is off the truth, as a share of it.
    private static double off(Histogram measured, Histogram truth, double percent) {
        return (double) measured.getValueAtPercentile(percent) / truth.getValueAtPercentile(percent) - 1;
    }

    /// @param applies whether the target did what this truth says, by its own log; a target without CPU to spare does
    /// not
    private void judge(int run, double percent, String which, double off, boolean applies) {
        String verdict =
                !applies ? "not judged, the target was off it" : Math.abs(off) <= TRUTH_TOLERANCE ? "met" : "MISSED";
        verdicts.add("open loop, run %d: p%.0f within %.0f %% of the truth %s: %s (%+.2f %%)"
                .formatted(run, percent, 100 * TRUTH_TOLERANCE, which, verdict, 100 * off));
    }

    private static void plant(BenchTarget target) {
        Instant begin = Instant.now();
        try {
            for (Duration at : PAUSES_AT) {
                Thread.sleep(Duration.between(Instant.now(), begin.plus(at)));
                target.pause();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void print(int run, String what, Histogram nanos, String more) {
        System.out.printf(
                "%3d  %8s  %10.1f%10.1f%10.1f%10.1f%s%n",
                run,
                what,
                nanos.getValueAtPercentile(50) / 1e6,
                nanos.getValueAtPercentile(90) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6,
                nanos.getMaxValue() / 1e6,
                more);
    }

    private static long nanos(Instant instant) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, instant);
    }
}
