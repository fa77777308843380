package io.heddle.report.race;

import io.heddle.model.Arm;
import io.heddle.model.Bound;
import io.heddle.model.Bystander;
import io.heddle.model.Comparison;
import io.heddle.model.Figures;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Machine;
import io.heddle.model.Pins;
import io.heddle.model.PoolUse;
import io.heddle.model.Race;
import io.heddle.model.Ratio;
import io.heddle.model.Stalls;
import io.heddle.model.Target;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/// The demo's race as theory has it: a pool of 20 whose query takes 101 ms, and a downstream of 302 ms, under 200
/// server threads.
///
/// @param points percentile points a trial
record SampleRace(List<String> arms, List<Integer> connections, int repetitions, int points) {

    /// What `heddle race --quick` of the demo gives.
    static Race quick() {
        return new SampleRace(List.of("platform", "virtual"), List.of(400), 2, 24).race();
    }

    /// The default race with a right-sized platform arm beside it.
    static Race full() {
        return new SampleRace(List.of("platform", "virtual", "platform-405"), List.of(50, 400), 5, 100).race();
    }

    /// Four arms by JDK and jar, each with its verdicts against the first.
    static Race fourArms() {
        List<String> labels = List.of("platform", "virtual", "virtual@25", "virtual=patched.jar");
        Race race = new SampleRace(labels, List.of(50, 400), 3, 24).race();
        return race.withVerdicts(race.verdicts().stream()
                .flatMap(verdict -> labels.stream().skip(1).map(label -> verdict.between(label, "platform")))
                .toList());
    }

    /// One from few connections to many.
    static SampleRace swept() {
        return new SampleRace(List.of("platform", "virtual"), List.of(10, 50, 200, 400, 1_000), 3, 24);
    }

    Race race() {
        List<Bound> bounds = new ArrayList<>();
        List<Trial> trials = new ArrayList<>();
        List<Comparison> comparisons = new ArrayList<>();
        Random random = new Random(7);
        for (String workload : List.of("/api/users", "/api/quote")) {
            connections.forEach(count -> arms.forEach(arm -> bounds.addAll(bounds(workload, arm, count))));
            List<Load> loads = new ArrayList<>();
            connections.forEach(count -> loads.add(new Load.Closed(count)));
            double capacity = loads.stream()
                            .mapToDouble(load -> bound(workload, "platform", load))
                            .max()
                            .orElseThrow()
                    * 0.985;
            loads.add(new Load.Open(0.8 * capacity, 2_000));
            if (repetitions > 2) {
                loads.add(new Load.Open(0.5 * capacity, 2_000));
            }
            for (int repetition = 1; repetition <= repetitions; repetition++) {
                for (String arm : arms) {
                    for (Load load : loads) {
                        trials.add(trial(arm, repetition, workload, load, random));
                    }
                }
            }
            for (Load load : loads) {
                comparisons.addAll(comparisons(workload, load, trials));
            }
        }
        Verdict users = new Verdict(
                "/api/users",
                Verdict.Kind.NO_GAIN,
                "no gain at 400 connections: pool HikariPool-1 (20 connections / 101 ms ≈ 198/s) caps both arms: "
                        + "195/s virtual, 195/s platform",
                new Verdict.Limit("pool", "HikariPool-1", 198),
                List.of(),
                List.of(),
                List.of());
        Verdict quote = new Verdict(
                "/api/quote",
                Verdict.Kind.GAIN,
                "gain: 2.00× [1.98–2.01] at 400 connections: 1,297/s virtual, 649/s platform; the server's threads "
                        + "(200 threads / 302 ms ≈ 662/s) limited the platform arm; next limit: the load itself (400 connections / 302 ms ≈ 1,325/s)",
                new Verdict.Limit("connections", "", 1325),
                List.of(),
                List.of(),
                List.of(
                        "what you gain here is thread count: by Little's law a pool of about 392 platform threads gives it too, at 392 × 1 MiB of reserved stack; "
                                + "--also-threads 392 measures it"));
        return new Race(
                "0.1.0",
                Instant.parse("2026-11-21T09:30:00Z"),
                4.5 * trials.size() + 21,
                repetitions <= 2,
                List.of("heddle", "race", "--quick", "--html", "race.html"),
                new Machine(2, 25_276_514_304L, "Linux 6.1.0-39-cloud-amd64"),
                new Target(
                        List.of(
                                "java",
                                "-Xmx512m",
                                "-jar",
                                "demo/service/target/heddle-demo.jar",
                                "--spring.datasource.password=***"),
                        "25.0.3",
                        "Tomcat 11.0.24",
                        "spring.threads.virtual.enabled",
                        List.of(
                                "tomcat-dispatch applied to org.apache.tomcat.util.net.SocketProcessorBase",
                                "hikari-pool applied to com.zaxxer.hikari.pool.HikariPool"),
                        "target/heddle/race-2026-11-21T09-30-00/target.log",
                        List.of(
                                "spring.threads.virtual.enabled also makes @Async and @Scheduled unbounded: bound them yourself, or race with --switch agent.")),
                arms.stream().map(SampleRace::arm).toList(),
                List.copyOf(bounds),
                List.copyOf(trials),
                List.copyOf(comparisons),
                new Verdict(
                        "",
                        Verdict.Kind.NO_GAIN,
                        users.workload() + ": " + users.text(),
                        users.limit(),
                        List.of(),
                        List.of(),
                        List.of()),
                List.of(users, quote),
                List.of(),
                List.of(),
                List.of(),
                false,
                "");
    }

