package io.heddle.fix.tests;

import io.heddle.fix.source.ScratchFolder;
import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;

/// A copy of a folder with all that is in it, in which files can be changed and put back. Links stay links.
final class WorkTree {

    private static final long MOST_BYTES = 4L << 30;

    private final Path original;
    private final Path copy;
    private final Map<Path, byte[]> changed = new HashMap<>();
    private long left = MOST_BYTES;

    /// @param original an absolute path
    /// @param copy an empty folder
    WorkTree(Path original, Path copy) {
        this.original = original;
        this.copy = copy;
        try {
            Files.walkFileTree(original, new Copier());
        } catch (IOException e) {
            throw ScratchFolder.failure("the work tree " + original + " cannot be copied to run the tests in", e);
        }
    }

    private final class Copier extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            if (copy.startsWith(folder) && !folder.equals(original)) {
                return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(in(folder));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isOther()) {
                return FileVisitResult.CONTINUE;
            }
            left -= attributes.isSymbolicLink() ? 0 : attributes.size();
            if (left < 0) {
                throw new IOException("it holds more than 4 GiB");
            }
            Files.copy(file, in(file), LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
        }
    }

    private Path in(Path file) {
        return copy.resolve(original.relativize(file).toString());
    }

    Path folder() {
        return copy;
    }

    /// Makes these files other than in the original, and all others as they are there.
    ///
    /// @param bytes by the path of the original's file
    void change(Map<Path, byte[]> bytes) throws IOException {
        for (Map.Entry<Path, byte[]> entry : changed.entrySet()) {
            Files.write(entry.getKey(), entry.getValue());
        }
        changed.clear();
        for (Map.Entry<Path, byte[]> entry : bytes.entrySet()) {
            Path real = entry.getKey().toRealPath();
            if (!real.startsWith(original)) {
                throw new Failure(
                        "the source file " + entry.getKey() + " lies outside of " + original
                                + ": the tests there do not see it",
                        "run heddle fix in the folder that the tests run in");
            }
            Path file = in(real);
            changed.put(file, Files.readAllBytes(file));
            Files.write(file, entry.getValue());
        }
    }
}
