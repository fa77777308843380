package io.heddle.check.read;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A jar, folder or run time that classes come from.
///
/// @param name `group:artifact:version` where known, else the file's name; `jdk` for the JDK's own
/// @param file the outer file
public record Artifact(String name, Path file, Role role) {

    /// Name of the JDK's own classes.
    public static final String JDK = "jdk";

    private static final Pattern FILE = Pattern.compile("(.+?)-(\\d[\\w.+-]*?)(?:\\.(?:jar|war|ear))?");

    /// Maven's groupId, empty when unknown.
    public String group() {
        String[] parts = name.split(":", -1);
        return parts.length >= 3 ? parts[0] : "";
    }

    /// Maven's artifactId, read from the file's name where nothing better is known; the name itself when it has no
    /// version.
    public String id() {
        String[] parts = name.split(":", -1);
        Matcher file = FILE.matcher(name);
        return parts.length >= 3 ? parts[1] : file.matches() ? file.group(1) : name;
    }

    /// Its version, empty when unknown.
    public String version() {
        String[] parts = name.split(":", -1);
        Matcher file = FILE.matcher(name);
        return parts.length >= 3 ? parts[2] : file.matches() ? file.group(2) : "";
    }

    /// The same, read for another reason.
    Artifact as(Role other) {
        return new Artifact(name, file, other);
    }

    /// Whether it is the target's own.
    public boolean isOwn() {
        return role == Role.TARGET || role == Role.MODULE;
    }

    /// Why it is read.
    public enum Role {
        /// findings are told of it
        TARGET,
        /// it comes inside the target and is its own: findings are told of it where the target or a container reaches
        /// it
        MODULE,
        /// it comes inside the target: findings are told of it where the target reaches it
        BUNDLED,
        /// the target calls it
        LIBRARY,
        /// below all
        JDK
    }
}
