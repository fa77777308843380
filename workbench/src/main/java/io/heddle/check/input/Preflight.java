package io.heddle.check.input;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Looks at what the user named before it is read: silence about a file that holds no classes would be a false
/// all-clear.
final class Preflight {

    private Preflight() {}

    /// @throws Failure when there is nothing in it that Heddle reads
    static void check(Path file) {
        if (Files.isDirectory(file)) {
            folder(file);
        } else if (!file.toString().endsWith(".class")) {
            archive(file);
        }
    }

    private static void folder(Path folder) {
        boolean clojure;
        try (Stream<Path> walk = Files.walk(folder)) {
            List<String> names =
                    walk.filter(Files::isRegularFile).map(Path::toString).toList();
            if (names.stream().anyMatch(Preflight::readable)) {
                return;
            }
            clojure = names.stream().anyMatch(Preflight::clojure);
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new Failure(
                    "the folder " + folder + " cannot be read: " + IoReason.of(e), "check who may read it", e);
        }
        throw clojure
                ? sources(folder)
                : new Failure(
                        "the folder " + folder + " has no class files",
                        "build the project first, or name the folder that holds the classes");
    }

    private static void archive(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            List<String> names = zip.stream().map(ZipEntry::getName).toList();
            if (names.stream().noneMatch(Preflight::readable)) {
                throw names.stream().anyMatch(Preflight::clojure)
                        ? sources(file)
                        : new Failure(
                                file + " has no class files",
                                "name the jar that holds the classes: this may be one of sources or of documentation");
            }
        } catch (IOException e) {
            throw starts(file)
                    ? new Failure(
                            file + " is a part of an archive or a damaged one: " + IoReason.of(e),
                            "build or download it again",
                            e)
                    : new Failure(
                            file + " is not an archive",
                            "name a jar, a war, a folder of classes or group:artifact:version",
                            e);
        }
    }

    /// Whether an archive has nothing in it that Heddle reads. One that is damaged is not empty: who reads it tells.
    static boolean isEmpty(Path file) {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return zip.stream().map(ZipEntry::getName).noneMatch(Preflight::readable);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean readable(String name) {
        return name.endsWith(".class") || name.endsWith(".jar") || name.endsWith(".war");
    }

    private static boolean clojure(String name) {
        return name.endsWith(".clj") || name.endsWith(".cljc");
    }

    private static Failure sources(Path file) {
        return new Failure(
                file + " holds Clojure sources and no classes: what is compiled at run time cannot be read before",
                "start the service and name its process, heddle check PID; or compile ahead of time, :aot :all, and name the uberjar");
    }

    private static boolean starts(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(2);
            return head.length == 2 && head[0] == 'P' && head[1] == 'K';
        } catch (IOException e) {
            throw new Failure(file + " cannot be read: " + IoReason.of(e), "check who may read it", e);
        }
    }

    /// Files in a folder, by name; none when it is no folder.
    static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new Failure(
                    "the folder " + folder + " cannot be read: " + IoReason.of(e), "check who may read it", e);
        }
    }
}
