package io.heddle.check.input;

import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds lines in a project's own files.
///
/// @param folder of the project: places are relative to it
record BuildLines(Path folder) {

    private static final int DEEPEST = 12;

    /// The source of a class, where it lies below a folder named after its package.
    Optional<Place> source(Finding finding) {
        if (finding.source().isEmpty()) {
            return Optional.empty();
        }
        String inside =
                finding.type().substring(0, finding.type().lastIndexOf('.') + 1).replace('.', '/');
        try {
            Path below = folder.getFileSystem().getPath(inside).resolve(finding.source());
            try (Stream<Path> files = Files.find(folder, DEEPEST, (file, _) -> file.endsWith(below))) {
                return files.sorted().findFirst().map(file -> new Place(relative(file), Math.max(1, finding.line())));
            }
        } catch (IOException | java.io.UncheckedIOException | InvalidPathException e) {
            // The place is a courtesy: the finding names class and line all the same. What a class file says of its
            // source need not be a name that a file can have.
            return Optional.empty();
        }
    }

    /// The line of a build file that names a dependency; else the one where dependencies begin.
    ///
    /// @param artifact `group:artifact`, with or without a version, or a jar's name
    Optional<Place> dependency(Path buildFile, String artifact) {
        List<String> lines;
        try {
            lines = Files.readAllLines(buildFile);
        } catch (IOException e) {
            return Optional.empty();
        }
        String[] parts = Fingerprints.unversioned(artifact)
                .replaceFirst("\\.(jar|war)$", "")
                .split(":", -1);
        String name = parts[parts.length - 1];
        Predicate<String> names = line -> line.contains("<artifactId>" + name + "</artifactId>")
                || line.contains(":" + name + ":")
                || line.contains(":" + name + "\"")
                || line.contains(":" + name + "'");
        return Stream.of(
                        names,
                        (Predicate<String>) line -> line.strip().startsWith("<dependencies>")
                                || line.strip().startsWith("dependencies {"),
                        (Predicate<String>) _ -> true)
                .flatMap(wanted -> first(lines, wanted).stream())
                .findFirst()
                .map(line -> new Place(relative(buildFile), line));
    }

    private static Optional<Integer> first(List<String> lines, Predicate<String> wanted) {
        for (int i = 0; i < lines.size(); i++) {
            if (wanted.test(lines.get(i))) {
                return Optional.of(i + 1);
            }
        }
        return Optional.empty();
    }

    private String relative(Path file) {
        return folder.relativize(file).toString().replace('\\', '/');
    }
}
