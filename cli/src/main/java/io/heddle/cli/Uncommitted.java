package io.heddle.cli;

import io.heddle.fix.source.SourceFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Says which files have changes that git has not committed: an edit joins them, and `git checkout` loses both.
final class Uncommitted {

    private static final int LONGEST_SECONDS = 10;

    private Uncommitted() {}

    /// One sentence; none where all is committed, or where there is no git.
    static Optional<String> files(Collection<SourceFile> files) {
        List<String> changed = files.stream()
                .filter(file -> isChanged(file.path()))
                .map(SourceFile::name)
                .sorted()
                .toList();
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of("git has not committed " + String.join(", ", changed)
                        + ": the edits join the changes that are there");
    }

    private static boolean isChanged(Path file) {
        Path real = file.toAbsolutePath();
        List<String> command =
                new ArrayList<>(List.of("git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-C"));
        command.addAll(List.of(
                String.valueOf(real.getParent()), "status", "--porcelain", "--", String.valueOf(real.getFileName())));
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            if (!git.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                git.destroyForcibly();
                return false;
            }
            return git.exitValue() == 0
                    && !new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).isBlank();
        } catch (IOException none) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
