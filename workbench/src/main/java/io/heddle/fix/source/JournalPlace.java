package io.heddle.fix.source;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// The folder in whose `.heddle/fix` the journal of some files lies: on their file system, so that moves are atomic,
/// and around the sources, so that nothing lies next to them.
///
/// @param folder real, absolute
record JournalPlace(Path folder) {

    private static final String OURS = ".heddle";

    /// `.heddle`, which other commands use too.
    Path ours() {
        return folder.resolve(OURS);
    }

    Path fix() {
        return ours().resolve("fix");
    }

    Path journal() {
        return fix().resolve("journal");
    }

    /// Where the journals of a run with these roots lie.
    ///
    /// @param roots folders of source and projects; those that do not exist have none
    static Set<JournalPlace> of(Collection<Path> roots) {
        Set<JournalPlace> places = new LinkedHashSet<>();
        for (Path root : roots) {
            real(root).filter(Files::isDirectory).ifPresent(folder -> {
                JournalPlace around = new JournalPlace(around(folder));
                places.add(around);
                onFileSystem(around.folder, folder).ifPresent(below -> places.add(new JournalPlace(below)));
            });
        }
        return places;
    }

    /// Where the journal of a file goes.
    ///
    /// @param file real, absolute
    /// @throws Failure when no folder around it can be written
    static JournalPlace of(Path file, Collection<Path> roots) {
        Path parent = Optional.ofNullable(file.getParent()).orElse(file);
        Path root = roots.stream()
                .flatMap(named -> real(named).stream())
                .filter(file::startsWith)
                .max(Comparator.comparing(Path::getNameCount))
                .orElse(parent);
        return onFileSystem(around(root), parent)
                .map(JournalPlace::new)
                .orElseThrow(() -> new Failure(
                        "no folder around " + file + " can be written: nothing was written",
                        "make its folder writable, or take the changes as a patch: --patch FILE"));
    }

    private static Optional<Path> real(Path path) {
        try {
            return Optional.of(path.toRealPath());
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /// The repository that has a folder, else the working directory that has it, else the folder itself.
    private static Path around(Path folder) {
        for (Path at = folder; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git"))) {
                return at;
            }
        }
        Path here = real(Path.of("")).orElse(folder);
        return folder.startsWith(here) ? here : folder;
    }

    /// The outermost folder from one down to the other that can be written and is on the other's file system.
    private static Optional<Path> onFileSystem(Path from, Path to) {
        Optional<Path> found = Optional.empty();
        for (Path at = to; at != null && at.startsWith(from); at = at.getParent()) {
            if (!isSameFileSystem(at, to)) {
                break;
            }
            if (Files.isWritable(at)) {
                found = Optional.of(at);
            }
        }
        return found;
    }

    private static boolean isSameFileSystem(Path one, Path other) {
        try {
            FileStore store = Files.getFileStore(one);
            return store.equals(Files.getFileStore(other));
        } catch (IOException e) {
            return false;
        }
    }

    /// @throws Failure when something else is there by the name of one of the folders
    void requireFolders() {
        for (Path at : new Path[] {ours(), fix()}) {
            if (Files.exists(at, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
                throw new Failure(
                        at + " is no folder, and heddle fix --write keeps its journal there: nothing was written",
                        "move it away, or take the changes as a patch: --patch FILE");
            }
        }
    }
}
