package io.heddle.watch;

import io.heddle.maven.MavenJars;
import io.heddle.model.Watch;
import io.heddle.watch.dump.DumpWatch;
import io.heddle.watch.live.LiveWatch;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// A program that runs a pool out, or its healthy twin: a line of `programs.txt`.
///
/// @param title as in `pools.txt`
/// @param coordinates of its libraries; empty when it needs none
/// @param pinsOn JDK on which a wait for this pool keeps its carrier; 0 for none
record PoolProgram(String title, String program, List<String> coordinates, int pinsOn) {

    private static final Path PROGRAMS =
            Path.of(System.getProperty("heddle.root", ".."), "workbench/src/test/resources/io/heddle/waits/programs");
    private static final Duration WINDOW = Duration.ofSeconds(4);

    static List<PoolProgram> all() throws IOException {
        return Files.readString(PROGRAMS.resolve("programs.txt"))
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split(" \\| ", -1)))
                .map(cells -> new PoolProgram(
                        cells.get(0),
                        cells.get(1),
                        cells.get(2).equals("-")
                                ? List.of()
                                : List.of(cells.get(2).split(",", -1)),
                        cells.get(3).equals("-") ? 0 : Integer.parseInt(cells.get(3))))
                .toList();
    }

    /// Compiles it for JDK 21, with what it needs.
    ///
    /// @return the class path to run it with
    String compile(Path folder) throws IOException {
        List<String> path = new ArrayList<>();
        if (!coordinates.isEmpty()) {
            try (MavenJars jars = MavenJars.open()) {
                jars.withDependencies(coordinates).forEach(jar -> path.add(jar.toString()));
            }
        }
        List<String> arguments = new ArrayList<>(List.of("--release", "21", "-nowarn", "-proc:none", "-d"));
        arguments.add(folder.toString());
        arguments.addAll(List.of("-cp", String.join(File.pathSeparator, path)));
        Stream.of("Waiters", "Redis", program)
                .map(name -> PROGRAMS.resolve(name + ".java").toString())
                .forEach(arguments::add);
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IOException(program + " does not compile");
        }
        path.add(folder.toString());
        return String.join(File.pathSeparator, path);
    }

    /// Starts it, waits until its pool has run out, and watches it.
    ///
    /// @param how `ill` or `healthy`
    /// @param fromDumps by three thread dumps, not live
    Watch watch(int jdk, String classPath, String how, boolean fromDumps, Path folder) throws Exception {
        Path home =
                jdk == 25 ? Path.of(System.getProperty("java.home")) : Path.of(System.getProperty("heddle.jdk21", ""));
        Path out = folder.resolve("out-" + jdk + "-" + how + "-" + fromDumps);
        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-Djdk.virtualThreadScheduler.parallelism=2",
                        "-cp",
                        classPath,
                        program,
                        how,
                        "120")
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!Files.readString(out).contains("ready")) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException(program + " is never ready: " + Files.readString(out));
                }
                Thread.sleep(50);
            }
            Thread.sleep(1_000);
            return fromDumps ? dumped(process.pid(), folder) : live(process.pid());
        } finally {
            process.destroyForcibly();
        }
    }

    /// Runs it on platform threads to its end, as it records itself.
    ///
    /// @param settings such as `default`
    Watch recorded(int jdk, String classPath, String how, String settings, Path folder) throws Exception {
        Path home =
                jdk == 25 ? Path.of(System.getProperty("java.home")) : Path.of(System.getProperty("heddle.jdk21", ""));
        Path file = folder.resolve("recorded-" + jdk + "-" + how + "-" + settings + ".jfr");
        Process process = new ProcessBuilder(
                        home.resolve("bin/java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:StartFlightRecording:settings=" + settings + ",dumponexit=true,filename=" + file,
                        "-cp",
                        classPath,
                        program,
                        how,
                        "4",
                        "platform")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out-recorded-" + jdk).toFile())
                .start();
        try {
            if (!process.waitFor(90, TimeUnit.SECONDS)) {
                throw new IOException(program + " does not end");
            }
            return FileWatch.run(List.of(file), Recordings.HOMES, "test", List.of());
        } finally {
            process.destroyForcibly();
        }
    }

    private static Watch live(long pid) {
        return LiveWatch.run(
                new LiveWatch.Options(
                        pid, WINDOW, Optional.empty(), Duration.ofMillis(20), Optional.empty(), Optional.empty()),
                new Silent(),
                "test",
                List.of());
    }

    private static Watch dumped(long pid, Path folder) throws Exception {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        List<Path> dumps = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Path file = folder.resolve("dump-" + pid + "-" + i + ".json");
            new ProcessBuilder(
                            jcmd.toString(),
                            String.valueOf(pid),
                            "Thread.dump_to_file",
                            "-format=json",
                            file.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(60, TimeUnit.SECONDS);
            dumps.add(file);
            Thread.sleep(300);
        }
        return DumpWatch.run(dumps, Optional.empty(), "test", List.of());
    }

    private record Silent() implements WatchEvents {

        @Override
        public void say(String line) {
            // nobody reads it
        }

        @Override
        public void second(long seconds, double outstandingMillis, long queued) {
            // nobody reads it
        }
    }
}