    private static Arm arm(String label) {
        boolean newer = label.equals("virtual@25");
        return new Arm(
                label,
                label.startsWith("virtual") ? Arm.Mode.VIRTUAL : Arm.Mode.PLATFORM,
                label.equals("platform-405") ? OptionalInt.of(405) : OptionalInt.empty(),
                new Arm.Build(
                        Optional.of("25").filter(_ -> newer),
                        Optional.of("patched.jar").filter(_ -> label.endsWith("=patched.jar"))),
                newer
                        ? new Arm.Seen("25.0.4", "Tomcat 11.0.24", "agent", "G1", true, "vthread-pollers")
                        : Arm.Seen.NOTHING);
    }

    private static double service(String workload) {
        return workload.equals("/api/users") ? 0.101 : 0.302;
    }

    private static List<Bound> bounds(String workload, String arm, int connections) {
        List<Bound> bounds = new ArrayList<>();
        String millis = Figures.millis(1000 * service(workload));
        bounds.add(new Bound(
                workload,
                arm,
                connections,
                Bound.Kind.CONNECTIONS,
                "",
                connections / service(workload),
                connections + " connections / " + millis,
                connections));
        if (workload.equals("/api/users")) {
            bounds.add(new Bound(
                    workload,
                    arm,
                    connections,
                    Bound.Kind.POOL,
                    "HikariPool-1",
                    20 / service(workload),
                    "20 connections / " + millis,
                    20));
        }
        if (arm.startsWith("platform")) {
            int threads = arm.equals("platform-405") ? 405 : 200;
            bounds.add(new Bound(
                    workload,
                    arm,
                    connections,
                    Bound.Kind.THREADS,
                    "",
                    threads / service(workload),
                    threads + " threads / " + millis,
                    threads));
        }
        bounds.add(new Bound(
                workload, arm, connections, Bound.Kind.CPU, "", 5_300, "2 cores / 0.38 ms CPU in a trial", 2));
        return bounds;
    }

    private static double bound(String workload, String arm, Load load) {
        int connections = load instanceof Load.Closed closed ? closed.connections() : 2_000;
        return bounds(workload, arm, connections).stream()
                .mapToDouble(Bound::throughput)
                .min()
                .orElseThrow();
    }

    private Trial trial(String arm, int repetition, String workload, Load load, Random random) {
        double bound = bound(workload, arm, load);
        double noise = 1 + 0.004 * random.nextGaussian();
        double throughput = switch (load) {
            case Load.Closed _ -> 0.982 * bound * noise;
            case Load.Open open -> open.rate() * (1 + 0.0005 * random.nextGaussian());
        };
        double seconds = 10 + 0.05 * random.nextDouble();
        long requests = Math.round(throughput * seconds);
        double mean = switch (load) {
            case Load.Closed closed -> 1000 * closed.connections() / throughput;
            case Load.Open _ -> 1000 * service(workload) * (1.012 + 0.01 * random.nextDouble());
        };
        boolean virtual = arm.startsWith("virtual");
        double tail = load instanceof Load.Closed closed && closed.connections() > 100 && workload.equals("/api/users")
                ? virtual ? 0.34 : 0.06
                : virtual ? 0.05 : 0.07;
        boolean first = repetition == 1
                && arm.equals("platform")
                && workload.equals("/api/quote")
                && load instanceof Load.Closed;
        return new Trial(
                arm,
                repetition,
                workload,
                load,
                seconds,
                throughput,
                bound,
                requests,
                0,
                0,
                Map.of(),
                load instanceof Load.Closed closed ? closed.connections() : 64,
                latency(mean, tail * (1 + 0.1 * random.nextGaussian())),
                virtual ? 1.0 : 0.0,
                requests * (virtual ? 0.000_36 : 0.000_38),
                requests * 0.000_05,
                0.41,
                virtual ? 342_000_000L + 1_000_000L * random.nextInt(9) : 311_000_000L + 1_000_000L * random.nextInt(9),
                virtual ? 31 : arm.equals("platform-405") ? 428 : 223,
                new Pins(virtual ? 3 : 0, virtual ? 0.0021 : 0),
                new Stalls(0, 0),
                List.of(),
                workload.equals("/api/users")
                        ? List.of(new PoolUse(
                                "HikariPool-1", "HikariCP", 20, 20, virtual ? 380 : 180, requests, 101, 102.4))
                        : List.of(),
                1.003,
                !first,
                first ? List.of("Warm-up reached its cap of 20 s before it was steady.") : List.of(),
                load instanceof Load.Closed ? bystander(workload, virtual) : null);
    }

