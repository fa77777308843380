package io.heddle.watch.read;

/// The first bytes of a chunk: where its parts are, and how its clock runs.
///
/// @param size of the whole chunk in bytes; while it is being written that of what was flushed, or 0
/// @param constants place of the last checkpoint, from which others are found backwards; 0 when there is none
///     yet
/// @param metadata place of the descriptions of types; 0 when there are none yet
/// @param startNanos since the epoch
/// @param durationNanos 0 when it is still being written
/// @param startTicks of the JVM's clock
/// @param ticksPerSecond at least 1
record ChunkHeader(
        long size,
        long constants,
        long metadata,
        long startNanos,
        long durationNanos,
        long startTicks,
        long ticksPerSecond) {

    static final int LENGTH = 68;
    private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
    private static final int MAJOR = 2;
    private static final int COMPRESSED = 1;
    private static final int FLAGS = 67;
    /// An event may have begun long before its chunk; a month is damage.
    private static final long LONGEST = 30L * 86_400 * 1_000_000_000;

    /// Whether a chunk may begin with these bytes.
    static boolean at(byte[] bytes, int place) {
        return place + 6 <= bytes.length
                && bytes[place] == 'F'
                && bytes[place + 1] == 'L'
                && bytes[place + 2] == 'R'
                && bytes[place + 3] == 0
                && bytes[place + 4] == 0
                && bytes[place + 5] == MAJOR;
    }

    /// @throws Damage when this is no chunk that can be read
    static ChunkHeader read(Bytes bytes) {
        long start = bytes.fixed();
        if (start >>> 32 != MAGIC || (start >>> 16 & 0xffff) != MAJOR) {
            throw new Damage("no flight recording begins here");
        }
        ChunkHeader header = new ChunkHeader(
                bytes.fixed(),
                bytes.fixed(),
                bytes.fixed(),
                bytes.fixed(),
                bytes.fixed(),
                bytes.fixed(),
                bytes.fixed());
        bytes.go(FLAGS);
        if ((bytes.one() & COMPRESSED) == 0
                || header.ticksPerSecond <= 0
                || header.startNanos <= 0
                || header.startNanos > Long.MAX_VALUE / 2
                || header.durationNanos < 0
                || header.durationNanos > LONGEST) {
            throw new Damage("the header of a chunk makes no sense");
        }
        return header;
    }

    /// A length of time in nanoseconds.
    long nanos(long ticks) {
        return (long) (ticks / (ticksPerSecond / 1e9));
    }

    /// A length of time of at least 0 in ticks of the JVM's clock.
    long ticks(long nanos) {
        return (long) (nanos * (ticksPerSecond / 1e9));
    }

    /// @throws Damage when that cannot have been
    long time(long ticks) {
        long since = nanos(ticks - startTicks);
        if (since < -LONGEST || since > LONGEST) {
            throw new Damage("an event out of time");
        }
        return startNanos + since;
    }

    /// @throws Damage when that cannot have been
    long duration(long ticks) {
        long nanos = nanos(ticks);
        if (nanos < 0 || nanos > LONGEST) {
            throw new Damage("an event that lasts for ever");
        }
        return nanos;
    }
}
