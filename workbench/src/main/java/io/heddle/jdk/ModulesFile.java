package io.heddle.jdk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/// The run time image of a JDK 9 or newer, `lib/modules` in the format jimage 1.0: a header, a hash table of
/// resources, their attributes, a pool of strings, and the contents (`jdk.internal.jimage.ImageHeader` and
/// `ImageLocation` of the JDK describe them). Opening it reads the header alone. May be asked by several threads.
public final class ModulesFile implements AutoCloseable {

    /// No class file is as large.
    static final int LARGEST = 64 << 20;

    private static final int MAGIC = 0xCAFEDADA;
    private static final int MAJOR = 1;
    private static final int SEED = 0x01000193;
    private static final int HEADER = 7 * Integer.BYTES;
    /// Of a content that jlink has compressed: two magic numbers, two sizes, two names and a flag.
    private static final int PACKED = 0xCAFEFAFA;
    private static final int PACKED_HEADER = 29;

    private final Arena arena;
    private final ByteBuffer file;
    private final int slots;
    private final int offsets;
    private final int attributes;
    private final int strings;
    private final int contents;
    /// Of each package that was asked for, those that have it.
    private final Map<String, List<String>> modules = new ConcurrentHashMap<>();

    /// Where a class file lies.
    ///
    /// @param offset from the first content
    /// @param packed bytes in the file; 0 when it is not compressed
    /// @param size bytes of the class file
    private record Location(long offset, long packed, long size) {}

    /// Attributes of a resource by their kinds, as `ImageLocation` numbers them.
    private static final class Attributes {
        private static final int MODULE = 1;
        private static final int PARENT = 2;
        private static final int BASE = 3;
        private static final int EXTENSION = 4;
        private static final int OFFSET = 5;
        private static final int COMPRESSED = 6;
        private static final int UNCOMPRESSED = 7;
        private final long[] values = new long[32];
    }

    private ModulesFile(Arena arena, ByteBuffer file) throws IOException {
        this.arena = arena;
        this.file = file;
        if (number(1) >>> 16 != MAJOR) {
            throw new IOException("lib/modules has the format " + (number(1) >>> 16) + ", which Heddle cannot read");
        }
        this.slots = number(4);
        this.offsets = after(HEADER, (long) slots * Integer.BYTES);
        this.attributes = after(offsets, (long) slots * Integer.BYTES);
        this.strings = after(attributes, number(5));
        this.contents = after(strings, number(6));
    }

    private int after(int begin, long length) throws IOException {
        if (length < 0 || begin + length > file.capacity()) {
            throw new IOException("lib/modules is damaged: it ends too early");
        }
        return (int) (begin + length);
    }

