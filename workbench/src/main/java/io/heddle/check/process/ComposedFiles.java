package io.heddle.check.process;

import io.heddle.check.input.Inputs;
import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Files with the classes that a process has beside them: a copy of an archive, as if its build had compiled them, and
/// a folder next to a folder.
final class ComposedFiles {

    private final Path scratch;
    private final Map<Path, Map<String, byte[]>> added = new HashMap<>();
    private final Map<Path, String> artifacts;
    private int written;

    private ComposedFiles(Path scratch, Map<Path, String> artifacts) {
        this.scratch = scratch;
        this.artifacts = new HashMap<>(artifacts);
    }

    /// @param scratch folder for what is written
    /// @param classes by their names, with slashes
    /// @param notes what is told of the inputs
    static Inputs of(Path scratch, Inputs files, Map<String, byte[]> classes, ClassHomes homes, List<String> notes)
            throws IOException {
        ComposedFiles composed = new ComposedFiles(scratch, files.artifacts());
        classes.forEach((name, bytes) -> composed.added
                .computeIfAbsent(
                        homes.of(name)
                                .filter(home -> files.targets().contains(home)
                                        || files.libraries().contains(home))
                                .orElse(files.targets().getFirst()),
                        _ -> new TreeMap<>())
                .put(name, bytes));
        List<Path> targets = composed.all(files.targets());
        List<Path> libraries = composed.all(files.libraries());
        if (targets.isEmpty()) {
            throw new Failure(
                    "the process has loaded no class of its own",
                    "ask it for something first: code that was never run may not be loaded yet");
        }
        return new Inputs(targets, libraries, true, composed.artifacts, List.copyOf(notes), _ -> Optional.empty());
    }

    private List<Path> all(List<Path> files) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path file : files) {
            Map<String, byte[]> classes = added.getOrDefault(file, Map.of());
            if (!Files.isDirectory(file)) {
                all.add(classes.isEmpty() ? file : archive(file, classes));
                continue;
            }
            if (hasClasses(file)) {
                all.add(file);
            }
            if (!classes.isEmpty()) {
                all.add(folder(file, classes));
            }
        }
        return List.copyOf(all);
    }

    static boolean hasClasses(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".class"));
        }
    }

    private Path archive(Path file, Map<String, byte[]> classes) throws IOException {
        Path copy = place(file);
        Files.copy(file, copy);
        try (FileSystem zip = FileSystems.newFileSystem(copy)) {
            write(zip.getPath("/"), classes);
        }
        return copy;
    }

    private Path folder(Path file, Map<String, byte[]> classes) throws IOException {
        Path folder = Files.createDirectory(place(file));
        write(folder, classes);
        return folder;
    }

    // In a folder of its own, so that it keeps its name.
    private Path place(Path file) throws IOException {
        Path place = Files.createDirectory(scratch.resolve("composed-" + written++))
                .resolve(String.valueOf(file.getFileName()));
        String name = artifacts.get(file);
        if (name != null) {
            artifacts.put(place, name);
        }
        return place;
    }

    // Names are those of classes that a JVM loaded: it may have loaded one with any name.
    private static void write(Path root, Map<String, byte[]> classes) throws IOException {
        for (Map.Entry<String, byte[]> one : classes.entrySet()) {
            Path file = root.resolve(one.getKey() + ".class").normalize();
            if (file.startsWith(root) && !file.equals(root)) {
                Path folder = file.getParent();
                if (folder != null) {
                    Files.createDirectories(folder);
                }
                Files.write(file, one.getValue());
            }
        }
    }
}
