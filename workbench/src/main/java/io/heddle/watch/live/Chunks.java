package io.heddle.watch.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The chunks of a recording in a folder of this machine, as they come from the target: what remains when it has died.
final class Chunks {

    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int HEADER = 68;
    private static final int SIZE_AT = 8;
    private static final int METADATA_AT = 24;
    private static final int STATE_AT = 64;

    private Chunks() {}

    /// Gives the chunks second names in another folder, for the stream deletes its own when the connection breaks.
    ///
    /// @return in order of time
    static List<Path> held(Path from, Path to) throws IOException {
        List<Path> held = new ArrayList<>();
        try (Stream<Path> files = Files.list(from)) {
            // The name is the time, and of two in one second the later has a number behind it.
            for (Path chunk : files.filter(file -> file.toString().endsWith(".jfr"))
                    .sorted()
                    .toList()) {
                held.add(Files.createLink(to.resolve(chunk.getFileName()), chunk));
            }
        }
        return held;
    }

    /// Writes one recording of them that every reader takes. Of one that is still being written it has what came
    /// before the last flush of the target, some second ago: the header tells how far that is, and there alone the
    /// constant pools are whole.
    ///
    /// @return bytes that were written; 0 when nothing is whole yet
    static long join(List<Path> chunks, Path file) throws IOException {
        long written = 0;
        try (FileChannel out = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            for (Path chunk : chunks) {
                try (FileChannel in = FileChannel.open(chunk, StandardOpenOption.READ)) {
                    written += append(in, out);
                }
            }
        }
        return written;
    }

    private static long append(FileChannel in, FileChannel out) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        boolean whole = in.size() >= HEADER && in.read(header, 0) == HEADER;
        long size = header.getLong(SIZE_AT);
        if (!whole
                || header.getInt(0) != MAGIC
                || size <= HEADER
                || size > in.size()
                || header.getLong(METADATA_AT) <= 0) {
            return 0;
        }
        header.put(STATE_AT, (byte) 0).rewind();
        out.write(header);
        long at = HEADER;
        while (at < size) {
            at += in.transferTo(at, size - at, out);
        }
        return size;
    }
}
