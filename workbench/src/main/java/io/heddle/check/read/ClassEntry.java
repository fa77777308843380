package io.heddle.check.read;

import java.io.IOException;

/// A class file that has been found but not read.
///
/// @param place the file, and the entry in it after `!/`
public record ClassEntry(Artifact artifact, String place, Source source) {

    /// Where its bytes are.
    public interface Source {

        /// @throws IOException when they cannot be read, or are more than a class file may be
        byte[] read() throws IOException;
    }
}
