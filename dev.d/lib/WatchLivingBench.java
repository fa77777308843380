import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/// What a watch costs the process that it watches, in CPU time. Only the ratios mean something.
///
/// The flight recorder leaves something behind in a JVM that has run for a while: it is there for good that virtual
/// threads tell the JVM's tool interface when they get a carrier and leave it. So each block has a fresh target, which
/// goes through four phases: nobody watches; Heddle watches another process of the same machine (sham); Heddle watches
/// it; nobody does any more.
final class WatchLivingBench {

    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /// What the target had used when it said how many threads it had run.
    private record Sample(long nanos, double cpuSeconds, long ran) {}

    /// Seconds of CPU for each unit of work, and in each second.
    private record Cost(double perThread, double perSecond) {}

    private static final int BLOCK = 5;
    private static final int LEAD_SECONDS = 3;

    /// Arguments: Heddle's root, and perhaps `--quick`.
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        boolean quick = Arrays.asList(args).contains("--quick");
        int pairs = quick ? 2 : 20;
        int window = quick ? 3 : 5;
        try (Target target = Target.start(root, "many")) {
            TimeUnit.SECONDS.sleep(quick ? 4 : 10);
            firstLine(root, target, quick ? 2 : 5);
        }
        idle(root, Math.max(2, pairs / 3), 2 * window);
        ratios(root, pairs, window, quick ? 5 : 20);
    }

    private static void firstLine(Path root, Target target, int times) throws Exception {
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            long began = System.nanoTime();
            Process watch = watch(root, target, 2, List.of());
            awaitFirstLine(watch);
            seconds.add((System.nanoTime() - began) / 1e9);
            watch.waitFor();
        }
        seconds.sort(null);
        System.out.printf(
                Locale.ROOT,
                "from the command to its first line: median %.2f s, most %.2f s of %d%n",
                seconds.get(times / 2),
                seconds.getLast(),
                times);
    }

    /// What it costs whatever the target does: shares of one core in a process that does nothing, in turn.
    private static void idle(Path root, int times, int window) throws Exception {
        List<Double> none = new ArrayList<>();
        List<Double> watched = new ArrayList<>();
        List<Double> probed = new ArrayList<>();
        try (Target target = Target.start(root, "idle")) {
            TimeUnit.SECONDS.sleep(5);
            for (int i = 0; i < times; i++) {
                none.add(target.share(window));
                watched.add(idle(root, target, window, List.of()));
                probed.add(idle(root, target, window, List.of("--probe")));
            }
        }
        System.out.printf(
                Locale.ROOT,
                "in a process that does nothing, of one core: %s; watched %s; with --probe %s (means of %d windows of %d s, with 95 %% intervals)%n",
                percent(none),
                percent(watched),
                percent(probed),
                times,
                window);
    }

    private static double idle(Path root, Target target, int window, List<String> options) throws Exception {
        Process watch = watch(root, target, window + LEAD_SECONDS + 1, options);
        awaitFirstLine(watch);
        TimeUnit.SECONDS.sleep(LEAD_SECONDS);
        double share = target.share(window);
        watch.waitFor();
        return share;
    }

    private static void ratios(Path root, int pairs, int window, int warm) throws Exception {
        List<Double> shams = new ArrayList<>();
        List<Double> watched = new ArrayList<>();
        List<Double> after = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        int each = Math.min(pairs, BLOCK);
        for (int block = 0; block < pairs / each; block++) {
            try (Target target = Target.start(root, "many");
                    Target other = Target.start(root, "idle")) {
                TimeUnit.SECONDS.sleep(warm);
                List<Cost> before = target.costs(each, window);
                List<Cost> sham = whileWatching(root, other, target, each, window);
                List<Cost> own = whileWatching(root, target, target, each, window);
                TimeUnit.SECONDS.sleep(LEAD_SECONDS);
                List<Cost> then = target.costs(each, window);
                for (int i = 0; i < each; i++) {
                    shams.add(sham.get(i).perThread() / before.get(i).perThread());
                    double ratio = own.get(i).perThread() / sham.get(i).perThread();
                    watched.add(ratio);
                    shares.add((ratio - 1) * sham.get(i).perSecond());
                    after.add(then.get(i).perThread() / sham.get(i).perThread());
                }
            }
        }
        String of = " (" + watched.size() + " pairs of windows of " + window + " s, " + watched.size() / each
                + " processes)";
        System.out.println("CPU time for each virtual thread at 10,000 a second" + of);
        System.out.println("  while another process is watched, over that before: " + interval(shams));
        System.out.printf(
                Locale.ROOT,
                "  watched, over that: %s; %.2f %% of one core more%n",
                interval(watched),
                shares.stream().mapToDouble(Double::doubleValue).average().orElseThrow() * 100);
        System.out.println("  afterwards, over the same: " + interval(after));
    }

    /// @param seen is watched
    /// @param target its costs are taken meanwhile
    private static List<Cost> whileWatching(Path root, Target seen, Target target, int windows, int window)
            throws Exception {
        Process watch = watch(root, seen, LEAD_SECONDS + windows * (window + 2), List.of());
        awaitFirstLine(watch);
        TimeUnit.SECONDS.sleep(LEAD_SECONDS);
        List<Cost> costs = target.costs(windows, window);
        watch.waitFor();
        return costs;
    }

    /// A mean and how far it may be off, at 95 %: two standard errors.
    private record Mean(double mean, double error) {

        static Mean of(List<Double> values) {
            double mean =
                    values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
            double variance = values.stream()
                            .mapToDouble(value -> Math.pow(value - mean, 2))
                            .sum()
                    / Math.max(1, values.size() - 1);
            return new Mean(mean, 2 * Math.sqrt(variance / values.size()));
        }
    }

    private static String percent(List<Double> shares) {
        Mean share = Mean.of(shares);
        return String.format(Locale.ROOT, "%.2f ± %.2f %%", share.mean() * 100, share.error() * 100);
    }

    private static Process watch(Path root, Target target, int seconds, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                JAVA,
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-jar",
                root.resolve("cli/target/heddle.jar").toString(),
                "watch",
                String.valueOf(target.process.pid()),
                "--seconds",
                String.valueOf(seconds)));
        command.addAll(options);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static void awaitFirstLine(Process watch) throws IOException {
        BufferedReader said = new BufferedReader(new InputStreamReader(watch.getInputStream(), StandardCharsets.UTF_8));
        if (said.readLine() == null) {
            throw new IllegalStateException("the watch said nothing");
        }
        Thread.ofVirtual().start(() -> said.lines().forEach(line -> {}));
    }

    /// Of ratios, on their logarithms.
    private static String interval(List<Double> ratios) {
        Mean log = Mean.of(ratios.stream().map(Math::log).toList());
        return String.format(
                Locale.ROOT,
                "%.4f× [%.4f–%.4f]",
                Math.exp(log.mean()),
                Math.exp(log.mean() - log.error()),
                Math.exp(log.mean() + log.error()));
    }

    /// The process that is watched.
    private static final class Target implements AutoCloseable {

        private final Process process;
        private final List<Sample> samples = new CopyOnWriteArrayList<>();

        private Target(Process process) {
            this.process = process;
        }

        static Target start(Path root, String program) throws IOException {
            Process process = new ProcessBuilder(
                            JAVA,
                            "-Xmx512m",
                            "-cp",
                            root.resolve("demo/holders/target/classes").toString(),
                            "io.heddle.demo.holders.Program",
                            program,
                            "3600")
                    .redirectErrorStream(true)
                    .start();
            Target target = new Target(process);
            Thread.ofPlatform().daemon().start(target::listen);
            return target;
        }

        private void listen() {
            try (BufferedReader said = process.inputReader()) {
                for (String line = said.readLine(); line != null; line = said.readLine()) {
                    if (line.startsWith("ran ")) {
                        samples.add(new Sample(System.nanoTime(), cpu(), Long.parseLong(line.substring(4))));
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        double cpu() {
            return process.toHandle().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
        }

        /// Of one core, for so many seconds.
        double share(int seconds) throws InterruptedException {
            long began = System.nanoTime();
            double before = cpu();
            TimeUnit.SECONDS.sleep(seconds);
            return (cpu() - before) * 1e9 / (System.nanoTime() - began);
        }

        List<Cost> costs(int windows, int seconds) throws InterruptedException {
            List<Cost> costs = new ArrayList<>();
            for (int i = 0; i < windows; i++) {
                costs.add(cost(seconds));
            }
            return costs;
        }

        /// From the next time that it says something, for so many seconds.
        Cost cost(int seconds) throws InterruptedException {
            int from = samples.size();
            while (samples.size() <= from) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            Sample first = samples.get(from);
            while (samples.getLast().nanos() - first.nanos() < seconds * 1_000_000_000L) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
            Sample last = samples.getLast();
            double used = last.cpuSeconds() - first.cpuSeconds();
            return new Cost(used / (last.ran() - first.ran()), used / ((last.nanos() - first.nanos()) / 1e9));
        }

        @Override
        public void close() throws Exception {
            process.destroyForcibly().waitFor();
        }
    }
}
