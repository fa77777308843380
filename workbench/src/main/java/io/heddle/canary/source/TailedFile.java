package io.heddle.canary.source;

import io.heddle.model.Failure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A log file that may grow, be renamed and begun anew, or be cut to nothing while it is read.
///
/// It is read by a plain file, not by a channel, which closes itself for a thread that Ctrl-C has interrupted.
final class TailedFile implements LineInput {

    private static final int CHUNK = 1 << 16;
    private static final int LONGEST_LINE = 1 << 20;

    private final Path path;
    private final LineCutter cutter = new LineCutter(LONGEST_LINE);
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK).flip();
    private final List<String> notes = new ArrayList<>();
    private RandomAccessFile file;
    private String key;
    private long rotated;
    private long truncated;
    private long begin;

    /// @throws Failure when there is no such file
    TailedFile(Path path) {
        this.path = path;
        file = open(path);
        key = key(path).orElse("");
    }

    private static RandomAccessFile open(Path path) {
        try {
            return new RandomAccessFile(path.toFile(), "r");
        } catch (IOException e) {
            throw new Failure(
                    "cannot read " + path + ": " + why(path, e), "name a log that is there and may be read", e);
        }
    }

    private static String why(Path path, IOException e) {
        return e instanceof FileNotFoundException && Files.notExists(path)
                ? "there is no such file"
                : String.valueOf(e.getMessage());
    }

    @Override
    public Optional<String> line() {
        while (true) {
            Optional<String> line = cutter.cut(chunk);
            if (line.isPresent()) {
                begin = position() - chunk.remaining();
                return line;
            }
            if (!fill()) {
                return Optional.empty();
            }
        }
    }

    private boolean fill() {
        try {
            if (file.length() < file.getFilePointer()) {
                truncated++;
                file.seek(0);
                cutter.drop();
            }
            if (read()) {
                return true;
            }
            Optional<String> now = key(path);
            if (now.isEmpty() || now.get().equals(key)) {
                return false;
            }
            // Renamed: what was written to it until then has been read.
            rotated++;
            file.close();
            file = open(path);
            key = now.get();
            cutter.endOfFile();
            return true;
        } catch (IOException e) {
            throw new Failure(
                    "cannot read " + path + " any more: " + e.getMessage(), "look whether its disk is well", e);
        }
    }

    private boolean read() throws IOException {
        chunk.clear();
        int read = file.read(chunk.array());
        chunk.limit(Math.max(0, read));
        return read > 0;
    }

    private long position() {
        try {
            return file.getFilePointer();
        } catch (IOException e) {
            throw new Failure(
                    "cannot read " + path + " any more: " + e.getMessage(), "look whether its disk is well", e);
        }
    }

    @Override
    public Optional<String> rest() {
        return cutter.rest();
    }

    @Override
    public boolean awaited() {
        return false;
    }

    @Override
    public List<String> notes() {
        List<String> all = new ArrayList<>(notes);
        if (rotated > 0) {
            all.add(path + ": begun anew " + rotated + " times while it was read; the old ones were read to their end");
        }
        if (truncated > 0) {
            all.add(path + ": cut to nothing " + truncated + " times while it was read, and read from its begin again");
        }
        if (cutter.tooLong() > 0) {
            all.add(path + ": " + cutter.tooLong() + " lines of more than a megabyte were left out");
        }
        return all;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeUTF(key);
        out.writeLong(begin);
        out.writeLong(rotated);
        out.writeLong(truncated);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        String before = in.readUTF();
        begin = in.readLong();
        rotated = in.readLong();
        truncated = in.readLong();
        if (!before.equals(key)) {
            Optional<Path> old = renamed(before);
            if (old.isEmpty()) {
                notes.add(
                        path + ": begun anew since the last look, and the old one is gone: what it got since is lost");
                rotated++;
                begin = 0;
                return;
            }
            file.close();
            file = open(old.get());
            key = before;
        }
        if (file.length() < begin) {
            truncated++;
            begin = 0;
        }
        file.seek(begin);
    }

    /// The file that had this name before, such as `access.log.1`.
    private Optional<Path> renamed(String before) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        try (Stream<Path> siblings = Files.list(folder)) {
            return siblings.filter(sibling -> sibling.getFileName()
                            .toString()
                            .startsWith(path.getFileName().toString()))
                    .filter(sibling -> key(sibling).filter(before::equals).isPresent())
                    .findFirst();
        }
    }

    /// What stays the same when a file is renamed.
    private static Optional<String> key(Path path) {
        try {
            return Optional.of(String.valueOf(
                    Files.readAttributes(path, BasicFileAttributes.class).fileKey()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // nothing is lost: it was only read
        }
    }
}
