package io.heddle.guard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;

/// What a process printed, and how it ended.
record Output(int exitCode, List<String> lines) {

    static Output of(List<String> command, Path folder) throws MojoExecutionException {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Output(process.waitFor(), text.lines().toList());
        } catch (IOException e) {
            throw new MojoExecutionException("Heddle cannot be started with " + command.get(0) + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("Heddle was interrupted", e);
        }
    }

    /// Lines of a report, none if it was not written.
    static List<String> read(Path report) throws IOException {
        return Files.exists(report) ? Files.readAllLines(report) : List.of();
    }
}
