package io.heddle.canary.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The older parts of a log, as they lie next to it: `access.log.1`, `access.log-20261125`. Compressed ones are not
/// read.
///
/// @param path of the log itself
record RotatedLogs(Path path) {

    /// What stands behind the name of the log.
    private static final Pattern ROTATED = Pattern.compile("(?:[.-]\\d+)+");

    /// What stays the same when a file is renamed; empty where there is none.
    static Optional<String> key(Path path) {
        try {
            return Optional.of(String.valueOf(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// The part that has this key.
    Optional<Path> renamed(String key) throws IOException {
        return find(part -> key(part).filter(key::equals).isPresent());
    }

    /// The part that holds the same up to a place, as a log has that is copied and cut.
    Optional<Path> copied(LogPlace place) throws IOException {
        return find(place::isIn);
    }

    /// What the log was called next after the part with this key was full: a part that is younger, or the log.
    Path after(String key) throws IOException {
        Optional<Path> read = renamed(key);
        if (read.isEmpty()) {
            return path;
        }
        FileTime full = Files.getLastModifiedTime(read.get());
        String name = path.getFileName().toString();
        return siblings().stream()
                .filter(part -> ROTATED.matcher(behind(part, name)).matches())
                .filter(part -> modified(part).compareTo(full) > 0)
                .min(Comparator.comparing(RotatedLogs::modified))
                .orElse(path);
    }

    private Optional<Path> find(Predicate<Path> wanted) throws IOException {
        return siblings().stream().filter(wanted).findFirst();
    }

    private List<Path> siblings() throws IOException {
        String name = path.getFileName().toString();
        try (Stream<Path> all = Files.list(path.toAbsolutePath().getParent())) {
            return all.filter(sibling -> !behind(sibling, name).isEmpty())
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }

    /// What stands in the name of a sibling behind that of the log; empty where it is none of its parts.
    private static String behind(Path sibling, String name) {
        String other = sibling.getFileName().toString();
        return other.startsWith(name) ? other.substring(name.length()) : "";
    }

    /// The begin of time for a part that is gone meanwhile.
    private static FileTime modified(Path part) {
        try {
            return Files.getLastModifiedTime(part);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }
}
