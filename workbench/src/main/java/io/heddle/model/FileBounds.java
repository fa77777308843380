package io.heddle.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The folders that this JVM may read files of services from, where somebody else than its user names the files: an
/// agent that talks to `heddle mcp`. Without bounds every file may be read.
///
/// A checked file names others: a manifest its class path, a pom its modules, a recording the jars of its JVM, a folder
/// has links. Whoever follows such a name asks [#permits] first. The JDKs and the local Maven repository are the
/// user's,
/// and not meant here.
public final class FileBounds {

    /// Entries of a folder that are looked at; as many as a check reads.
    private static final int MOST = 1 << 20;

    private static volatile Optional<FileBounds> ofThisProcess = Optional.empty();

    private final List<Path> roots;

    private FileBounds(List<Path> roots) {
        this.roots = roots;
    }

    /// Bounds of these folders, for whoever asks them.
    ///
    /// @throws Failure when one is no folder
    public static FileBounds of(List<Path> folders) {
        return new FileBounds(folders.stream().map(FileBounds::folder).toList());
    }

    /// Sets the bounds of this JVM. They are not lifted again.
    public static void restrictThisProcess(FileBounds bounds) {
        ofThisProcess = Optional.of(bounds);
    }

    /// Whether this JVM has bounds: then it starts no process either.
    public static boolean isRestricted() {
        return ofThisProcess.isPresent();
    }

    /// Whether this JVM may read a file that another file names.
    public static boolean permits(Path file) {
        return ofThisProcess.map(bounds -> bounds.hold(file)).orElse(true);
    }

    /// Refuses a folder in which a link leads out of the bounds of this JVM.
    ///
    /// @throws Failure that names the link
    public static void requireNoLinkOut(Path folder) {
        ofThisProcess.ifPresent(bounds -> bounds.requireLinksWithin(folder));
    }

    /// The folders, without links in their paths.
    public List<Path> roots() {
        return roots;
    }

    /// Whether a file exists and lies within, links followed.
    public boolean hold(Path file) {
        try {
            Path real = file.toRealPath();
            return roots.stream().anyMatch(real::startsWith);
        } catch (IOException e) {
            return false;
        }
    }

    /// @throws Failure when a link below a folder leads out, or the folder has too many entries to look at
    public void requireLinksWithin(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            int seen = 0;
            for (Iterator<Path> files = walk.iterator(); files.hasNext(); ) {
                Path file = files.next();
                if (++seen > MOST) {
                    throw new Failure(folder + " has more than " + MOST + " entries", "name a folder in it");
                }
                if (Files.isSymbolicLink(file) && Files.exists(file) && !hold(file)) {
                    throw new Failure(
                            "the link " + file + " leads out of the folders that may be read",
                            "name a folder without it, or start heddle mcp with one more --root");
                }
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            throw new Failure(
                    folder + " cannot be read: it changed, or its rights forbid it", "look at its permissions", e);
        }
    }

    private static Path folder(Path named) {
        try {
            Path real = named.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
            throw new Failure(named + " is no folder", "name a folder: --root DIR");
        } catch (IOException e) {
            throw new Failure("there is no folder " + named, "name a folder: --root DIR", e);
        }
    }
}