    /// @param home holds `lib/modules`
    /// @throws IOException when the home is not absolute, there is no such file, or its header is damaged
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
            if (channel.size() > Integer.MAX_VALUE) {
                throw new IOException(modules + " is larger than any JDK's");
            }
            ByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena)
                    .asByteBuffer();
            return new ModulesFile(arena, file.order(order(file)));
        } catch (IndexOutOfBoundsException e) {
            arena.close();
            throw new IOException(modules + " is damaged", e);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
    }

    /// Byte order of the machine that it was made for.
    private static ByteOrder order(ByteBuffer file) throws IOException {
        int magic = file.order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        if (magic != MAGIC && magic != Integer.reverseBytes(MAGIC)) {
            throw new IOException("lib/modules is no run time image");
        }
        return magic == MAGIC ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    }

    private int number(int index) {
        return file.getInt(index * Integer.BYTES);
    }

    /// A class is listed with each module that has classes in its package.
    private Optional<Location> find(String name) {
        int slash = name.lastIndexOf('/');
        // No class has a dot in its name (JVMS 4.2.1).
        if (slash <= 0 || name.indexOf('.') >= 0) {
            return Optional.empty();
        }
        return modules.computeIfAbsent(name.substring(0, slash), this::modulesOf).stream()
                .map(module -> location("/" + module + "/" + name + ".class"))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Of each module two numbers: flags, and its name.
    private List<String> modulesOf(String folder) {
        List<String> names = new ArrayList<>();
        Optional<Location> listed = location("/packages/" + folder.replace('/', '.'));
        for (int at = Integer.BYTES; at < listed.map(Location::size).orElse(0L); at += 2 * Integer.BYTES) {
            names.add(string(file.getInt(contents + (int) listed.orElseThrow().offset() + at)));
        }
        return List.copyOf(names);
    }

    /// A perfect hash table: a slot of the first table has the seed for the second, or the place in it.
    private Optional<Location> location(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        int seed = slots == 0 ? 0 : file.getInt(HEADER + hash(bytes, SEED) % slots * Integer.BYTES);
        if (seed == 0) {
            return Optional.empty();
        }
        int slot = seed < 0 ? -1 - seed : hash(bytes, seed) % slots;
        long[] values = attributes(attributes + file.getInt(offsets + slot * Integer.BYTES));
        return isNamed(values, bytes)
                ? Optional.of(new Location(
                        values[Attributes.OFFSET], values[Attributes.COMPRESSED], values[Attributes.UNCOMPRESSED]))
                : Optional.empty();
    }

    /// As `jdk.internal.jimage.ImageStringsReader` has it.
    private static int hash(byte[] name, int seed) {
        int hash = seed;
        for (byte one : name) {
            hash = hash * SEED ^ one & 0xFF;
        }
        return hash & Integer.MAX_VALUE;
    }

    /// The parts of a name stand in the pool of strings, each once.
    private boolean isNamed(long[] values, byte[] name) {
        int at = match(values[Attributes.MODULE], name, 1);
        at = match(values[Attributes.PARENT], name, at + 1);
        at = values[Attributes.PARENT] == 0 ? at : at + 1;
        at = match(values[Attributes.BASE], name, at);
        at = values[Attributes.EXTENSION] == 0 ? at : match(values[Attributes.EXTENSION], name, at + 1);
        return at == name.length;
    }

    /// @return behind the part of the name that is this string; beyond all names when it is another
    private int match(long string, byte[] name, int from) {
        int at = from;
        for (int i = strings + (int) string; file.get(i) != 0; i++, at++) {
            if (at >= name.length || file.get(i) != name[at]) {
                return Integer.MAX_VALUE / 2;
            }
        }
        return at;
    }

    /// A byte tells kind and length of what follows it, the most significant byte first; kind 0 ends the list.
    private long[] attributes(int from) {
        long[] values = new Attributes().values;
        int at = from;
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

    private int byteAt(int at) {
        return file.get(at) & 0xFF;
    }

    private String string(int offset) {
        StringBuilder text = new StringBuilder();
        for (int at = strings + offset; file.get(at) != 0; at++) {
            text.append((char) file.get(at));
        }
        return text.toString();
    }

    /// Whether there is such a class.
    ///
    /// @param name with slashes
    public boolean has(String name) {
        try {
            return find(name).isPresent();
        } catch (IndexOutOfBoundsException e) {
            // a damaged file has none
            return false;
        }
    }

    /// The class file; empty when there is no such class.
    ///
    /// @param name with slashes
    /// @throws IOException when it is damaged, or compressed in another way than by deflating
    public Optional<byte[]> read(String name) throws IOException {
        try {
            Optional<Location> found = find(name);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Location location = found.get();
            long from = contents + location.offset();
            return Optional.of(
                    location.packed() == 0
                            ? bytes(from, location.size())
                            : unpacked(name, bytes(from, location.packed()), location.size()));
        } catch (IndexOutOfBoundsException | ArithmeticException | DataFormatException e) {
            throw new IOException("lib/modules is damaged at " + name, e);
        }
    }

    private byte[] bytes(long from, long size) throws IOException {
        if (size < 0 || size > LARGEST) {
            throw new IOException("a class of " + size + " bytes");
        }
        byte[] bytes = new byte[(int) size];
        file.get(Math.toIntExact(from), bytes);
        return bytes;
    }

    private byte[] unpacked(String name, byte[] packed, long size) throws IOException, DataFormatException {
        ByteBuffer content = ByteBuffer.wrap(packed).order(file.order());
        String by = string(content.getInt(20));
        if (content.getInt(0) != PACKED || !by.equals("zip") || content.getLong(12) != size) {
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
