package io.heddle.jdk;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Homes of JDKs that the user has named or Heddle has found. What a recording names is opened only if it is one of
/// them: a recording may come from anybody.
public final class KnownHomes {

    private final List<Path> homes;

    /// @param homes the running JDK's is known without being named
    public KnownHomes(List<Path> homes) {
        this.homes = Stream.concat(Stream.of(Path.of(System.getProperty("java.home", ""))), homes.stream())
                .map(KnownHomes::real)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /// The home of that name; empty when it is not known, not absolute, or not there.
    public Optional<Path> known(String home) {
        try {
            return real(Path.of(home)).filter(homes::contains);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> real(Path home) {
        try {
            return home.isAbsolute() ? Optional.of(home.toRealPath()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
