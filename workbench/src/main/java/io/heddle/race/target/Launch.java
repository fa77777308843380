package io.heddle.race.target;

import io.heddle.model.Redaction;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A process to start.
///
/// @param name how messages name it, such as `virtual-2`
/// @param command program and arguments; a program without `/` is looked up in the caller's `PATH`
/// @param workingDirectory must exist
/// @param environment added to the caller's or replaced in it
/// @param output file that takes standard output and standard error; emptied first
public record Launch(
        String name, List<String> command, Path workingDirectory, Map<String, String> environment, Path output) {

    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /// Knows what of the command and the environment, the caller's included, is secret.
    Redaction secrets() {
        Map<String, String> all = new LinkedHashMap<>(System.getenv());
        all.putAll(environment);
        return Redaction.of(command, all);
    }

    /// Without values: a command line and an environment may hold secrets.
    @Override
    public String toString() {
        return name + ": " + String.join(" ", Redaction.words(command));
    }
}
