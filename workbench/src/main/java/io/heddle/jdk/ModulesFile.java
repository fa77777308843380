package io.heddle.jdk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The run time image of a JDK 9 or newer, `lib/modules` in the format jimage 1.0: a header, a hash table of
/// resources, their attributes, a pool of strings, and the contents (`jdk.internal.jimage.ImageHeader` and
/// `ImageLocation` of the JDK describe them). May be asked by several threads.
public final class ModulesFile implements AutoCloseable {

    /// No class file is as large.
    static final int LARGEST = 64 << 20;

    private static final int MAGIC = 0xCAFEDADA;
    private static final int MAJOR = 1;
    private static final int HEADER = 7 * Integer.BYTES;
    /// Of a content that jlink has compressed: two magic numbers, two sizes, two names and a flag.
    private static final int PACKED = 0xCAFEFAFA;
    private static final int PACKED_HEADER = 29;

    private final Arena arena;
    private final MemorySegment file;
    private final ValueLayout.OfInt number;
    private final ValueLayout.OfLong longNumber;
    private final long strings;
    private final long contents;
    private final Map<String, Location> classes;

    /// Where a class file lies.
    ///
    /// @param offset from the first content
    /// @param packed bytes in the file; 0 when it is not compressed
    /// @param size bytes of the class file
    private record Location(long offset, long packed, long size) {}

    /// Attributes of a resource by their kinds, as `ImageLocation` numbers them.
    private static final class Attributes {
        private static final int PARENT = 2;
        private static final int BASE = 3;
        private static final int EXTENSION = 4;
        private static final int OFFSET = 5;
        private static final int COMPRESSED = 6;
        private static final int UNCOMPRESSED = 7;
        private final long[] values = new long[32];
    }

    private ModulesFile(Arena arena, MemorySegment file, ByteOrder order) throws IOException {
        this.arena = arena;
        this.file = file;
        this.number = ValueLayout.JAVA_INT_UNALIGNED.withOrder(order);
        this.longNumber = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order);
        if (number(1) >>> 16 != MAJOR) {
            throw new IOException("lib/modules has the format " + (number(1) >>> 16) + ", which Heddle cannot read");
        }
        long slots = Integer.toUnsignedLong(number(4));
        long offsets = HEADER + slots * Integer.BYTES;
        long attributes = offsets + slots * Integer.BYTES;
        this.strings = attributes + Integer.toUnsignedLong(number(5));
        this.contents = strings + Integer.toUnsignedLong(number(6));
        this.classes = classes(slots, offsets, attributes);
    }

    /// @param home holds `lib/modules`
    /// @throws IOException when the home is not absolute, there is no such file, or it is damaged
    public static ModulesFile open(Path home) throws IOException {
        Path modules = home.resolve("lib").resolve("modules");
        if (!home.isAbsolute()) {
            throw new FileSystemException(home.toString(), null, "a JDK's home must be an absolute path");
        }
        if (Files.exists(modules) && !Files.isRegularFile(modules)) {
            throw new FileSystemException(modules.toString(), null, modules + " is no regular file");
        }
        Arena arena = Arena.ofShared();
        try (FileChannel channel = FileChannel.open(modules)) {
            MemorySegment file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
            return new ModulesFile(arena, file, order(file));
        } catch (IndexOutOfBoundsException e) {
            arena.close();
            throw new IOException(modules + " is damaged", e);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    /// Byte order of the machine that it was made for.
    private static ByteOrder order(MemorySegment file) throws IOException {
        int magic = file.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), 0);
        if (magic != MAGIC && magic != Integer.reverseBytes(MAGIC)) {
            throw new IOException("lib/modules is no run time image");
        }
        return magic == MAGIC ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    private int number(int index) {
        return file.get(number, (long) index * Integer.BYTES);
    }

    /// By binary name with slashes, classes without a package left out.
    private Map<String, Location> classes(long slots, long offsets, long attributes) {
        Map<String, Location> found = HashMap.newHashMap(Math.toIntExact(Math.min(slots, file.byteSize())));
        Map<Long, String> folders = new HashMap<>();
        for (long slot = 0; slot < slots; slot++) {
            long at = Integer.toUnsignedLong(file.get(number, offsets + slot * Integer.BYTES));
            long[] values = attributes(attributes + at);
            if (values[Attributes.PARENT] != 0
                    && string(values[Attributes.EXTENSION]).equals("class")) {
                String folder = folders.computeIfAbsent(values[Attributes.PARENT], this::string);
                found.put(
                        folder + "/" + string(values[Attributes.BASE]),
                        new Location(
                                values[Attributes.OFFSET],
                                values[Attributes.COMPRESSED],
                                values[Attributes.UNCOMPRESSED]));
            }
        }
        return found;
    }

    /// A byte tells kind and length of what follows it, the most significant byte first; kind 0 ends the list.
    private long[] attributes(long from) {
        long[] values = new Attributes().values;
        long at = from;
        for (int head = byteAt(at); head > 7; head = byteAt(at)) {
            long value = 0;
            int length = (head & 7) + 1;
            for (int i = 1; i <= length; i++) {
                value = value << 8 | byteAt(at + i);
            }
            values[head >>> 3] = value;
            at += length + 1;
        }
        return values;
    }

    private int byteAt(long at) {
        return file.get(ValueLayout.JAVA_BYTE, at) & 0xFF;
    }

    private String string(long offset) {
        return file.getString(strings + offset);
    }

    /// Whether there is such a class.
    ///
    /// @param name with slashes
    public boolean has(String name) {
        return classes.containsKey(name);
    }

    /// The class file; empty when there is no such class.
    ///
    /// @param name with slashes
    /// @throws IOException when it is damaged, or compressed in another way than by deflating
    public Optional<byte[]> read(String name) throws IOException {
        Location location = classes.get(name);
        if (location == null) {
            return Optional.empty();
        }
        try {
            long from = contents + location.offset();
            return Optional.of(
                    location.packed() == 0
                            ? bytes(from, location.size())
                            : unpacked(name, bytes(from, location.packed()), location.size()));
        } catch (IndexOutOfBoundsException | DataFormatException e) {
            throw new IOException("lib/modules is damaged at " + name, e);
        }
    }

    private byte[] bytes(long from, long size) throws IOException {
        if (size < 0 || size > LARGEST) {
            throw new IOException("a class of " + size + " bytes");
        }
        return file.asSlice(from, size).toArray(ValueLayout.JAVA_BYTE);
    }

    private byte[] unpacked(String name, byte[] packed, long size) throws IOException, DataFormatException {
        MemorySegment content = MemorySegment.ofArray(packed);
        String by = string(content.get(number, 20));
        if (content.get(number, 0) != PACKED || !by.equals("zip") || content.get(longNumber, 12) != size) {
            throw new IOException(name + " is compressed by " + by + ", which Heddle cannot undo");
        }
        byte[] whole = new byte[Math.toIntExact(Math.clamp(size, 0, LARGEST))];
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(packed, PACKED_HEADER, packed.length - PACKED_HEADER);
            if (inflater.inflate(whole) != whole.length) {
                throw new DataFormatException("it ends too early");
            }
        }
        return whole;
    }

    @Override
    public void close() {
        arena.close();
    }
}
