package io.heddle.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Runs the project's shell scripts as a user's shell would.
final class Shell {

    private Shell() {}

    record Result(int exit, String out, String err) {}

    /// The project's root.
    static Path root() {
        return Path.of(System.getProperty("heddle.root", "..")).toAbsolutePath().normalize();
    }

    /// Copies what `./heddle` consists of.
    static void copyLauncher(Path clone) throws IOException {
        Files.createDirectories(clone.resolve("dev.d/lib"));
        Files.copy(root().resolve("heddle"), clone.resolve("heddle"));
        try (Stream<Path> files = Files.list(root().resolve("dev.d/lib"))) {
            for (Path file : files.toList()) {
                Files.copy(file, clone.resolve("dev.d/lib").resolve(file.getFileName()));
            }
        }
    }

    /// A JDK as far as the launcher looks; its java prints the folder it runs in and its arguments.
    static Path fakeJdk(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        script(home.resolve("bin/java"), "pwd; printf '[%s]' \"$@\"; echo");
        script(home.resolve("bin/javac"), "");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    static void touch(Path file, Instant time) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(time));
    }

    static Process start(Path folder, Map<String, String> environment, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(Files.createTempFile("out", "").toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /// Whether a command is there and ends well.
    static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Runs a command with nothing but the given environment, for a minute at most.
    static Result run(Path folder, Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", "");
        Path err = Files.createTempFile("err", "");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new UncheckedIOException(
                        new IOException("still running after a minute: " + String.join(" ", command)));
            }
            return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }
}