    /// A second and a half of the other path.
    private static Bystander bystander(String workload, boolean virtual) {
        String other = workload.equals("/api/users") ? "/api/quote" : "/api/users";
        double fastest = 1000 * service(other);
        List<Bystander.Point> points = IntStream.range(0, 15)
                .mapToObj(i -> new Bystander.Point(i / 10.0, fastest + (virtual ? i : 2 * i)))
                .toList();
        double longest = points.getLast().millis();
        return new Bystander(other, points.size(), 0, points.get(7).millis(), longest, longest, points);
    }

    private LatencyMillis latency(double mean, double tail) {
        List<LatencyMillis.Point> curve = new ArrayList<>();
        for (int i = 0; i < points; i++) {
            double tens = 3.2 * i / (points - 1);
            curve.add(new LatencyMillis.Point(100 * (1 - Math.pow(10, -tens)), at(mean, tail, tens)));
        }
        curve.add(new LatencyMillis.Point(100, at(mean, tail, 3.6)));
        return new LatencyMillis(
                mean,
                at(mean, tail, Math.log10(2)),
                at(mean, tail, 1),
                at(mean, tail, 2),
                at(mean, tail, 3),
                at(mean, tail, 3.6),
                List.copyOf(curve));
    }

    /// @param tens powers of ten in 1 / (1 − quantile)
    private static double at(double mean, double tail, double tens) {
        return mean * (0.985 + tail * tens * tens / 4);
    }

    private List<Comparison> comparisons(String workload, Load load, List<Trial> trials) {
        List<Comparison> comparisons = new ArrayList<>();
        for (String against : arms) {
            for (String arm : arms) {
                boolean asked = !arm.equals(against) && arm.startsWith("virtual");
                if (asked) {
                    for (Comparison.Metric metric : metrics(load)) {
                        double estimate = figure(workload, arm, load, metric, trials)
                                / figure(workload, against, load, metric, trials);
                        boolean primary = metric == Comparison.Metric.THROUGHPUT
                                && load.equals(new Load.Closed(connections.getLast()))
                                && against.equals("platform");
                        double half = primary ? 0.008 : 0.02;
                        comparisons.add(new Comparison(
                                arm,
                                against,
                                workload,
                                load,
                                metric,
                                primary,
                                new Ratio(estimate, estimate * (1 - half), estimate * (1 + half)),
                                repetitions,
                                primary ? 0.95 : 0.975,
                                metric + " " + Figures.times(estimate)));
                    }
                }
            }
        }
        return comparisons;
    }

    private static List<Comparison.Metric> metrics(Load load) {
        return load instanceof Load.Closed
                ? List.of(Comparison.Metric.values())
                : List.of(Comparison.Metric.THROUGHPUT, Comparison.Metric.P99);
    }

    private static double figure(String workload, String arm, Load load, Comparison.Metric metric, List<Trial> trials) {
        return trials.stream()
                .filter(trial -> trial.workload().equals(workload)
                        && trial.arm().equals(arm)
                        && trial.load().equals(load))
                .mapToDouble(trial -> Math.log(
                        switch (metric) {
                            case THROUGHPUT -> trial.throughput();
                            case P99 -> trial.latencyMillis().p99();
                            case BYSTANDER_P99 ->
                                Objects.requireNonNull(trial.bystander()).p99Millis();
                        }))
                .average()
                .stream()
                .map(Math::exp)
                .findFirst()
                .orElseThrow();
    }
}
