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

/// What a watch costs the process that it watches, in one process watched and not in turn: the same code, compiled the same. Only the ratios mean something.
final class WatchLivingBench {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /// What the target had used when it said how many threads it had run.
    private record Sample(long nanos, double cpuSeconds, long ran) {
    }

    /// Seconds of CPU for each unit of work, and in each second.
    private record Cost(double perThread, double perSecond) {
    }

    private static final int BLOCK = 5;
    private static final int LEAD_SECONDS = 30;

    /// Arguments: Heddle's root, and perhaps `--quick`.
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        boolean quick = Arrays.asList(args).contains("--quick");
        int pairs = quick ? 2 : 20;
        int window = quick ? 4 : 10;
        try (Target target = Target.start(root, "many")) {
            TimeUnit.SECONDS.sleep(quick ? 4 : 10);
            firstLine(root, target, quick ? 2 : 5);
            ratio(root, target, pairs, window, List.of(), "watched");
            ratio(root, target, pairs, window, List.of("--probe"), "with --probe");
        }
        try (Target target = Target.start(root, "idle")) {
            probe(root, target, pairs / 2, window);
        }
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
        System.out.printf(Locale.ROOT, "from the command to its first line: median %.2f s, most %.2f s of %d%n", seconds.get(times / 2), seconds.getLast(), times);
    }

    /// What a watch costs once it runs, and what its beginning costs: attaching, starting the flight recorder, and compiling again what its instruments change. Blocks in the order A B B A, so that
    /// a drift of the machine hits both alike.
    private static void ratio(Path root, Target target, int pairs, int window, List<String> options, String name) throws Exception {
        List<Double> ratios = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        List<Double> begins = new ArrayList<>();
        int each = Math.min(pairs, BLOCK);
        int lead = pairs < BLOCK ? 5 : LEAD_SECONDS;
        for (int block = 0; block < pairs / each; block++) {
            List<Cost> none = block % 2 == 0 ? target.costs(each, window) : List.of();
            Watched watched = watched(root, target, each, window, lead, options);
            none = none.isEmpty() ? target.costs(each, window) : none;
            double plain = none.stream().mapToDouble(Cost::perSecond).average().orElseThrow();
            begins.add(watched.beginSeconds() - plain * watched.beginLength());
            for (int i = 0; i < each; i++) {
                double ratio = watched.then().get(i).perThread() / none.get(i).perThread();
                ratios.add(ratio);
                shares.add((ratio - 1) * none.get(i).perSecond());
            }
        }
        System.out.printf(Locale.ROOT, "CPU time for each virtual thread at 10,000 a second, %s for %d s and more: %s of that without, %d pairs of %d s; %.2f %% of one core; the beginning: %.2f s of CPU (%d times)%n",
                name, lead, interval(ratios), ratios.size(), window, shares.stream().mapToDouble(Double::doubleValue).average().orElseThrow() * 100,
                begins.stream().mapToDouble(Double::doubleValue).average().orElseThrow(), begins.size());
    }

    /// @param beginSeconds CPU time from the command on until the first window, of all that the target did
    /// @param beginLength how long that was, seconds
    private record Watched(double beginSeconds, double beginLength, List<Cost> then) {
    }

    private static Watched watched(Path root, Target target, int windows, int window, int lead, List<String> options) throws Exception {
        double before = target.cpu();
        long began = System.nanoTime();
        Process watch = watch(root, target, lead + windows * (window + 2), options);
        awaitFirstLine(watch);
        TimeUnit.SECONDS.sleep(lead);
        double used = target.cpu() - before;
        double length = (System.nanoTime() - began) / 1e9;
        List<Cost> costs = target.costs(windows, window);
        watch.waitFor();
        return new Watched(used, length, costs);
    }

    private static void probe(Path root, Target target, int pairs, int window) throws Exception {
        List<Double> more = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            double plain = idle(root, target, window, List.of());
            more.add((idle(root, target, window, List.of("--probe")) - plain) * 100);
        }
        more.sort(null);
        System.out.printf(Locale.ROOT, "the probe each 20 ms in an idle process: %.2f %% of one core more (median of %d pairs of %d s, %.2f to %.2f)%n", more.get(pairs / 2), pairs, window,
                more.getFirst(), more.getLast());
    }

    private static double idle(Path root, Target target, int window, List<String> options) throws Exception {
        Process watch = watch(root, target, window + 5, options);
        awaitFirstLine(watch);
        TimeUnit.SECONDS.sleep(2);
        double before = target.cpu();
        TimeUnit.SECONDS.sleep(window);
        double used = (target.cpu() - before) / window;
        watch.waitFor();
        return used;
    }

    private static Process watch(Path root, Target target, int seconds, List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA, "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-jar",
                root.resolve("cli/target/heddle.jar").toString(), "watch", String.valueOf(target.process.pid()), "--seconds", String.valueOf(seconds)));
        command.addAll(options);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static void awaitFirstLine(Process watch) throws IOException {
        BufferedReader said = new BufferedReader(new InputStreamReader(watch.getInputStream(), StandardCharsets.UTF_8));
        if (said.readLine() == null) {
            throw new IllegalStateException("the watch said nothing");
        }
        Thread.ofVirtual().start(() -> said.lines().forEach(line -> { }));
    }

    /// Mean and 95 % interval of ratios, on their logarithms; two standard errors.
    private static String interval(List<Double> ratios) {
        double mean = ratios.stream().mapToDouble(Math::log).average().orElseThrow();
        double variance = ratios.stream().mapToDouble(ratio -> Math.pow(Math.log(ratio) - mean, 2)).sum() / Math.max(1, ratios.size() - 1);
        double error = 2 * Math.sqrt(variance / ratios.size());
        return String.format(Locale.ROOT, "%.4f× [%.4f–%.4f]", Math.exp(mean), Math.exp(mean - error), Math.exp(mean + error));
    }

    /// The process that is watched.
    private static final class Target implements AutoCloseable {

        private final Process process;
        private final List<Sample> samples = new CopyOnWriteArrayList<>();

        private Target(Process process) {
            this.process = process;
        }

        static Target start(Path root, String program) throws IOException {
            Process process = new ProcessBuilder(JAVA, "-Xmx512m", "-cp", root.resolve("demo/holders/target/classes").toString(), "io.heddle.demo.holders.Program", program, "3600")
                    .redirectErrorStream(true).start();
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
