package io.heddle.check.read;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The classes of a JDK's run time image, read one by one when they are asked for.
public final class JdkImage implements AutoCloseable {

    private final FileSystem files;
    private final boolean own;
    private final int feature;
    private final Artifact artifact;
    private final Map<String, Optional<Path>> packages = new HashMap<>();

    private JdkImage(FileSystem files, boolean own, int feature, Path home) {
        this.files = files;
        this.own = own;
        this.feature = feature;
        this.artifact = new Artifact(Artifact.JDK, home, Artifact.Role.JDK);
    }

    /// Folder of a package's classes; empty when the run time has no such package. A package without classes of
    /// its own is listed with each module that has one below it.
    private Optional<Path> find(String name, Path listed) {
        try (Stream<Path> modules = Files.list(listed)) {
            return modules.map(module ->
                            files.getPath("/modules", module.getFileName().toString(), name))
                    .filter(JdkImage::holdsClasses)
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean holdsClasses(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".class"));
        } catch (IOException e) {
            return false;
        }
    }

    /// The running JDK's.
    public static JdkImage running() {
        return new JdkImage(
                FileSystems.getFileSystem(URI.create("jrt:/")),
                false,
                Runtime.version().feature(),
                Path.of(System.getProperty("java.home", "")));
    }

    /// Another JDK's.
    ///
    /// @param home holds `lib/modules`
    /// @throws Failure when that cannot be read
    public static JdkImage of(Path home, int feature) {
        try {
            return new JdkImage(
                    FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", home.toString())),
                    true,
                    feature,
                    home);
        } catch (IOException | RuntimeException e) {
            throw new Failure(
                    "the classes of the JDK in " + home + " cannot be read: " + IoReason.of(e),
                    "name the home of a whole JDK, with lib/modules",
                    e);
        }
    }

    /// Feature release.
    public int feature() {
        return feature;
    }

    @Nullable
    ClassEntry find(String name) {
        try {
            int slash = name.lastIndexOf('/');
            // No class has a dot in its name (JVMS 4.2.1), and the JDK's own file system fails over one.
            Path folder = slash < 0 || name.indexOf('.') >= 0 ? null : folder(name.substring(0, slash));
            Path file = folder == null ? null : folder.resolve(name.substring(slash + 1) + ".class");
            return file != null && Files.exists(file)
                    ? new ClassEntry(artifact, "jdk!/" + name + ".class", () -> Files.readAllBytes(file))
                    : null;
        } catch (InvalidPathException e) {
            // a damaged class file names what cannot be
            return null;
        }
    }

    private @Nullable Path folder(String inside) {
        return packages.computeIfAbsent(inside, key -> find(key, files.getPath("/packages", key.replace('/', '.'))))
                .orElse(null);
    }

    @Override
    public void close() {
        if (own) {
            try {
                files.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
