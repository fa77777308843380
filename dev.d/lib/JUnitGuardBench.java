import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
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
        System.out.println("| JDK | suite of 2,000 tests, without | with the guard: wall time | CPU time |"
                + " start of a JVM with ten tests: wall time | CPU time |");
        System.out.println("|---|---|---|---|---|---|");
        for (String jdk : Arrays.asList(args).subList(2, args.length)) {
            String version = output(List.of(jdk + "/bin/java", "-version"))
                    .lines()
                    .findFirst()
                    .orElse("");
            String archive = archive(jdk, folder);
            Pairs suite = new Pairs(pairs, jdk, archive, path, CLASSES);
            Pairs start = new Pairs(pairs * STARTS, jdk, archive, path, 1);
            System.out.printf(
                    "| %s | %.1f s, %d pairs | %s %% | %s ms | %s ms, %d pairs | %s ms |%n",
                    version.replaceAll("[^\"]*\"([^\"]*)\".*", "$1"),
                    suite.without.stream().mapToDouble(Run::wall).average().orElseThrow() / 1000,
                    pairs,
                    interval(suite.each((without, with) -> 100 * (with.wall / without.wall - 1)), "%+.1f"),
                    interval(suite.each((without, with) -> with.cpu - without.cpu), "%+.0f"),
                    interval(start.each((without, with) -> with.wall - without.wall), "%+.0f"),
                    pairs * STARTS,
                    interval(start.each((without, with) -> with.cpu - without.cpu), "%+.0f"));
        }
    }

    /// The option for the archive of shared classes that a JDK has from its vendor. One that was fetched may lack it,
    /// and
    /// would start slower than a user's; it gets one.
    private static String archive(String jdk, Path folder) throws Exception {
        Path own = Path.of(jdk, "lib", "server", "classes.jsa");
        Path made = folder.resolve("classes-" + Path.of(jdk).getFileName() + ".jsa");
        if (!Files.exists(own)) {
            output(List.of(jdk + "/bin/java", "-Xshare:dump", "-XX:SharedArchiveFile=" + made));
        }
        return "-XX:SharedArchiveFile=" + (Files.exists(own) ? own : made);
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

    /// Milliseconds. On a machine with other work the CPU time tells more.
    private record Run(double wall, double cpu) {

        static Run of(List<String> command) throws Exception {
            long start = System.nanoTime();
            long before = ofChildren();
            output(command);
            return new Run((System.nanoTime() - start) / 1e6, 10.0 * (ofChildren() - before));
        }

        /// CPU time of ended children in hundredths of a second: user and system, fields 16 and 17 of Linux' page.
        private static long ofChildren() throws Exception {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(afterName[13]) + Long.parseLong(afterName[14]);
        }
    }

    /// Runs in the order A B B A, so that a slow minute hits both arms.
    private static final class Pairs {

        private final List<Run> without = new ArrayList<>();
        private final List<Run> with = new ArrayList<>();

        Pairs(int pairs, String jdk, String archive, String path, int classes) throws Exception {
            for (int i = 0; i < pairs; i++) {
                for (boolean guarded : i % 2 == 0 ? new boolean[] {false, true} : new boolean[] {true, false}) {
                    (guarded ? with : without)
                            .add(Run.of(List.of(
                                    jdk + "/bin/java",
                                    archive,
                                    "-Dheddle.junit.enabled=" + guarded,
                                    "-cp",
                                    path,
                                    "Runner",
                                    String.valueOf(classes))));
                }
            }
        }

        double[] each(ToDoubleBiFunction<Run, Run> of) {
            return IntStream.range(0, with.size())
                    .mapToDouble(i -> of.applyAsDouble(without.get(i), with.get(i)))
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
