import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// What a watch costs. Ratios of neighbours in one run, each a fresh process; only ratios mean something.
final class WatchBench {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String JFR = Path.of(System.getProperty("java.home"), "bin", "jfr").toString();

    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        boolean quick = Arrays.asList(args).contains("--quick");
        Path folder = Files.createTempDirectory("watch-bench-");
        try {
            reading(root, folder, quick ? 1 : 5, quick ? 20 : 120);
            living(root, folder, quick ? 2 : 20);
        } finally {
            for (File file : folder.toFile().listFiles()) {
                file.delete();
            }
            folder.toFile().delete();
        }
    }

    /// Every virtual thread of the recorded program writes its start, its end and each sleep: thread constants are what fills such a recording.
    private static void reading(Path root, Path folder, int pairs, int seconds) throws Exception {
        Path recording = folder.resolve("a.jfr");
        run(folder, List.of(JAVA, "-Xmx512m", "-XX:StartFlightRecording=settings=" + settings(folder) + ",maxsize=0,filename=" + recording, "-cp",
                root.resolve("demo/holders/target/classes").toString(), "io.heddle.demo.holders.Program", "many", String.valueOf(seconds)));
        List<Double> ratios = new ArrayList<>();
        double megabytes = Files.size(recording) / 1e6;
        for (int i = 0; i < pairs; i++) {
            double view = run(folder, List.of(JFR, "view", "pinned-threads", recording.toString()));
            double watch = run(folder, List.of(JAVA, "-Xmx512m", "--enable-native-access=ALL-UNNAMED", "-jar", root.resolve("cli/target/heddle.jar").toString(), "watch",
                    recording.toString()));
            ratios.add(view / watch);
            System.out.printf(Locale.ROOT, "reading %.0f MB: jfr view %.2f s, heddle watch with -Xmx512m %.2f s%n", megabytes, view, watch);
        }
        ratios.sort(null);
        System.out.printf(Locale.ROOT, "heddle watch is %.2f× as fast as jfr view pinned-threads (median of %d pairs, %.2f to %.2f)%n", ratios.get(ratios.size() / 2), pairs,
                ratios.getFirst(), ratios.getLast());
    }

    private static Path settings(Path folder) throws Exception {
        Path file = folder.resolve("all.jfc");
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?><configuration version=\"2.0\">");
        for (String event : List.of("VirtualThreadStart", "VirtualThreadEnd", "ThreadSleep", "VirtualThreadPinned", "JVMInformation", "InitialSystemProperty", "CPUInformation")) {
            text.append("<event name=\"jdk.").append(event).append("\"><setting name=\"enabled\">true</setting><setting name=\"threshold\">0 ns</setting>"
                    + "<setting name=\"stackTrace\">true</setting></event>");
        }
        return Files.writeString(file, text.append("</configuration>"));
    }

    /// CPU time of a program for each virtual thread that it ran, watched and not, in turn.
    private static void living(Path root, Path folder, int pairs) throws Exception {
        List<Double> plain = new ArrayList<>();
        List<Double> probed = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            double none = perThread(root, folder, List.of());
            plain.add(perThread(root, folder, List.of("watch")) / none);
            probed.add(perThread(root, folder, List.of("watch", "--probe")) / none);
        }
        System.out.println("CPU time for each virtual thread at 10,000 a second, against none: watched " + interval(plain) + ", with --probe " + interval(probed));
    }

    private static double perThread(Path root, Path folder, List<String> watch) throws Exception {
        Path out = folder.resolve("target.txt");
        Process target = new ProcessBuilder(JAVA, "-Xmx512m", "-cp", root.resolve("demo/holders/target/classes").toString(), "io.heddle.demo.holders.Program", "many", "20")
                .redirectErrorStream(true).redirectOutput(out.toFile()).start();
        TimeUnit.SECONDS.sleep(6);
        double before = cpu(target);
        long ranBefore = ran(out);
        Process watcher = null;
        if (!watch.isEmpty()) {
            List<String> command = new ArrayList<>(List.of(JAVA, "-jar", root.resolve("cli/target/heddle.jar").toString(), watch.getFirst(), String.valueOf(target.pid()),
                    "--seconds", "8", "--quiet"));
            command.addAll(watch.subList(1, watch.size()));
            watcher = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("watch.txt").toFile()).start();
        }
        TimeUnit.SECONDS.sleep(10);
        double used = cpu(target) - before;
        long ran = ran(out) - ranBefore;
        if (watcher != null) {
            watcher.waitFor();
        }
        target.destroyForcibly().waitFor();
        return used / ran;
    }

    /// The program writes how many threads it has run, each second.
    private static long ran(Path out) throws Exception {
        return Files.readAllLines(out).stream().filter(line -> line.startsWith("ran ")).mapToLong(line -> Long.parseLong(line.substring(4))).max().orElseThrow();
    }

    private static double cpu(Process process) {
        return process.toHandle().info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    /// Mean and 95 % interval of ratios, on their logarithms; two standard errors.
    private static String interval(List<Double> ratios) {
        double mean = ratios.stream().mapToDouble(Math::log).average().orElseThrow();
        double variance = ratios.stream().mapToDouble(ratio -> Math.pow(Math.log(ratio) - mean, 2)).sum() / Math.max(1, ratios.size() - 1);
        double error = 2 * Math.sqrt(variance / ratios.size());
        return String.format(Locale.ROOT, "%.3f× [%.3f–%.3f]", Math.exp(mean), Math.exp(mean - error), Math.exp(mean + error));
    }

    /// @return seconds
    private static double run(Path folder, List<String> command) throws Exception {
        long began = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(folder.resolve("run.txt").toFile()).start();
        int code = process.waitFor();
        if (code > 1) {
            throw new IllegalStateException(command + " ended with " + code + ":\n" + Files.readString(folder.resolve("run.txt")));
        }
        return (System.nanoTime() - began) / 1e9;
    }
}
