package io.heddle.canary;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;

/// Where a canary's state is kept: the old one stands until the new one is whole and on the disk, so that an end at
/// any moment leaves one of the two.
record StateFile(Path path) {

    private static final String MARK = "heddle canary 6";

    interface Part {

        void write(DataOutput out) throws IOException;
    }

    interface Reader {

        void read(DataInput in) throws IOException;
    }

    /// @throws Failure when it cannot be written
    void write(Part part) {
        Path half = path.resolveSibling(path.getFileName() + ".part");
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeUTF(MARK);
            part.write(out);
            out.writeLong(sum(bytes.toByteArray(), bytes.size()));
            // Not a channel: that closes itself for a thread that Ctrl-C has interrupted.
            try (FileOutputStream file = new FileOutputStream(half.toFile())) {
                bytes.writeTo(file);
                file.getFD().sync();
            }
            Files.move(half, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new Failure(
                    "cannot keep the state in " + path + ": " + IoReason.of(e), "make room or choose another place", e);
        }
    }

    /// @return false where there is none yet
    /// @throws Failure when it is damaged
    boolean read(Reader reader) {
        if (!Files.exists(path)) {
            return false;
        }
        try {
            byte[] bytes = Files.readAllBytes(path);
            int length = bytes.length - Long.BYTES;
            if (length < 0 || ByteBuffer.wrap(bytes).getLong(length) != sum(bytes, length)) {
                throw new IOException("its sum is not that of its content");
            }
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length));
            if (!in.readUTF().equals(MARK)) {
                throw new IOException("another version of Heddle wrote it");
            }
            reader.read(in);
            return true;
        } catch (IOException e) {
            throw new Failure(
                    path + " is no state of a canary: " + IoReason.of(e),
                    "name another file with --state; the canary then begins anew",
                    e);
        }
    }

    private static long sum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return sum.getValue();
    }
}
