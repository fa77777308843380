package io.heddle.watch.read;

import io.heddle.watch.signal.Event;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Reads a recording chunk by chunk, some ahead of the one that is told. What is not needed is never decoded, and a
/// chunk that is damaged or still being written is read as far as that goes; the JDK's own reader decodes all and
/// gives up at the first wrong byte.
public final class Recording implements AutoCloseable {

    private static final int AHEAD = 4;
    private static final int BLOCK = 1 << 20;
    private static final int BEGIN = 20;
    private static final int SLICE = 1 << 18;
    /// A chunk is one array.
    private static final long LARGEST = Integer.MAX_VALUE - 8;

    private final FileChannel file;
    private final long length;
    private final Map<String, FieldSelection> wishes;
    private final Listener listener;
    private final ExecutorService readers = Executors.newFixedThreadPool(
            Math.min(AHEAD, Runtime.getRuntime().availableProcessors()),
            Thread.ofPlatform().daemon().name("heddle-read-", 0).factory());
    private final Descriptions descriptions = new Descriptions();
    private final Deque<Part> ahead = new ArrayDeque<>();
    private Optional<Metadata> before = Optional.empty();
    private byte[] block = new byte[0];
    private long blockNumber = -1;
    private long chunks;
    private long events;
    private long lost;

    /// What is told of a recording.
    public interface Listener {

        /// A chunk begins.
        ///
        /// @param start nanoseconds since the epoch
        /// @param nanos how long it took; 0 when it was not finished
        void chunk(long start, long nanos);

        void event(Event event);

        /// The number of a type that is wanted, in the chunk that has begun.
        default void described(String type, long number) {}

        /// How many of a type there were in the chunk, of which that is all that is wanted.
        void counted(String type, long events);
    }

    /// What came of it.
    ///
    /// @param chunks that could be read
    /// @param events in them, wanted or not
    /// @param lost bytes that could not be read
    public record Outcome(long chunks, long events, long lost) {}

    /// A piece of the file that is read by somebody.
    private record Part(long from, int length, Future<Chunk> chunk) {}

    private Recording(Path path, Map<String, FieldSelection> wishes, Listener listener) throws IOException {
        this.file = FileChannel.open(path, StandardOpenOption.READ);
        this.length = file.size();
        this.wishes = wishes;
        this.listener = listener;
    }

    /// Tells every event that is wanted, in the order in which they were written.
    ///
    /// @param wishes by name of the type
    /// @throws IOException when the file cannot be read at all
    public static Outcome read(Path path, Map<String, FieldSelection> wishes, Listener listener) throws IOException {
        try (Recording recording = new Recording(path, wishes, listener)) {
            recording.run();
            return new Outcome(recording.chunks, recording.events, recording.lost);
        }
    }

    private void run() throws IOException {
        // Several chunks are in memory at once: with their constants no more than a part of what there is.
        long most = Math.min(Runtime.getRuntime().maxMemory() / 4, LARGEST);
        long held = 0;
        long from = 0;
        while (from < length) {
            long begin = next(from);
            lost += begin - from;
            long end = begin < length ? end(begin) : length;
            long size = end - begin;
            while (!ahead.isEmpty() && (ahead.size() >= AHEAD || held + size > most)) {
                held -= tell(ahead.remove());
            }
            if (size > most) {
                lost += size;
            } else if (size > 0) {
                ahead.add(new Part(
                        begin,
                        (int) size,
                        readers.submit(
                                () -> Chunk.read(bytes(begin, (int) size), wishes, descriptions, Optional.empty()))));
                held += size;
            }
            from = end;
        }
        while (!ahead.isEmpty()) {
            tell(ahead.remove());
        }
    }

    /// @return how many bytes are free again
    private int tell(Part part) throws IOException {
        try {
            Chunk chunk = chunk(part);
            chunk.tell(listener);
            before = Optional.of(chunk.metadata());
            chunks++;
            events += chunk.events();
            lost += chunk.lost();
        } catch (Damage damage) {
            lost += part.length();
        }
        return part.length();
    }

    private Chunk chunk(Part part) throws IOException {
        try {
            return part.chunk().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Damage) {
                return Chunk.read(bytes(part.from(), part.length()), wishes, descriptions, before);
            }
            throw new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private byte[] bytes(long from, int size) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(size);
        do {
            // The JDK copies through memory of its own as large as what is asked for: so it stays in the
            // cache.
            buffer.limit(Math.min(size, buffer.position() + SLICE));
        } while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) >= 0);
        return buffer.array();
    }

    /// Where a chunk ends that begins here: where its header says, when that is true.
    private long end(long begin) throws IOException {
        long size = length - begin < ChunkHeader.LENGTH
                ? 0
                : ByteBuffer.wrap(bytes(begin, ChunkHeader.LENGTH)).getLong(Long.BYTES);
        boolean fits = size >= ChunkHeader.LENGTH && size <= length - begin;
        return fits
                        && (begin + size == length
                                || ChunkHeader.at(
                                        bytes(begin + size, (int) Math.min(Long.BYTES, length - begin - size)), 0))
                ? begin + size
                : next(begin + 1);
    }

    /// The next place where a chunk begins, at or after this one; the end of the file when none does.
    private long next(long from) throws IOException {
        for (long at = from; at < length; at = (at / BLOCK + 1) * BLOCK) {
            byte[] bytes = block(at / BLOCK);
            for (int i = (int) (at % BLOCK); i < Math.min(bytes.length, BLOCK); i++) {
                long begin = at / BLOCK * BLOCK + i;
                if (ChunkHeader.at(bytes, i) && (begin == from || isBelievable(begin))) {
                    return begin;
                }
            }
        }
        return length;
    }

    /// A block of the file, and so much after it that a header at its end can be told. The last one is kept: in a file
    /// full of what looks like headers it is asked for once for each of them.
    private byte[] block(long number) throws IOException {
        if (number != blockNumber) {
            block = bytes(number * BLOCK, (int) Math.min(BLOCK + Long.BYTES, length - number * BLOCK));
            blockNumber = number;
        }
        return block;
    }

    /// A chunk may hold a copy of its header. A real one has its types where it says.
    private boolean isBelievable(long begin) throws IOException {
        try {
            ChunkHeader header =
                    ChunkHeader.read(new Bytes(bytes(begin, (int) Math.min(ChunkHeader.LENGTH, length - begin))));
            long types = header.metadata();
            return types == 0
                    || types >= length - begin
                    || types > 0
                            && Descriptions.isAt(
                                    new Bytes(bytes(begin + types, (int) Math.min(BEGIN, length - begin - types))),
                                    header);
        } catch (Damage damage) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        readers.shutdownNow();
        file.close();
    }
}
