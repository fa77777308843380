package io.heddle.check.rule;

import io.heddle.check.read.Artifact;
import io.heddle.check.read.Artifact.Role;
import java.nio.file.Path;

/// The release that mends an artifact, for those who met it at run time.
public final class Fixes {

    private Fixes() {}

    /// What to do about an artifact, in one sentence; empty when no release is known to mend it.
    ///
    /// @param artifact `group:artifact:version`, or a file's name, of which nothing is known
    public static String advice(String artifact) {
        return KnownFixes.advice(new Artifact(artifact, Path.of(""), Role.LIBRARY));
    }
}
