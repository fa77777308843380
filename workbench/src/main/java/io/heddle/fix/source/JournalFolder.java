package io.heddle.fix.source;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/// The folder `.heddle/fix` while one process works in it, which a lock holds that ends with the process.
final class JournalFolder implements AutoCloseable {

    private static final String LOCK = "lock";
    private static final String IGNORED = ".gitignore";

    private final JournalPlace place;
    private final FileChannel channel;

    private JournalFolder(JournalPlace place, FileChannel channel) {
        this.place = place;
        this.channel = channel;
    }

    /// Makes the folder where it is missing.
    ///
    /// @throws Failure when another process has it, or when it cannot be made
    static JournalFolder lock(JournalPlace place) throws IOException {
        place.requireFolders();
        Files.createDirectories(place.fix());
        place.requireFolders();
        Path ignored = place.ours().resolve(IGNORED);
        if (!Files.exists(ignored, LinkOption.NOFOLLOW_LINKS)) {
            Files.writeString(ignored, "*\n", StandardOpenOption.CREATE_NEW);
        }
        Path file = place.fix().resolve(LOCK);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try {
            FileLock lock = channel.tryLock();
            // Who had the lock may have removed the file since it was opened here.
            String token = UUID.randomUUID().toString();
            if (lock != null) {
                channel.truncate(0).write(ByteBuffer.wrap(token.getBytes(StandardCharsets.UTF_8)), 0);
            }
            if (lock == null || !Files.readString(file).equals(token)) {
                throw busy(place);
            }
            return new JournalFolder(place, channel);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw busy(place);
        } catch (IOException | Failure e) {
            channel.close();
            throw e;
        }
    }

    private static Failure busy(JournalPlace place) {
        return new Failure(
                "another heddle fix --write works in " + place.folder() + ": nothing was written",
                "wait for its end, then run heddle fix again");
    }

    JournalPlace place() {
        return place;
    }

    Path old(int entry) {
        return place.fix().resolve("old-" + entry);
    }

    Path now(int entry) {
        return place.fix().resolve("new-" + entry);
    }

    /// A text that waits in the folder, with the permissions of the file that it is for; on the disk when this returns.
    static void stage(Path staged, byte[] bytes, Path permissionsOf) throws IOException {
        Files.deleteIfExists(staged);
        try (FileChannel out = FileChannel.open(staged, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                out.write(left);
            }
            if (Files.getFileStore(staged).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(staged, Files.getPosixFilePermissions(permissionsOf));
            }
            out.force(true);
        }
    }

    /// From here on the write is taken back if it is cut off.
    void begin(Journal journal) throws IOException {
        Path staged = place.fix().resolve("journal.new");
        stage(staged, journal.encoded(), place.fix().resolve(LOCK));
        move(staged, place.journal());
        force(place.fix());
    }

    static void move(Path staged, Path file) throws IOException {
        try {
            Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("it is on another file system than " + staged.getParent(), e);
        }
    }

    /// Has a folder's entries written to the disk, where the system can do that.
    static void force(Path folder) {
        try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
            entries.force(true);
        } catch (IOException e) {
            // Not every system opens folders; there the disk decides about the order.
            return;
        }
    }

    /// From here on there is nothing to take back.
    void end() throws IOException {
        Files.deleteIfExists(place.journal());
        force(place.fix());
    }

    /// Removes what a write has in the folder, and the folders if they are then empty.
    void clear() throws IOException {
        try (Stream<Path> files = Files.list(place.fix())) {
            for (Path file : files.filter(JournalFolder::isOurs).toList()) {
                Files.delete(file);
            }
        }
        Files.delete(place.fix().resolve(LOCK));
        if (isEmptyBut(place.fix(), List.of())) {
            Files.delete(place.fix());
        }
        Path ignored = place.ours().resolve(IGNORED);
        if (isEmptyBut(place.ours(), List.of(IGNORED)) && Files.isRegularFile(ignored, LinkOption.NOFOLLOW_LINKS)) {
            Files.delete(ignored);
            Files.delete(place.ours());
        }
    }

    private static boolean isOurs(Path file) {
        return file.getFileName().toString().matches("(old|new)-[0-9]+|journal\\.new");
    }

    private static boolean isEmptyBut(Path folder, List<String> names) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.allMatch(file -> names.contains(file.getFileName().toString()));
        }
    }

    static Failure failure(JournalPlace place, IOException e) {
        return new Failure(
                "the journal of heddle fix --write cannot be kept in " + place.fix() + ": " + IoReason.of(e)
                        + "; all files are as they were",
                "make the folder writable and room on its disk, or take the changes as a patch: --patch FILE",
                e);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The lock ends with the process at the latest.
            return;
        }
    }
}
