import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Times a suite without and with the guard, in pairs, and a JVM that runs one test. Arguments: guard/junit/target, the
/// number of pairs, homes of JDKs.
final class JUnitGuardBench {

    private static final int CLASSES = 200;
    private static final int STARTS = 5;
    private static final String RUNNER = """
            import org.junit.platform.engine.discovery.DiscoverySelectors;
            import org.junit.platform.launcher.core.*;
            import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
            public final class Runner {
                public static void main(String[] args) {
                    SummaryGeneratingListener summary = new SummaryGeneratingListener();
                    try (var session = LauncherFactory.openSession()) {
                        var selectors = java.util.stream.IntStream.range(0, Integer.parseInt(args[0]))
                                .mapToObj(i -> DiscoverySelectors.selectClass("com.example.Suite" + i)).toList();
                        session.getLauncher().execute(
                                LauncherDiscoveryRequestBuilder.request().selectors(selectors).build(), summary);
                    }
                    System.exit(summary.getSummary().getTotalFailureCount() == 0
                            && summary.getSummary().getTestsSucceededCount() == 10L * Integer.parseInt(args[0]) ? 0 : 1);
                }
            }
            """;
    /// Nine tests compute and wait some milliseconds; one lets four virtual threads wait.
    private static final String TESTS = """
            package com.example;
            import org.junit.jupiter.api.*;
            class Suite%d {
                @RepeatedTest(9)
                void computes() throws InterruptedException {
                    long until = System.nanoTime() + 2_000_000;
                    while (System.nanoTime() < until) Thread.onSpinWait();
                    Thread.sleep(3);
                }
                @Test
                void usesVirtualThreads() throws InterruptedException {
                    Thread[] threads = new Thread[4];
                    for (int i = 0; i < threads.length; i++) threads[i] = Thread.ofVirtual().start(() -> {
                        try { Thread.sleep(25); } catch (InterruptedException e) { throw new IllegalStateException(e); }
                    });
                    for (Thread thread : threads) thread.join();
                }
            }
            """;

    public static void main(String[] args) throws Exception {
        Path target = Path.of(args[0]);
        int pairs = Integer.parseInt(args[1]);
        String junit;
        try (Stream<Path> jars = Files.list(target.resolve("newest"))) {
            junit = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        Path folder = Files.createTempDirectory("junit-bench");
        Path classes = compile(folder, junit);
        String path = String.join(File.pathSeparator, classes.toString(), target + "/classes", junit);
        System.out.println("| JDK | suite of 2,000 tests, without | with the guard | more, with its 95 % interval |"
                + " start of a JVM with ten tests: more |");
        System.out.println("|---|---|---|---|---|");
        for (String jdk : Arrays.asList(args).subList(2, args.length)) {
            String version = output(List.of(jdk + "/bin/java", "-version"))
                    .lines()
                    .findFirst()
                    .orElse("");
            Pairs suite = new Pairs(pairs, jdk, path, CLASSES);
            Pairs start = new Pairs(pairs * STARTS, jdk, path, 1);
            System.out.printf(
                    "| %s | %.2f s | %.2f s | %s %% (%d pairs) | %s ms (%d pairs) |%n",
                    version.replaceAll("[^\"]*\"([^\"]*)\".*", "$1"),
                    mean(suite.without) / 1000,
                    mean(suite.with) / 1000,
                    interval(suite.shares(), "%.1f"),
                    pairs,
                    interval(start.differences(), "%.0f"),
                    pairs * STARTS);
        }
    }

    private static Path compile(Path folder, String junit) throws Exception {
        List<String> files = new ArrayList<>();
        files.add(Files.writeString(folder.resolve("Runner.java"), RUNNER).toString());
        for (int i = 0; i < CLASSES; i++) {
            files.add(Files.writeString(folder.resolve("Suite" + i + ".java"), TESTS.formatted(i))
                    .toString());
        }
        List<String> command =
                new ArrayList<>(List.of("--release", "21", "-nowarn", "-cp", junit, "-d", folder + "/classes"));
        command.addAll(files);
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, command.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("the suite does not compile");
        }
        return folder.resolve("classes");
    }

    /// Runs in the order A B B A, so that a slow minute hits both arms.
    private static final class Pairs {

        private final List<Double> without = new ArrayList<>();
        private final List<Double> with = new ArrayList<>();

        Pairs(int pairs, String jdk, String path, int classes) throws Exception {
            for (int i = 0; i < pairs; i++) {
                for (boolean guarded : i % 2 == 0 ? new boolean[] {false, true} : new boolean[] {true, false}) {
                    long start = System.nanoTime();
                    output(List.of(
                            jdk + "/bin/java",
                            "-Dheddle.junit.enabled=" + guarded,
                            "-cp",
                            path,
                            "Runner",
                            String.valueOf(classes)));
                    (guarded ? with : without).add((System.nanoTime() - start) / 1e6);
                }
            }
        }

        double[] differences() {
            return IntStream.range(0, with.size())
                    .mapToDouble(i -> with.get(i) - without.get(i))
                    .toArray();
        }

        double[] shares() {
            return IntStream.range(0, with.size())
                    .mapToDouble(i -> 100 * (with.get(i) / without.get(i) - 1))
                    .toArray();
        }
    }

    private static String output(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command + " failed: " + output);
        }
        return output;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /// Mean and the bootstrap's 2.5 and 97.5 percentiles, from a fixed seed.
    private static String interval(double[] values, String format) {
        Random random = new Random(1);
        double[] means = IntStream.range(0, 10_000)
                .mapToDouble(i -> random.ints(values.length, 0, values.length)
                        .mapToDouble(j -> values[j])
                        .average()
                        .orElseThrow())
                .sorted()
                .toArray();
        return (format + " [" + format + "–" + format + "]")
                .formatted(Arrays.stream(values).average().orElseThrow(), means[250], means[9_749]);
    }
}
