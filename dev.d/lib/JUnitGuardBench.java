import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Times a suite without and with the guard, in pairs, and a JVM that runs one class of it: also with a recording of
/// the flight recorder instead of the guard. Arguments: guard/junit/target, the number of pairs, homes of JDKs.
final class JUnitGuardBench {

    private static final int CLASSES = 200;
    private static final int STARTS = 3;
    private static final String RUNNER = """
            import org.junit.platform.engine.discovery.DiscoverySelectors;
            import org.junit.platform.launcher.core.*;
            import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
            public final class Runner {
                static void record() {
                    jdk.jfr.Recording recording = new jdk.jfr.Recording();
                    recording.enable("jdk.VirtualThreadPinned");
                    recording.start();
                }
                public static void main(String[] args) {
                    switch (args[1]) {
                        case "RECORDING" -> record();
                        case "BESIDE" -> Thread.ofPlatform().daemon().start(Runner::record);
                        default -> { }
                    }
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

    private static final ToDoubleBiFunction<Run, Run> WALL = (without, with) -> with.wall - without.wall;
    private static final ToDoubleBiFunction<Run, Run> CPU = (without, with) -> with.cpu - without.cpu;

    /// What a JVM has besides the tests.
    private enum Arm {
        WITHOUT,
        GUARD,
        /// Nothing but a recording of pins, which is started before JUnit.
        RECORDING,
        /// The same, while JUnit starts.
        BESIDE
    }

    public static void main(String[] args) throws Exception {
        Path target = Path.of(args[0]);
        int pairs = Integer.parseInt(args[1]);
        String junit;
        try (Stream<Path> jars = Files.list(target.resolve("newest"))) {
            junit = jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        Path folder = Files.createTempDirectory("junit-bench");
        Path classes = compile(folder, junit);
        System.out.println(
                "| JDK | suite of 2,000 tests, without | with the guard: wall time | beyond the start | CPU time |"
                        + " start of a JVM with ten tests: wall time | CPU time |"
                        + " an empty recording alone: wall time | CPU time | on a thread of its own: wall time |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        for (String jdk : Arrays.asList(args).subList(2, args.length)) {
            String version = output(List.of(jdk + "/bin/java", "-version"))
                    .lines()
                    .findFirst()
                    .orElse("");
            Command command = new Command(jdk, archive(jdk, folder), classes, target, junit);
            Runs suite = new Runs(pairs, command, CLASSES, List.of(Arm.WITHOUT, Arm.GUARD));
            Runs start = new Runs(pairs * STARTS, command, 1, List.of(Arm.values()));
            double atStart =
                    Arrays.stream(start.each(Arm.GUARD, WALL)).average().orElseThrow();
            System.out.printf(
                    "| %s | %.1f s, %d pairs | %s %% | %s %% | %s ms | %s ms, %d pairs | %s ms | %s ms | %s ms | %s ms |%n",
                    version.replaceAll("[^\"]*\"([^\"]*)\".*", "$1"),
                    suite.of(Arm.WITHOUT).stream()
                                    .mapToDouble(Run::wall)
                                    .average()
                                    .orElseThrow()
                            / 1000,
                    pairs,
                    interval(suite.each(Arm.GUARD, (without, with) -> 100 * (with.wall / without.wall - 1)), "%+.1f"),
                    interval(
                            suite.each(Arm.GUARD, (without, with) -> 100 * ((with.wall - atStart) / without.wall - 1)),
                            "%+.1f"),
                    interval(suite.each(Arm.GUARD, CPU), "%+.0f"),
                    interval(start.each(Arm.GUARD, WALL), "%+.0f"),
                    pairs * STARTS,
                    interval(start.each(Arm.GUARD, CPU), "%+.0f"),
                    interval(start.each(Arm.RECORDING, WALL), "%+.0f"),
                    interval(start.each(Arm.RECORDING, CPU), "%+.0f"),
                    interval(start.each(Arm.BESIDE, WALL), "%+.0f"));
        }
    }

    /// The option for the archive of shared classes that a JDK has from its vendor. One that was fetched may lack it,
    /// and would start slower than a user's; it gets one.
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

    private record Command(String jdk, String archive, Path classes, Path target, String junit) {

        /// Without the guard its jar is not on the class path.
        List<String> of(Arm arm, int classCount) {
            boolean guarded = arm == Arm.GUARD;
            return List.of(
                    jdk + "/bin/java",
                    archive,
                    "-Dheddle.junit.enabled=" + guarded,
                    "-cp",
                    classes + (guarded ? File.pathSeparator + target + "/classes" : "") + File.pathSeparator + junit,
                    "Runner",
                    String.valueOf(classCount),
                    arm.name());
        }
    }

    /// Runs in the order A B B A, so that a slow minute hits all arms.
    private static final class Runs {

        private final Map<Arm, List<Run>> runs = new EnumMap<>(Arm.class);

        Runs(int pairs, Command command, int classes, List<Arm> arms) throws Exception {
            for (int i = 0; i < pairs; i++) {
                for (Arm arm : i % 2 == 0 ? arms : arms.reversed()) {
                    runs.computeIfAbsent(arm, key -> new ArrayList<>()).add(Run.of(command.of(arm, classes)));
                }
            }
        }

        List<Run> of(Arm arm) {
            return runs.get(arm);
        }

        /// Of each pair, what the arm has more than the one without.
        double[] each(Arm arm, ToDoubleBiFunction<Run, Run> more) {
            return IntStream.range(0, of(arm).size())
                    .mapToDouble(i -> more.applyAsDouble(of(Arm.WITHOUT).get(i), of(arm).get(i)))
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
