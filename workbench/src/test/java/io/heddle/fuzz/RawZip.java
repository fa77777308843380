package io.heddle.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Writes archives that `java.util.zip` does not: several entries of one name, Zip64 where nothing needs it, bytes
/// before the archive.
public final class RawZip {

    private static final int DEFLATED = 8;
    private static final short VERSION = 45;

    private final boolean zip64;
    private final boolean compressed;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
    private int entries;

    /// @param zip64 whether all sizes and offsets stand in the fields of Zip64
    /// @param compressed whether the entries are
    public RawZip(boolean zip64, boolean compressed) {
        this.zip64 = zip64;
        this.compressed = compressed;
    }

    /// Adds an entry, also where there is one of this name.
    public RawZip add(String name, byte[] unpacked) {
        byte[] bytes = compressed ? deflated(unpacked) : unpacked;
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        CRC32 sum = new CRC32();
        sum.update(unpacked);
        int offset = content.size();
        ByteBuffer common = little(22)
                .putShort((short) 0x0800)
                .putShort((short) (compressed ? DEFLATED : 0))
                .putInt(0)
                .putInt((int) sum.getValue())
                .putInt(bytes.length)
                .putInt(unpacked.length)
                .putShort((short) text.length);
        content.writeBytes(little(6).putInt(0x04034b50).putShort(VERSION).array());
        content.writeBytes(common.array());
        content.writeBytes(little(2).array());
        content.writeBytes(text);
        content.writeBytes(bytes);
        byte[] extra = zip64
                ? little(28)
                        .putShort((short) 1)
                        .putShort((short) 24)
                        .putLong(unpacked.length)
                        .putLong(bytes.length)
                        .putLong(offset)
                        .array()
                : new byte[0];
        if (zip64) {
            common.putInt(12, -1).putInt(16, -1);
        }
        directory.writeBytes(
                little(8).putInt(0x02014b50).putShort(VERSION).putShort(VERSION).array());
        directory.writeBytes(common.array());
        directory.writeBytes(little(16)
                .putShort((short) extra.length)
                .putInt(12, zip64 ? -1 : offset)
                .array());
        directory.writeBytes(text);
        directory.writeBytes(extra);
        entries++;
        return this;
    }

    /// All of it.
    public byte[] bytes() {
        return bytes(new byte[0], false);
    }

    /// The same behind other bytes, such as a start script.
    ///
    /// @param adjusted whether the offsets count those bytes too
    public byte[] bytes(byte[] before, boolean adjusted) {
        ByteBuffer entryHeaders = ByteBuffer.wrap(directory.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
        int more = adjusted ? before.length : 0;
        if (more > 0) {
            for (int at = 0; at < entryHeaders.limit(); ) {
                int name = Short.toUnsignedInt(entryHeaders.getShort(at + 28));
                int extra = Short.toUnsignedInt(entryHeaders.getShort(at + 30));
                if (zip64) {
                    int field = at + 46 + name + 20;
                    entryHeaders.putLong(field, entryHeaders.getLong(field) + more);
                } else {
                    entryHeaders.putInt(at + 42, entryHeaders.getInt(at + 42) + more);
                }
                at += 46 + name + extra;
            }
        }
        int start = content.size() + more;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(before);
        all.writeBytes(content.toByteArray());
        all.writeBytes(entryHeaders.array());
        if (zip64) {
            all.writeBytes(little(56)
                    .putInt(0x06064b50)
                    .putLong(44)
                    .putShort(VERSION)
                    .putShort(VERSION)
                    .putLong(0)
                    .putLong(entries)
                    .putLong(entries)
                    .putLong(directory.size())
                    .putLong(start)
                    .array());
            all.writeBytes(little(20)
                    .putInt(0x07064b50)
                    .putInt(0)
                    .putLong(start + (long) directory.size())
                    .putInt(1)
                    .array());
        }
        all.writeBytes(little(22)
                .putInt(0x06054b50)
                .putInt(0)
                .putShort((short) (zip64 ? -1 : entries))
                .putShort((short) (zip64 ? -1 : entries))
                .putInt(zip64 ? -1 : directory.size())
                .putInt(zip64 ? -1 : start)
                .array());
        return all.toByteArray();
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] deflated(byte[] unpacked) {
        try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
            deflater.setInput(unpacked);
            deflater.finish();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 13];
            while (!deflater.finished()) {
                bytes.write(buffer, 0, deflater.deflate(buffer));
            }
            return bytes.toByteArray();
        }
    }
}
