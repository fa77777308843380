package io.heddle.check.read;

import java.nio.file.Path;

/// A jar, folder or run time that classes come from.
///
/// @param name `group:artifact:version` where known, else the file's name; `jdk` for the JDK's own
/// @param file the outer file
public record Artifact(String name, Path file, Role role) {

    /// Why it is read.
    public enum Role {
        /// findings are told of it
        TARGET,
        /// the target calls it
        LIBRARY,
        /// below all
        JDK
    }
}
