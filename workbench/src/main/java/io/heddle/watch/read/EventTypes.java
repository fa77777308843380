package io.heddle.watch.read;

import io.heddle.watch.read.FieldSelection.How;
import java.util.HashMap;
import java.util.Map;

/// What is wanted of which event, by the number of its type. Asked for every event of a recording, so it is a look
/// into an array.
final class EventTypes {

    static final int UNKNOWN = -1;
    private static final int METADATA = 0;
    private static final int CHECKPOINT = 1;
    /// Types have small numbers; a greater one is damage.
    private static final int MOST = 1 << 15;

    /// One type of event.
    ///
    /// @param type empty when it is only counted
    /// @param ahead what stands before its duration
    /// @param least shorter ones are not wanted, ticks; 0 when it has no duration
    private record Kind(String name, How how, RecordedType type, Layout ahead, long least) {}

    private static final Kind UNWANTED = new Kind("", How.COUNTED, RecordedType.NONE, Layout.NOTHING, 0);

    private final Kind[] kinds = new Kind[MOST];
    private final int[] counts = new int[MOST];

    EventTypes(Metadata metadata, Map<String, FieldSelection> wishes, ChunkHeader header) {
        metadata.names().forEach((number, name) -> {
            if (number > CHECKPOINT && number < MOST) {
                FieldSelection wish = wishes.get(name);
                kinds[number.intValue()] = wish == null ? UNWANTED : kind(metadata, number, name, wish, header);
            }
        });
        kinds[METADATA] = UNWANTED;
        kinds[CHECKPOINT] = UNWANTED;
    }

    private static Kind kind(Metadata metadata, long number, String name, FieldSelection wish, ChunkHeader header) {
        if (wish.how() == How.COUNTED) {
            return new Kind(name, How.COUNTED, RecordedType.NONE, Layout.NOTHING, 0);
        }
        try {
            RecordedType type = metadata.type(number);
            return new Kind(
                    name,
                    wish.how(),
                    type,
                    type.ahead("duration"),
                    type.has("duration") ? header.ticks(wish.least()) : 0);
        } catch (Damage damage) {
            return UNWANTED;
        }
    }

    /// Reads the number of a type.
    ///
    /// @return [#UNKNOWN] when there is no such type
    int of(Bytes bytes) {
        long number = bytes.integer();
        return number < 0 || number >= MOST || kinds[(int) number] == null ? UNKNOWN : (int) number;
    }

    /// How an event is wanted that goes on here; counted is the least.
    How wanted(int number, Bytes bytes) {
        counts[number]++;
        Kind kind = kinds[number];
        if (kind.least > 0) {
            kind.ahead.pass(bytes);
            return bytes.integer() < kind.least ? How.COUNTED : kind.how;
        }
        return kind.how;
    }

    RecordedType type(int number) {
        return kinds[number].type;
    }

    /// The numbers of the types that are wanted, by name.
    Map<String, Long> wished() {
        Map<String, Long> by = new HashMap<>();
        for (int i = 0; i < MOST; i++) {
            if (kinds[i] != null && !kinds[i].name.isEmpty()) {
                by.put(kinds[i].name, (long) i);
            }
        }
        return by;
    }

    /// How often each type came of which that is all that is wanted.
    Map<String, Long> counts() {
        Map<String, Long> by = new HashMap<>();
        for (int i = 0; i < MOST; i++) {
            if (counts[i] > 0 && kinds[i].how == How.COUNTED && !kinds[i].name.isEmpty()) {
                by.merge(kinds[i].name, (long) counts[i], Long::sum);
            }
        }
        return by;
    }
}
