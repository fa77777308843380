package io.heddle.check.input;

import io.heddle.model.FileBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/// The class path in the manifest of a jar, which `java -jar` follows: relative to the jar, and on through the jars
/// that
/// it names. See the JAR file specification, "Class-Path attribute".
///
/// @param there files and folders that exist, without the jar itself
/// @param missing what the jar's own manifest names and is not there, as written
record ManifestClassPath(List<Path> there, List<String> missing) {

    /// A jar may name as many; more are a mistake or an attack.
    private static final int MOST = 10_000;

    static ManifestClassPath of(Path jar) {
        Set<Path> there = new LinkedHashSet<>();
        List<String> missing = new ArrayList<>();
        Deque<Path> open = new ArrayDeque<>(List.of(jar));
        while (!open.isEmpty() && there.size() < MOST) {
            Path from = open.poll();
            for (String entry : entries(from)) {
                Optional<Path> file = resolved(from, entry);
                if (file.filter(Files::exists).filter(FileBounds::permits).isEmpty()) {
                    if (from.equals(jar)) {
                        missing.add(entry);
                    }
                } else if (!file.get().equals(jar) && there.add(file.get()) && Files.isRegularFile(file.get())) {
                    open.add(file.get());
                }
            }
        }
        return new ManifestClassPath(List.copyOf(there), missing);
    }

    /// What is to be said of the libraries that are not there; empty where all are.
    Optional<String> note(Path jar) {
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(jar.getFileName() + "'s manifest names " + missing.size()
                        + (missing.size() == 1 ? " file" : " files")
                        + " on its class path that " + (missing.size() == 1 ? "is" : "are") + " not there, such as "
                        + missing.getFirst() + ": their code was not read.");
    }

    // A URL may name something that is not a file here.
    private static Optional<Path> resolved(Path jar, String entry) {
        try {
            String path = entry.startsWith("file:") ? entry.substring("file:".length()) : entry;
            return path.contains(":/")
                    ? Optional.empty()
                    : Optional.of(jar.resolveSibling(path.replace("%20", " ")).normalize());
        } catch (InvalidPathException odd) {
            return Optional.empty();
        }
    }

    private static List<String> entries(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            Manifest manifest = file.getManifest();
            String classPath =
                    manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            return classPath == null
                    ? List.of()
                    : Stream.of(classPath.strip().split("\\s+", -1))
                            .filter(entry -> !entry.isEmpty())
                            .limit(MOST)
                            .toList();
        } catch (IOException damaged) {
            // Whoever reads its classes tells of a damaged jar; this one may be no jar at all.
            return List.of();
        }
    }
}
