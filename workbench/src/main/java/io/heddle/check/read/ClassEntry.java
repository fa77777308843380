package io.heddle.check.read;

import java.io.IOException;

/// A class file that has been found but not read.
///
/// @param place the file, and the entry in it after `!/`
/// @param published whether the archive's authors publish its package
public record ClassEntry(Artifact artifact, String place, Published published, Source source) {

    /// What the authors of an archive declare of a package.
    public enum Published {
        YES,
        NO,
        /// They do not declare what they publish.
        UNKNOWN
    }

    /// Where its bytes are.
    public interface Source {

        /// @throws IOException when they cannot be read, or are more than a class file may be
        byte[] read() throws IOException;
    }

    /// The same class, as one of another artifact.
    ClassEntry of(Artifact other) {
        return new ClassEntry(other, place, published, source);
    }
}
