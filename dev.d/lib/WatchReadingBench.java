import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// How fast a recording is read: `heddle watch` with 512 MB against `jfr view pinned-threads`, in turn, each a fresh
/// process. Only the ratios mean something.
final class WatchReadingBench {

    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Path JFR = Path.of(System.getProperty("java.home"), "bin", "jfr");
    /// All that `heddle watch` needs to call a program healthy, with the settings, which tell that it was recorded.
    private static final List<String> EVENTS = List.of(
            "ActiveSetting",
            "VirtualThreadStart",
            "VirtualThreadEnd",
            "ThreadSleep",
            "VirtualThreadPinned",
            "JavaMonitorEnter",
            "JavaMonitorWait",
            "ExecutionSample",
            "NativeMethodSample",
            "JVMInformation",
            "InitialSystemProperty",
            "CPUInformation");

    /// One command, timed.
    private record Took(double seconds, double cpuSeconds) {}

    /// Arguments: Heddle's root, home of a JDK 21 or nothing, and perhaps `--quick`.
    public static void main(String[] args) throws Exception {
        Path root = Path.of(args[0]);
        boolean quick = Arrays.asList(args).contains("--quick");
        for (Path home : args[1].isEmpty()
                ? List.of(JAVA.getParent().getParent())
                : List.of(Path.of(args[1]), JAVA.getParent().getParent())) {
            for (String program : List.of("many", "many-pinned")) {
                Path recording = recording(root, home, program, quick ? 20_000_000 : 280_000_000);
                compare(root, recording, quick ? 1 : 5);
            }
        }
    }

    /// Every virtual thread of the recorded program writes its start, its end, its sleep and its pin: thread
    /// constants are what fills such a recording. It is kept, as making one takes minutes, and made of several
    /// parts, as a recording may be.
    private static Path recording(Path root, Path home, String program, long size) throws Exception {
        Path folder = Files.createDirectories(root.resolve(".heddle/watch-bench"));
        Path recording = folder.resolve(program + "-" + home.getFileName() + "-" + size / 1_000_000 + ".jfr");
        if (Files.exists(recording)) {
            return recording;
        }
        Path whole = folder.resolve("whole.jfr");
        Path part = folder.resolve("part.jfr");
        Files.deleteIfExists(whole);
        while (!Files.exists(whole) || Files.size(whole) < size) {
            timed(
                    folder,
                    List.of(
                            home.resolve("bin/java").toString(),
                            "-Xmx512m",
                            "-Djdk.reflect.useNativeAccessorOnly=true",
                            "-XX:StartFlightRecording=settings=" + settings(folder) + ",maxsize=0,filename=" + part,
                            "-cp",
                            root.resolve("demo/holders/target/classes").toString(),
                            "io.heddle.demo.holders.Program",
                            program,
                            size > 100_000_000 ? "20" : "5"));
            try (OutputStream out =
                    Files.newOutputStream(whole, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                Files.copy(part, out);
            }
        }
        Files.delete(part);
        return Files.move(whole, recording, StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path settings(Path folder) throws Exception {
        StringBuilder text =
                new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?><configuration version=\"2.0\">");
        for (String event : EVENTS) {
            text.append("<event name=\"jdk.")
                    .append(event)
                    .append("\"><setting name=\"enabled\">true</setting><setting name=\"threshold\">0 ns</setting>"
                            + "<setting name=\"stackTrace\">true</setting>"
                            + (event.endsWith("Sample") ? "<setting name=\"period\">20 ms</setting>" : "")
                            + "</event>");
        }
        return Files.writeString(folder.resolve("all.jfc"), text.append("</configuration>"));
    }

    private static void compare(Path root, Path recording, int pairs) throws Exception {
        Path folder = recording.getParent();
        List<String> view = List.of(JFR.toString(), "view", "pinned-threads", recording.toString());
        List<String> watch = List.of(root.resolve("heddle").toString(), "watch", recording.toString());
        List<Double> ratios = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < pairs; i++) {
            Took viewed = timed(folder, view);
            Took watched = timed(folder, watch);
            ratios.add(viewed.seconds() / watched.seconds());
            cpu.add(viewed.cpuSeconds() / watched.cpuSeconds());
            System.out.printf(
                    Locale.ROOT,
                    "%s, %.0f MB: jfr view %.2f s (%.2f s of CPU), heddle watch -Xmx512m %.2f s (%.2f s)%n",
                    recording.getFileName(),
                    Files.size(recording) / 1e6,
                    viewed.seconds(),
                    viewed.cpuSeconds(),
                    watched.seconds(),
                    watched.cpuSeconds());
        }
        System.out.println(
                "heddle watch is " + spread(ratios) + " as fast as jfr view pinned-threads; CPU time " + spread(cpu));
    }

    private static String spread(List<Double> ratios) {
        List<Double> sorted = ratios.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "%.2f× (median of %d pairs, %.2f to %.2f)",
                sorted.get(sorted.size() / 2),
                sorted.size(),
                sorted.getFirst(),
                sorted.getLast());
    }

    private static Took timed(Path folder, List<String> command) throws Exception {
        Path said = folder.resolve("said.txt");
        long began = System.nanoTime();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("JDK_JAVA_OPTIONS", "-Xmx512m");
        Process process = builder.start();
        long cpu = 0;
        while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
            cpu = process.toHandle()
                    .info()
                    .totalCpuDuration()
                    .map(java.time.Duration::toNanos)
                    .orElse(cpu);
        }
        if (process.exitValue() > 1) {
            throw new IllegalStateException(
                    command + " ended with " + process.exitValue() + ":\n" + Files.readString(said));
        }
        return new Took((System.nanoTime() - began) / 1e9, cpu / 1e9);
    }
}
