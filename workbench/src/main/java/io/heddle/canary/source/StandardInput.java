package io.heddle.canary.source;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Lines of a pipe. A thread reads it, so that a silent pipe does not keep anybody from looking.
final class StandardInput implements LineInput {

    private static final int CHUNK = 1 << 16;
    private static final int LONGEST_LINE = 1 << 20;
    private static final ByteBuffer END = ByteBuffer.allocate(0);

    private final LineCutter cutter = new LineCutter(LONGEST_LINE);
    private final BlockingQueue<ByteBuffer> chunks = new ArrayBlockingQueue<>(16);
    private final Thread reader;
    private ByteBuffer chunk = END;
    private volatile boolean ended;

    StandardInput(InputStream in) {
        reader = Thread.ofVirtual().name("standard input").start(() -> read(in));
    }

    private void read(InputStream in) {
        try {
            while (true) {
                byte[] bytes = new byte[CHUNK];
                int read = in.read(bytes);
                if (read < 0) {
                    break;
                }
                chunks.put(ByteBuffer.wrap(bytes, 0, read));
            }
        } catch (IOException e) {
            // a pipe that breaks has ended
        } catch (InterruptedException e) {
            return;
        }
        ended = true;
    }

    @Override
    public Optional<String> line() {
        while (true) {
            Optional<String> line = cutter.cut(chunk);
            if (line.isPresent()) {
                return line;
            }
            ByteBuffer next = chunks.poll();
            if (next == null) {
                return Optional.empty();
            }
            chunk = next;
        }
    }

    @Override
    public Optional<String> rest() {
        return cutter.rest();
    }

    @Override
    public boolean awaited() {
        return !ended || !chunks.isEmpty();
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public void save(DataOutput out) {}

    @Override
    public void restore(DataInput in) {}

    @Override
    public void close() {
        reader.interrupt();
    }
}
