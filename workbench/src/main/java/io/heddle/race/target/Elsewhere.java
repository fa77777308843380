package io.heddle.race.target;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.Set;

/// A service that somebody else started: Heddle sees nothing of its processes and never ends or touches them.
public record Elsewhere() implements OwnedProcess {

    @Override
    public long pid() {
        return 0;
    }

    @Override
    public boolean alive() {
        return true;
    }

    @Override
    public OptionalInt exitCode() {
        return OptionalInt.empty();
    }

    @Override
    public Path output() {
        return Path.of("");
    }

    @Override
    public Set<Long> tree() {
        return Set.of();
    }

    @Override
    public void stop(Duration grace) {
        // it is not Heddle's to stop
    }

    @Override
    public String lastLines(int n) {
        return "";
    }
}
