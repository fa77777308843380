package io.heddle.watch;

import io.heddle.jdk.KnownHomes;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Recordings of real programs, for tests of the packages below this one.
public final class Recordings {

    /// Where the tests' JDKs are.
    public static final KnownHomes HOMES =
            new KnownHomes(Stream.of(System.getProperty("heddle.jdk21", ""), System.getProperty("heddle.jdk25", ""))
                    .filter(home -> !home.isEmpty())
                    .map(Path::of)
                    .toList());

    private Recordings() {}

    /// @param jdk 21 or 25
    /// @param program of `demo/holders`
    public static Path record(int jdk, Path folder, String program, double seconds) throws Exception {
        return Holding.record(jdk, folder, program, seconds);
    }
}
