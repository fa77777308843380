package io.heddle.canary.source;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/// A place in a log, and what stands before it: by that a log is known again that was cut and has grown since, and the
/// copy that was made of it before. Lines hold times, so that no two places have the same before them.
final class LogPlace {

    private static final int MOST = 128;

    static final LogPlace BEGIN = new LogPlace(0, new byte[0]);

    private final long at;
    private final byte[] before;

    private LogPlace(long at, byte[] before) {
        this.at = at;
        this.before = before;
    }

    /// Bytes from the begin.
    long at() {
        return at;
    }

    /// @param bytes whose first `length` ones end at the place
    static LogPlace of(long at, byte[] bytes, int length) {
        return new LogPlace(at, Arrays.copyOfRange(bytes, Math.max(0, length - MOST), length));
    }

    /// A place in a file that is open. Leaves it where it was.
    static LogPlace in(RandomAccessFile file, long at) throws IOException {
        long pointer = file.getFilePointer();
        int length = (int) Math.min(MOST, Math.min(at, file.length()));
        byte[] before = new byte[length];
        if (file.length() >= at) {
            file.seek(at - length);
            file.readFully(before);
            file.seek(pointer);
        }
        return new LogPlace(at, before);
    }

    /// Whether the file has the same before that place. Leaves it where it was.
    boolean isIn(RandomAccessFile file) throws IOException {
        return file.length() >= at && Arrays.equals(before, in(file, at).tail(before.length));
    }

    boolean isIn(Path path) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            return before.length > 0 && isIn(file);
        } catch (IOException e) {
            // it is gone, or nobody may read it
            return false;
        }
    }

    private byte[] tail(int length) {
        return Arrays.copyOfRange(before, Math.max(0, before.length - length), before.length);
    }

    void save(DataOutput out) throws IOException {
        out.writeLong(at);
        out.writeByte(before.length);
        out.write(before);
    }

    static LogPlace restored(DataInput in) throws IOException {
        long at = in.readLong();
        byte[] before = new byte[in.readUnsignedByte()];
        in.readFully(before);
        return new LogPlace(at, before);
    }
}
