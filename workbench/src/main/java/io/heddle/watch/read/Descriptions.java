package io.heddle.watch.read;

import java.util.Optional;

/// Finds the descriptions of types in the chunks of a recording. Most chunks have the same, to the byte: those are
/// read once.
final class Descriptions {

    private static final int NUMBER = 0;
    /// The JDK's own types take a hundred kilobytes.
    private static final int LEAST = 1_000;
    /// When they were written, how long that took, and their number.
    private static final int HEAD = 3;

    private volatile Optional<Known> latest = Optional.empty();

    private record Known(byte[] bytes, Metadata metadata) {}

    /// The descriptions that a chunk's header names; older ones where it was not written yet, or where that place
    /// is cut off.
    Optional<Metadata> find(Bytes bytes, long place) {
        Optional<Metadata> found =
                place < ChunkHeader.LENGTH || place >= bytes.length() ? Optional.empty() : at(bytes, (int) place);
        for (int older = ChunkHeader.LENGTH;
                found.isEmpty() && older > 0 && older < bytes.length();
                older = bytes.endOfEvent(older)) {
            found = at(bytes, older);
        }
        return found;
    }

    private Optional<Metadata> at(Bytes bytes, int place) {
        try {
            int end = bytes.endOfEvent(place);
            return end > 0 && bytes.integer() == NUMBER ? Optional.of(read(bytes, end)) : Optional.empty();
        } catch (Damage damage) {
            return Optional.empty();
        }
    }

    private Metadata read(Bytes bytes, int end) {
        bytes.passIntegers(HEAD);
        int begin = bytes.at();
        if (begin > end) {
            throw new Damage("descriptions beyond their end");
        }
        Optional<Known> known = latest.filter(before -> bytes.isSame(begin, end, before.bytes()));
        if (known.isPresent()) {
            return known.get().metadata();
        }
        Metadata metadata = Metadata.read(bytes);
        latest = Optional.of(new Known(bytes.copy(begin, end), metadata));
        return metadata;
    }

    /// Whether descriptions of types begin here, written while the chunk was.
    ///
    /// @throws Damage when nothing does
    static boolean isAt(Bytes bytes, ChunkHeader header) {
        long size = bytes.integer();
        return size > LEAST && bytes.integer() == NUMBER && header.time(bytes.integer()) >= header.startNanos();
    }
}
