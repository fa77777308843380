package io.heddle.check.rule;

import io.heddle.check.read.Artifact;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// In which release of a library the maintainers say that they mended it: `known-fixes.txt`. Advice for what is found,
/// never its ground.
final class KnownFixes {

    private static final Map<String, String[]> FIXES = Table.read("known-fixes.txt")
            .map(line -> line.split(" "))
            .collect(Collectors.toUnmodifiableMap(
                    cells -> cells[0].substring(cells[0].indexOf(':') + 1), cells -> cells));

    private KnownFixes() {}

    /// A release that mends an artifact.
    ///
    /// @param source where its maintainers say so
    record Fix(String release, String source) {}

    /// The release that mends it; empty when none is known, or the artifact is that release or a later one.
    ///
    /// @param artifact with its Maven name, or with a file's name, which tells no group: the artifact's name
    ///     must do then
    static Optional<Fix> of(Artifact artifact) {
        String[] fix = FIXES.get(artifact.id());
        boolean other = artifact.name().indexOf(':') > 0
                && fix != null
                && !artifact.name().startsWith(fix[0] + ":");
        if (fix == null || other || artifact.version().isEmpty() || Versions.compare(artifact.version(), fix[1]) >= 0) {
            return Optional.empty();
        }
        return Optional.of(new Fix(fix[1], fix[2]));
    }

    /// What to do about findings of an artifact, in one sentence; empty when no release is known to mend it.
    static String advice(Artifact artifact) {
        return of(artifact)
                .map(fix -> "upgrade to " + fix.release() + " or later, in which the maintainers fixed such places: "
                        + fix.source())
                .orElse("");
    }
}
