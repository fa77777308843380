package io.heddle.watch.read;

import io.heddle.watch.read.FieldSelection.How;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/// One chunk of a recording. Events stand one after the other, each with its size; those of some types are
/// descriptions of types and checkpoints of constants. A first walk notes where the wanted events and the constants
/// are; only then can an event be told, as its constants may follow it.
///
/// Where the bytes are damaged the walk goes on at the next checkpoint, which the chunk names from its end.
final class Chunk {

    private static final int CHECKPOINT = 1;
    /// Where wanted events are fewer than one in so many, it pays to look first which threads they name.
    private static final int FEW = 4;

    private final Bytes bytes;
    private final ChunkHeader header;
    private final Metadata metadata;
    private final EventTypes kinds;
    private final ConstantPool constants;
    private final Places wanted = new Places();
    private boolean joined;
    private long events;
    private long lost;

    private Chunk(Bytes bytes, ChunkHeader header, Metadata metadata, Map<String, FieldSelection> wishes) {
        this.bytes = bytes;
        this.header = header;
        this.metadata = metadata;
        this.kinds = new EventTypes(metadata, wishes, header);
        this.constants = new ConstantPool(metadata, bytes.fork());
    }

    /// @param all from the chunk's first byte to its last, or to where it was cut off
    /// @param wishes by name of the type
    /// @param descriptions those of the chunks before may be the same
    /// @param before the chunk before it, whose types are taken where its own are lost
    /// @throws Damage when nothing of it can be read
    static Chunk read(
            byte[] all, Map<String, FieldSelection> wishes, Descriptions descriptions, Optional<Metadata> before) {
        Bytes bytes = new Bytes(all);
        ChunkHeader header = ChunkHeader.read(bytes);
        Metadata metadata = descriptions
                .find(bytes, header.metadata())
                .or(() -> before)
                .orElseThrow(() -> new Damage("the descriptions of its types are lost"));
        Chunk chunk = new Chunk(bytes, header, metadata, wishes);
        chunk.walk();
        if (chunk.joined) {
            // Every virtual thread is a constant, of which few events may name one.
            chunk.constants.load(
                    chunk.wanted.count() < chunk.events / FEW ? Optional.of(chunk.threads()) : Optional.empty());
        }
        return chunk;
    }

    /// Keys of the threads that wanted events name.
    private ConstantOffsets threads() {
        ConstantOffsets threads = new ConstantOffsets(RecordedType.NONE);
        for (int i = 0; i < wanted.count(); i++) {
            for (Layout ahead : kinds.type(wanted.one(i)).threads()) {
                try {
                    ahead.pass(bytes.go(wanted.other(i)));
                    threads.put(bytes.integer(), 0);
                } catch (Damage damage) {
                    // is found again, and counted, when the event is told
                }
            }
        }
        return threads;
    }

    private void walk() {
        int place = ChunkHeader.LENGTH;
        while (place < bytes.length()) {
            int next = bytes.endOfEvent(place);
            int kind = next < 0 ? EventTypes.UNKNOWN : kinds.of(bytes);
            if (kind == EventTypes.UNKNOWN) {
                next = afterDamage(place + 1);
                lost += next - place;
            } else if (kind == CHECKPOINT) {
                constants.add(place, next);
            } else {
                note(kind);
            }
            place = next;
        }
        // Between two events a cut leaves nothing half: only the header of a finished chunk tells that more
        // was there.
        if (lost == 0 && header.durationNanos() > 0) {
            lost = Math.max(0, header.size() - bytes.length());
        }
    }

    private void note(int kind) {
        events++;
        int at = bytes.at();
        try {
            How how = kinds.wanted(kind, bytes);
            if (how != How.COUNTED) {
                wanted.add(kind, at);
                joined |= how == How.JOINED;
            }
        } catch (Damage damage) {
            lost++;
        }
    }

    /// The next place at which an event is known to begin.
    private int afterDamage(int from) {
        NavigableSet<Integer> known = new TreeSet<>();
        long place = header.constants();
        try {
            while (place >= from && place < bytes.length() && known.add((int) place)) {
                bytes.go(place);
                bytes.passIntegers(1);
                if (bytes.integer() != CHECKPOINT) {
                    known.remove((int) place);
                    break;
                }
                bytes.passIntegers(2);
                place += bytes.integer();
            }
        } catch (Damage damage) {
            // as far as the chain goes
        }
        return known.isEmpty() ? bytes.length() : known.first();
    }

    /// Tells each wanted event, in the order in which they were written.
    void tell(Recording.Listener listener) {
        listener.chunk(header.startNanos(), header.durationNanos());
        kinds.wished().forEach(listener::described);
        ChunkEvent event = new ChunkEvent(header, constants, bytes.fork());
        for (int i = 0; i < wanted.count(); i++) {
            try {
                event.move(kinds.type(wanted.one(i)), wanted.one(i), wanted.other(i));
                listener.event(event);
            } catch (Damage damage) {
                lost++;
            }
        }
        kinds.counts().forEach(listener::counted);
    }

    Metadata metadata() {
        return metadata;
    }

    /// How many events were passed, wanted or not.
    long events() {
        return events;
    }

    /// Bytes that could not be read; 0 when all that was needed could.
    long lost() {
        return lost + constants.lost();
    }
}
