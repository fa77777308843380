package io.heddle.cli.mcp;

import io.heddle.model.Failure;
import io.heddle.model.FileBounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// Turns what an agent calls a file into one that may be read.
final class Roots {

    private static final int LONGEST = 4_096;

    private final FileBounds bounds;

    Roots(FileBounds bounds) {
        this.bounds = bounds;
    }

    /// A file or folder: absolute, without links in its path, and no link below it leads out.
    ///
    /// @param name relative to the first root that has it, or absolute
    /// @throws Refused when it is none, is not there, or lies elsewhere; both of these in the same words, so that
    ///     nobody learns what lies elsewhere
    Path file(String name) {
        if (name.isBlank() || name.length() > LONGEST) {
            throw new Refused("a path has 1 to " + LONGEST + " characters, and not " + name.length());
        }
        Path real = bounds.roots().stream()
                .map(root -> resolved(root, name))
                .filter(bounds::hold)
                .findFirst()
                .map(Roots::real)
                .orElseThrow(() -> new Refused("there is no " + shown(name) + " below " + all()));
        if (Files.isDirectory(real)) {
            try {
                bounds.requireLinksWithin(real);
            } catch (Failure failure) {
                throw new Refused(failure.sentence() + ": " + failure.next());
            }
        } else if (!Files.isRegularFile(real)) {
            throw new Refused(shown(name) + " is neither a file nor a folder");
        }
        return real;
    }

    private static Path resolved(Path root, String name) {
        try {
            return root.resolve(name);
        } catch (InvalidPathException e) {
            throw new Refused("no file can be called " + shown(name));
        }
    }

    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            throw new Refused("there is no " + shown(file.toString()));
        }
    }

    private String all() {
        return bounds.roots().stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    private static String shown(String name) {
        return name.substring(0, Math.min(200, name.length()));
    }
}
