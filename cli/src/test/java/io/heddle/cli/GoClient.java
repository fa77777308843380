package io.heddle.cli;

import io.heddle.demo.servers.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A program below `src/test/go`, built by the machine's Go out of a controller's own module. It is built once: what
/// was built lies in Heddle's cache, under the hash of its sources.
///
/// @param executable where it lies
record GoClient(Path executable) {

    private static final List<String> SOURCES = List.of("go.mod", "go.sum", "main.go");
    private static final int BUILD_MINUTES = 10;
    private static final int RUN_SECONDS = 60;

    /// Builds it unless that was done. Without Go the test is skipped or fails, as [Needed] says.
    ///
    /// @param name folder below `src/test/go`
    static GoClient build(String name) throws Exception {
        Path sources = HeddleRun.ROOT.resolve("cli/src/test/go").resolve(name);
        MessageDigest hash = MessageDigest.getInstance("SHA-256");
        for (String source : SOURCES) {
            hash.update(Files.readAllBytes(sources.resolve(source)));
        }
        String sum = HexFormat.of().formatHex(hash.digest()).substring(0, 16);
        Path executable = cache().resolve(name + "-" + sum);
        if (!Files.isExecutable(executable)) {
            Needed.orSkip(
                    Shell.succeeds("go", "version"), "no Go to build " + name + " with (go.dev/dl, 1.23 or newer)");
            Files.createDirectories(cache());
            Path building = Files.createTempFile(cache(), name, ".building");
            String said = run(
                    sources,
                    BUILD_MINUTES * 60,
                    "go",
                    "build",
                    "-trimpath",
                    "-ldflags=-s -w",
                    // It asks a few questions: what optimizing takes is not won back.
                    "-gcflags=all=-N -l",
                    "-o",
                    building.toString(),
                    ".");
            if (Files.size(building) == 0) {
                Files.delete(building);
                throw new AssertionError(name + " was not built: " + said);
            }
            building.toFile().setExecutable(true);
            Files.move(building, executable, StandardCopyOption.ATOMIC_MOVE);
        }
        return new GoClient(executable);
    }

    private static Path cache() {
        String xdg = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path base = xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("heddle/controllers");
    }

    /// What it says on standard output and error, without the line feed at the end.
    String ask(String... arguments) throws IOException, InterruptedException {
        return run(
                HeddleRun.ROOT,
                RUN_SECONDS,
                Stream.concat(Stream.of(executable.toString()), Arrays.stream(arguments))
                        .toArray(String[]::new));
    }

    private static String run(Path folder, int seconds, String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile("go", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("still running after " + seconds + " s: " + String.join(" ", command));
            }
            return Files.readString(out, StandardCharsets.UTF_8).strip();
        } finally {
            Files.deleteIfExists(out);
        }
    }
}
