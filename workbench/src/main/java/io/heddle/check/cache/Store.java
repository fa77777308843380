package io.heddle.check.cache;

import io.heddle.model.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A folder of answers, one file each. A file is written aside and moved into its place in one step, and carries a sum
/// of its content: who reads meanwhile, or after a crash, sees a whole answer or none. A cache that cannot be read or
/// written is none, and never a reason to fail.
///
/// @param folder made when it is first written to
public record Store(Path folder) {

    private static final String ANSWER = ".check";
    private static final String HALF = ".writing";
    /// The oldest answers beyond this many are removed.
    private static final int MOST = 100;
    private static final Duration ABANDONED = Duration.ofHours(1);

    /// The user's own.
    public static Store ofUser() {
        String xdg = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path cache = xdg.isBlank() ? Path.of(System.getProperty("user.home", "."), ".cache") : Path.of(xdg);
        return new Store(cache.resolve("heddle/check"));
    }

    /// The answer of this name; empty where there is none that is whole.
    public Optional<Check> get(String name) {
        Path file = folder.resolve(name + ANSWER);
        try {
            return Files.exists(file) ? CheckFile.read(Files.readAllBytes(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// Keeps an answer.
    public void put(String name, Check check) {
        try {
            Files.createDirectories(folder);
            Path half = Files.createTempFile(folder, name, HALF);
            try {
                Files.write(half, CheckFile.write(check));
                Files.move(
                        half,
                        folder.resolve(name + ANSWER),
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(half);
            }
            tidy();
        } catch (IOException e) {
            // The answer has been found all the same: only the next check takes as long again.
            return;
        }
    }

    private void tidy() throws IOException {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.toList();
        }
        List<Path> answers = files.stream()
                .filter(file -> file.toString().endsWith(ANSWER))
                .sorted(Comparator.comparing(Store::time).reversed())
                .toList();
        Instant abandoned = Instant.now().minus(ABANDONED);
        Stream<Path> halves = files.stream()
                .filter(file -> file.toString().endsWith(HALF) && time(file).isBefore(abandoned));
        for (Path file : Stream.concat(answers.stream().skip(MOST), halves).toList()) {
            Files.deleteIfExists(file);
        }
    }

    // Another run may remove a file at any time.
    private static Instant time(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            return Instant.EPOCH;
        }
    }
}
