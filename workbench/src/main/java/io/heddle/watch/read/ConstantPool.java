package io.heddle.watch.read;

import io.heddle.waits.StackFrame;
import io.heddle.watch.signal.Event.Who;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a chunk writes once and refers to by a key. Only places are kept; what is asked for is decoded then, and stack
/// traces once.
final class ConstantPool {

    private static final String THREAD = "java.lang.Thread";
    private static final String CLASS = "java.lang.Class";
    private static final String STACK = "jdk.types.StackTrace";
    private static final String METHOD = "jdk.types.Method";
    private static final String SYMBOL = "jdk.types.Symbol";
    private static final String KIND = "jdk.types.FrameType";
    private static final String TEXT = "java.lang.String";
    private static final Set<String> WANTED = Set.of(THREAD, CLASS, STACK, METHOD, SYMBOL, KIND, TEXT);
    private static final int DEEPEST = 4_096;
    /// Size, type, time, duration, and how far back the checkpoint before is.
    private static final int HEAD = 5;

    private final Metadata metadata;
    private final Bytes bytes;
    private final Places checkpoints = new Places();
    private final Map<Long, ConstantOffsets> pools = new HashMap<>();
    private final Map<String, ConstantOffsets> byName = new HashMap<>();
    private final Map<Long, List<StackFrame>> stacks = new HashMap<>();
    private final Map<Long, Who> threads = new HashMap<>();
    private final Map<Long, String> texts = new HashMap<>();
    private Optional<ConstantOffsets> asked = Optional.empty();
    private long lost;

    ConstantPool(Metadata metadata, Bytes bytes) {
        this.metadata = metadata;
        this.bytes = bytes;
    }

    /// Takes note of a checkpoint, which is read when the first constant is asked for.
    void add(int place, int end) {
        checkpoints.add(place, end);
    }

    /// Reads the checkpoints; those that are damaged as far as that goes.
    ///
    /// @param threads keys of those that matter; all do when there is none
    void load(Optional<ConstantOffsets> threads) {
        asked = threads;
        for (int i = 0; i < checkpoints.count(); i++) {
            try {
                read(bytes.go(checkpoints.one(i)), checkpoints.other(i));
            } catch (Damage damage) {
                lost += checkpoints.other(i) - checkpoints.one(i);
            }
        }
        checkpoints.clear();
    }

    private void read(Bytes from, int end) {
        from.passIntegers(HEAD);
        from.pass(1);
        for (int left = from.count(); left > 0 && from.at() < end; left--) {
            ConstantOffsets pool = pool(from.integer());
            Layout layout = pool.type().layout();
            boolean wanted = WANTED.contains(pool.type().name());
            boolean asks = asked.isPresent() && pool.type().name().equals(THREAD);
            for (int entries = from.count(); entries > 0; entries--) {
                long key = from.integer();
                if (wanted && (!asks || asked.orElseThrow().has(key))) {
                    pool.put(key, from.at());
                }
                layout.pass(from);
            }
        }
        if (from.at() > end) {
            throw new Damage("constants beyond their end");
        }
    }

    /// Bytes of checkpoints that could not be read.
    long lost() {
        return lost;
    }

    private @Nullable ConstantOffsets pool(String type) {
        if (checkpoints.count() > 0) {
            load(Optional.empty());
        }
        return byName.get(type);
    }

    private ConstantOffsets pool(long number) {
        ConstantOffsets known = pools.get(number);
        if (known == null) {
            known = new ConstantOffsets(metadata.type(number));
            pools.put(number, known);
            byName.put(known.type().name(), known);
        }
        return known;
    }

    /// Goes to a field of a constant; [Type.Field#NONE] when either is not there.
    private RecordedType.Field seek(String type, long key, String field) {
        ConstantOffsets pool = pool(type);
        int place = pool == null ? -1 : pool.place(key);
        return pool == null || place < 0 ? RecordedType.Field.NONE : pool.type().seek(bytes.go(place), field);
    }

    private long number(String type, long key, String field) {
        return number(seek(type, key, field));
    }

    private long number(ConstantOffsets pool, int place, String field) {
        return number(pool.type().seek(bytes.go(place), field));
    }

    private long number(RecordedType.Field found) {
        return found == RecordedType.Field.NONE ? 0 : found.type().equals("boolean") ? bytes.one() : bytes.integer();
    }

    private String text(String type, long key, String field) {
        RecordedType.Field found = seek(type, key, field);
        return found == RecordedType.Field.NONE
                ? ""
                : found.constant() ? symbol(bytes.integer()) : Texts.read(bytes, this::text);
    }

    /// One object for each key.
    Who thread(long key) {
        return threads.computeIfAbsent(key, this::decodeThread);
    }

    private Who decodeThread(long key) {
        ConstantOffsets pool = pool(THREAD);
        int place = pool == null ? -1 : pool.place(key);
        return pool == null || place < 0
                ? Who.NOBODY
                : new Who(
                        number(pool, place, "javaThreadId"),
                        number(pool, place, "virtual") != 0,
                        text(THREAD, key, "javaName"));
    }

    String text(long key) {
        ConstantOffsets pool = pool(TEXT);
        int place = pool == null ? -1 : pool.place(key);
        return place < 0
                ? ""
                : texts.computeIfAbsent(key, k -> Texts.read(bytes.fork().go(place), other -> ""));
    }

    private String symbol(long key) {
        return text(SYMBOL, key, "string");
    }

    /// Binary name of a class.
    String className(long key) {
        return text(CLASS, key, "name").replace('/', '.');
    }

    String methodName(long key) {
        return text(METHOD, key, "name");
    }

    /// Innermost first, Java frames alone; empty when there is none of that key.
    List<StackFrame> stack(long key) {
        List<StackFrame> known = stacks.get(key);
        if (known == null) {
            known = frames(key);
            stacks.put(key, known);
        }
        return known;
    }

    private List<StackFrame> frames(long key) {
        RecordedType.Field field = seek(STACK, key, "frames");
        if (!field.array()) {
            return List.of();
        }
        RecordedType type = metadata.type(field.typeNumber());
        int count = Math.min(bytes.count(), DEEPEST);
        int place = bytes.at();
        List<StackFrame> frames = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            StackFrame frame = frame(type, place);
            bytes.go(place);
            type.layout().pass(bytes);
            place = bytes.at();
            if (!frame.method().isEmpty()) {
                frames.add(frame);
            }
        }
        return List.copyOf(frames);
    }

    private StackFrame frame(RecordedType type, int place) {
        long method = at(type, place, "method");
        // What is unknown is negative, and written as if it were not.
        int line = Math.max(0, (int) at(type, place, "lineNumber"));
        int bci = Math.max(-1, (int) at(type, place, "bytecodeIndex"));
        String kind = text(KIND, at(type, place, "type"), "description");
        int modifiers = (int) number(METHOD, method, "modifiers");
        return new StackFrame(
                className(number(METHOD, method, "type")),
                methodName(method),
                text(METHOD, method, "descriptor"),
                line,
                bci,
                kind.equals("Native") || Modifier.isNative(modifiers),
                Modifier.isSynchronized(modifiers));
    }

    private long at(RecordedType type, int place, String field) {
        return type.seek(bytes.go(place), field) == RecordedType.Field.NONE ? 0 : bytes.integer();
    }
}
