package io.heddle.canary.source;

import io.heddle.model.Failure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A log file that may grow, be renamed and begun anew, or be cut to nothing while it is read.
final class TailedFile implements LineInput {

    private static final int CHUNK = 1 << 16;
    private static final int LONGEST_LINE = 1 << 20;

    private final Path path;
    private final LineCutter cutter = new LineCutter(LONGEST_LINE);
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK).flip();
    private final List<String> notes = new ArrayList<>();
    private FileChannel channel;
    private String key;
    private long rotated;
    private long truncated;
    private long begin;

    /// @throws Failure when there is no such file
    TailedFile(Path path) {
        this.path = path;
        channel = open(path);
        key = key(path).orElse("");
    }

    private static FileChannel open(Path path) {
        try {
            return FileChannel.open(path);
        } catch (IOException e) {
            throw new Failure("cannot read " + path + ": " + why(e), "name a log that is there and may be read", e);
        }
    }

    private static String why(IOException e) {
        return e instanceof NoSuchFileException ? "there is no such file" : String.valueOf(e.getMessage());
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
            if (channel.size() < channel.position()) {
                truncated++;
                channel.position(0);
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
            channel.close();
            channel = open(path);
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
        int read = channel.read(chunk);
        chunk.flip();
        return read > 0;
    }

    private long position() {
        try {
            return channel.position();
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
            channel.close();
            channel = open(old.get());
            key = before;
        }
        if (channel.size() < begin) {
            truncated++;
            begin = 0;
        }
        channel.position(begin);
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
            channel.close();
        } catch (IOException e) {
            // nothing is lost: it was only read
        }
    }
}
