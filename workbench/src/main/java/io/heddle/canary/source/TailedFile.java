package io.heddle.canary.source;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A log file that may grow, be renamed and begun anew, or be copied and cut to nothing, while it is read and between
/// two looks.
///
/// It is read by a plain file, not by a channel, which closes itself for a thread that Ctrl-C has interrupted.
final class TailedFile implements LineInput {

    private static final int CHUNK = 1 << 16;
    private static final int LONGEST_LINE = 1 << 20;

    private final Path path;
    private final RotatedLogs parts;
    private final LineCutter cutter = new LineCutter(LONGEST_LINE);
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK).flip();
    private final List<String> notes = new ArrayList<>();
    private RandomAccessFile file;
    private String key;
    private long rotated;
    private long truncated;
    private long begin;
    /// Bytes of the chunk that was read last.
    private int lastRead;
    private LogPlace restored = LogPlace.BEGIN;
    private boolean waited;

    /// @throws Failure when there is no such file
    TailedFile(Path path) {
        this.path = path;
        parts = new RotatedLogs(path);
        file = open(path);
        key = RotatedLogs.key(path).orElse("");
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
                : String.valueOf(IoReason.of(e));
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
            if (wasCut()) {
                goOnInItsCopyOrAnew();
            }
            if (read()) {
                return true;
            }
            waited = true;
            Optional<String> now = RotatedLogs.key(path);
            if (now.isEmpty() || now.get().equals(key)) {
                return false;
            }
            // Renamed: what was written to it until then has been read.
            rotated++;
            goOnIn(parts.after(key), LogPlace.BEGIN);
            cutter.endOfFile();
            return true;
        } catch (IOException e) {
            throw new Failure(
                    "cannot read " + path + " any more: " + IoReason.of(e), "look whether its disk is well", e);
        }
    }

    /// It is shorter than what was read, or has grown beyond that again while nobody read.
    private boolean wasCut() throws IOException {
        long pointer = file.getFilePointer();
        long length = file.length();
        boolean grown = waited && length > pointer;
        waited &= !grown;
        return length < pointer || grown && !place().isIn(file);
    }

    private void goOnInItsCopyOrAnew() throws IOException {
        Optional<Path> copy = parts.copied(place());
        if (copy.isPresent()) {
            goOnIn(copy.get(), place());
        } else {
            truncated++;
            goOnIn(path, LogPlace.BEGIN);
            cutter.drop();
        }
    }

    private void goOnIn(Path part, LogPlace from) throws IOException {
        RandomAccessFile before = file;
        file = open(part);
        before.close();
        key = RotatedLogs.key(part).orElse("");
        file.seek(from.at());
        begin = Math.max(0, from.at() - cutter.halfBytes());
        restored = from;
        lastRead = 0;
    }

    /// Where it was read up to.
    private LogPlace place() throws IOException {
        return lastRead == 0 ? restored : LogPlace.of(file.getFilePointer(), chunk.array(), lastRead);
    }

    private boolean read() throws IOException {
        chunk.clear();
        int read = file.read(chunk.array());
        chunk.limit(Math.max(0, read));
        lastRead = read > 0 ? read : lastRead;
        return read > 0;
    }

    private long position() {
        try {
            return file.getFilePointer();
        } catch (IOException e) {
            throw new Failure(
                    "cannot read " + path + " any more: " + IoReason.of(e), "look whether its disk is well", e);
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
            all.add(path + ": cut to nothing " + truncated
                    + " times while it was read, and read from its begin again; what it got just before is lost"
                    + " unless it had been read");
        }
        if (cutter.tooLong() > 0) {
            all.add(path + ": " + cutter.tooLong() + " lines of more than a megabyte were left out");
        }
        return all;
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeUTF(key);
        LogPlace.in(file, begin).save(out);
        out.writeLong(rotated);
        out.writeLong(truncated);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        String before = in.readUTF();
        LogPlace place = LogPlace.restored(in);
        rotated = in.readLong();
        truncated = in.readLong();
        if (!before.equals(key)) {
            Optional<Path> renamed = parts.renamed(before);
            Optional<Path> old = renamed.isPresent() ? renamed : parts.copied(place);
            if (old.isEmpty()) {
                notes.add(
                        path + ": begun anew since the last look, and the old one is gone: what it got since is lost");
                rotated++;
            } else {
                goOnIn(old.get(), place);
            }
        } else if (place.isIn(file)) {
            goOnIn(path, place);
        } else {
            Optional<Path> copy = parts.copied(place);
            truncated += copy.isPresent() ? 0 : 1;
            goOnIn(copy.orElse(path), copy.isPresent() ? place : LogPlace.BEGIN);
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
