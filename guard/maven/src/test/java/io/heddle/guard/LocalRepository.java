package io.heddle.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A local repository with what this build packaged and, by links, all that the user's own has, which stays as it is.
final class LocalRepository {

    private static final Path OURS = Path.of("io", "heddle");

    private LocalRepository() {}

    static void make(Path folder, Path user, Path root, String version) throws IOException {
        link(folder, user, Path.of(""), OURS);
        Path ours = Files.createDirectories(folder.resolve(OURS));
        add(ours, "heddle-parent", version, root.resolve("pom.xml"), List.of());
        add(ours, "heddle-cli", version, root.resolve("cli/pom.xml"), List.of(root.resolve("cli/target/heddle.jar")));
        for (String module : List.of("junit", "maven")) {
            Path at = root.resolve("guard").resolve(module);
            String name = module.equals("maven") ? "heddle-maven-plugin" : "heddle-junit";
            Path jar = at.resolve("target/" + name + "-" + version + ".jar");
            add(ours, name, version, at.resolve("pom.xml"), List.of(jar));
        }
    }

    /// Everything in `user`, but for what lies on the way to `except`.
    private static void link(Path folder, Path user, Path inside, Path except) throws IOException {
        Files.createDirectories(folder.resolve(inside));
        try (Stream<Path> entries = Files.list(user.resolve(inside))) {
            for (Path entry : entries.toList()) {
                Path name = inside.resolve(entry.getFileName());
                if (except.equals(name)) {
                    continue;
                }
                if (except.startsWith(name)) {
                    link(folder, user, name, except);
                } else {
                    Files.createSymbolicLink(folder.resolve(name), entry.toAbsolutePath());
                }
            }
        }
    }

    private static void add(Path ours, String name, String version, Path pom, List<Path> jars) throws IOException {
        Path folder = Files.createDirectories(ours.resolve(name).resolve(version));
        Files.copy(pom, folder.resolve(name + "-" + version + ".pom"));
        for (Path jar : jars) {
            Files.copy(jar, folder.resolve(name + "-" + version + ".jar"));
        }
    }

    /// Removes links, and not what they lead to.
    static void remove(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (!file.toString().contains("/target/")) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
            }
        }
    }
}
