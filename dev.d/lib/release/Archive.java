import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// A folder as a zip file that is the same wherever it is made: files in the order of their names, one time for all,
/// and what lies in `bin` may be run.
final class Archive {

    private Archive() {}

    /// ZIP FOLDER TIME: the zip has the folder itself at its top.
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[1]).toAbsolutePath();
        FileTime time = FileTime.from(Instant.parse(args[2]));
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.sorted().toList();
        }
        URI zip = URI.create("jar:" + Path.of(args[0]).toAbsolutePath().toUri());
        try (FileSystem inside =
                FileSystems.newFileSystem(zip, Map.of("create", "true", "enablePosixFileAttributes", "true"))) {
            for (Path file : files) {
                Path entry = inside.getPath(folder.getParent().relativize(file).toString());
                boolean runs = Files.isDirectory(file) || file.getParent().endsWith("bin");
                Files.copy(file, entry);
                Files.setPosixFilePermissions(entry, PosixFilePermissions.fromString(runs ? "rwxr-xr-x" : "rw-r--r--"));
                // The times of creation and of the last access are in a zip too.
                Files.getFileAttributeView(entry, BasicFileAttributeView.class).setTimes(time, time, time);
            }
        }
    }
}
