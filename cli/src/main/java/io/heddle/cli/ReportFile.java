package io.heddle.cli;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Set;
import java.util.UUID;

/// Writes to a place that the user names. A regular file is replaced as a whole, so that nobody ever reads half of it,
/// and keeps its permissions. A link stays, and what it points to is replaced. A fifo, a device or a socket is written
/// into and never replaced.
final class ReportFile {

    private static final Set<Path> STANDARD_OUTPUT =
            Set.of(Path.of("-"), Path.of("/dev/stdout"), Path.of("/dev/fd/1"), Path.of("/proc/self/fd/1"));
    /// As many as Linux follows.
    private static final int MOST_LINKS = 40;

    private ReportFile() {}

    /// What is written.
    @FunctionalInterface
    interface Content {

        /// @throws IOException when it cannot be made or written
        void to(OutputStream out) throws IOException;
    }

    /// Whether the user means standard output by this name.
    static boolean isOutput(Path file) {
        return STANDARD_OUTPUT.contains(file);
    }

    /// Whether what is written there stays there: a second report follows the first instead of replacing it.
    static boolean isStream(Path file) {
        return isOutput(file) || Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /// Tries whether a report could be written, and leaves the place as it was. A fifo is not opened: its reader
    /// would take that for the end.
    ///
    /// @throws Failure when it could not
    static void require(Path file) {
        if (isOutput(file)) {
            return;
        }
        try {
            if (Files.isDirectory(file)) {
                throw new FileSystemException(file.toString(), null, "Is a directory");
            }
            if (Files.exists(file) && !Files.isWritable(file)) {
                throw new FileSystemException(file.toString(), null, "Permission denied");
            }
            if (!isStream(file)) {
                Path place = place(file);
                if (replaceable(place)) {
                    Path half = half(place);
                    Files.createFile(half);
                    Files.delete(half);
                }
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /// @throws Failure when it cannot be written
    static void write(Path file, String text) {
        write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// @throws Failure when it cannot be written
    static void write(Path file, Content content) {
        try {
            Path place = isStream(file) ? file : place(file);
            if (isStream(file) || !replaceable(place)) {
                into(place, content);
            } else {
                replace(place, content);
            }
        } catch (IOException e) {
            throw failure(file, e);
        }
    }

    /// Where a folder takes no new file, one that is in it already may still be written to.
    private static boolean replaceable(Path place) {
        return !Files.exists(place) || Files.isWritable(place.toAbsolutePath().getParent());
    }

    private static void into(Path place, Content content) throws IOException {
        try (OutputStream out = Files.newOutputStream(place)) {
            content.to(out);
        }
    }

    private static void replace(Path place, Content content) throws IOException {
        Path half = half(place);
        try {
            try (OutputStream out =
                    Files.newOutputStream(half, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.to(out);
            }
            if (Files.exists(place)) {
                keepPermissions(place, half);
            }
            move(half, place);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    /// A mount point, such as a single file that a container was given, cannot be replaced.
    private static void move(Path half, Path place) throws IOException {
        try {
            Files.move(half, place, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException e) {
            if (!Files.isRegularFile(place)) {
                throw e;
            }
            into(place, out -> Files.copy(half, out));
        }
    }

    private static void keepPermissions(Path place, Path half) throws IOException {
        if (Files.getFileAttributeView(place, PosixFileAttributeView.class) != null) {
            Files.setPosixFilePermissions(half, Files.getPosixFilePermissions(place));
        }
    }

    /// A name that nobody can guess: in a folder that others may write to, nobody can put a link there.
    private static Path half(Path place) {
        return place.resolveSibling("." + place.getFileName() + "." + UUID.randomUUID() + ".part");
    }

    /// The file at the end of all links, which need not be there yet.
    private static Path place(Path file) throws IOException {
        if (Files.exists(file)) {
            return file.toRealPath();
        }
        Path place = file;
        for (int links = 0; Files.isSymbolicLink(place); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(file.toString());
            }
            place = place.resolveSibling(Files.readSymbolicLink(place));
        }
        return place;
    }

    private static Failure failure(Path file, IOException e) {
        return new Failure(
                "cannot write " + file + ": " + IoReason.of(e), "make room or choose another place for it", e);
    }
}
