package io.heddle.watch.read;

import io.heddle.waits.StackFrame;
import io.heddle.watch.signal.Event;
import java.util.List;

/// An event of a chunk: a place in its bytes, which moves from one event to the next. A field is decoded when it is
/// asked for.
final class ChunkEvent implements Event {

    private final ChunkHeader header;
    private final ConstantPool constants;
    private final Bytes bytes;
    private RecordedType type;
    private long number;
    private int place;
    /// Asked for more than once; -1 until then.
    private long began;
    private long lasted;

    ChunkEvent(ChunkHeader header, ConstantPool constants, Bytes bytes) {
        this.header = header;
        this.constants = constants;
        this.bytes = bytes;
        this.type = RecordedType.NONE;
    }

    /// @param at behind the number of its type
    void move(RecordedType to, long typeNumber, int at) {
        type = to;
        number = typeNumber;
        place = at;
        began = -1;
        lasted = -1;
    }

    private RecordedType.Field seek(String field) {
        return type.seek(bytes.go(place), field);
    }

    @Override
    public String type() {
        return type.name();
    }

    @Override
    public long typeNumber() {
        return number;
    }

    @Override
    public long start() {
        if (began < 0) {
            began = header.time(number("startTime"));
        }
        return began;
    }

    @Override
    public long nanos() {
        if (lasted < 0) {
            lasted = header.duration(number("duration"));
        }
        return lasted;
    }

    @Override
    public Who thread(String field) {
        return seek(field).constant() ? constants.thread(bytes.integer()) : Who.NOBODY;
    }

    @Override
    public String text(String field) {
        RecordedType.Field found = seek(field);
        return found.type().equals("java.lang.String")
                ? found.constant() ? constants.text(bytes.integer()) : Texts.read(bytes, constants::text)
                : "";
    }

    @Override
    public long number(String field) {
        return switch (seek(field).type()) {
            case "long" -> bytes.integer();
            // A negative one is written as if it were not.
            case "int" -> (int) bytes.integer();
            case "short" -> (short) bytes.integer();
            case "char" -> (char) bytes.integer();
            case "boolean", "byte" -> bytes.one();
            default -> 0;
        };
    }

    /// Written as its bits, the highest first.
    @Override
    public double real(String field) {
        return switch (seek(field).type()) {
            case "float" -> Float.intBitsToFloat((int) bits(Float.BYTES));
            case "double" -> Double.longBitsToDouble(bits(Double.BYTES));
            default -> 0;
        };
    }

    private long bits(int count) {
        long value = 0;
        for (int i = 0; i < count; i++) {
            value = value << 8 | bytes.one() & 0xff;
        }
        return value;
    }

    @Override
    public long span(String field) {
        RecordedType.Field found = seek(field);
        long value = found.type().equals("long") ? bytes.integer() : 0;
        return value == Long.MIN_VALUE
                ? 0
                : switch (found.unit()) {
                    case "TICKS" -> header.nanos(value);
                    case "SECONDS" -> times(value, 1_000_000_000);
                    case "MILLISECONDS" -> times(value, 1_000_000);
                    case "MICROSECONDS" -> times(value, 1_000);
                    default -> value;
                };
    }

    /// As far as a number goes: for ever is written as the greatest.
    private static long times(long value, long factor) {
        return value > Long.MAX_VALUE / factor
                ? Long.MAX_VALUE
                : value < Long.MIN_VALUE / factor ? Long.MIN_VALUE : value * factor;
    }

    @Override
    public String className(String field) {
        return seek(field).constant() ? constants.className(bytes.integer()) : "";
    }

    @Override
    public String methodName(String field) {
        return seek(field).constant() ? constants.methodName(bytes.integer()) : "";
    }

    @Override
    public List<StackFrame> stack() {
        return seek("stackTrace").constant() ? constants.stack(bytes.integer()) : List.of();
    }
}
