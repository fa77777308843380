package io.heddle.race.target;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A folder that one run of Heddle made for itself, and that goes with it.
///
/// @param key tells it from another folder that has its name later
record OwnFolder(Path folder, Optional<Object> key) {

    /// @param folder exists
    static OwnFolder of(Path folder) {
        return new OwnFolder(folder, key(folder));
    }

    /// Removes it with all that is in it; a link in it goes, what the link points to stays. Does nothing if it is gone,
    /// or if another folder stands in its place.
    void remove() {
        if (key.isEmpty() || !key.equals(key(folder))) {
            return;
        }
        try {
            Files.walkFileTree(folder, new Removal());
        } catch (IOException e) {
            // What somebody else still holds stays behind in the temporary folder.
        }
    }

    /// Empty when there is no such folder, or this system has no such keys.
    private static Optional<Object> key(Path folder) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.isDirectory() ? Optional.ofNullable(attributes.fileKey()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
