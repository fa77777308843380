package io.heddle.fix.build;

import java.util.Optional;

/// A release of a library.
public record Library(String group, String artifact, String version) {

    /// @param name `group:artifact:version`
    /// @return empty for other names, such as a file's
    public static Optional<Library> of(String name) {
        String[] parts = name.split(":", -1);
        return parts.length == 3 && !parts[0].isEmpty() && !parts[1].isEmpty() && !parts[2].isEmpty()
                ? Optional.of(new Library(parts[0], parts[1], parts[2]))
                : Optional.empty();
    }

    /// `group:artifact`.
    public String id() {
        return group + ":" + artifact;
    }

    public Library at(String release) {
        return new Library(group, artifact, release);
    }

    @Override
    public String toString() {
        return id() + ":" + version;
    }
}
