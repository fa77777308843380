package io.heddle.watch;

import java.nio.file.Path;

/// Recordings of real programs, for tests of the packages below this one.
public final class Recordings {

    private Recordings() {}

    /// @param jdk 21 or 25
    /// @param program of `demo/holders`
    public static Path record(int jdk, Path folder, String program, double seconds) throws Exception {
        return Holding.record(jdk, folder, program, seconds);
    }
}
