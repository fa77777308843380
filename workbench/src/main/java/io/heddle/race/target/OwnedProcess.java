package io.heddle.race.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;

/// A process that Heddle started, with all that came of it.
public interface OwnedProcess {

    long pid();

    /// Whether the process itself runs; its descendants may outlive it, see [#tree()].
    boolean alive();

    /// Its exit code, 128 + signal when a signal ended it; empty while it runs, or when nobody saw it end.
    OptionalInt exitCode();

    /// The file that has its standard output and standard error.
    Path output();

    /// The live processes that this one consists of: itself, its descendants, and those that left it for another
    /// parent or session.
    Set<Long> tree();

    /// Ends the whole tree: asks with TERM, and kills what is left after the grace. Returns within the grace and 5
    /// s.
    void stop(Duration grace);

    /// The end of its output, without control characters and secrets, lines joined by `\n`; empty when it printed
    /// nothing.
    ///
    /// @param n most lines
    String lastLines(int n);
}
