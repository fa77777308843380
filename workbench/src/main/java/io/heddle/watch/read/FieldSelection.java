package io.heddle.watch.read;

/// What is wanted of the events of one type. The less, the less is decoded: most of a recording is constants, and a
/// chunk in which nobody asks for one is walked over in no time.
///
/// @param least shorter events are passed over, nanoseconds
public record FieldSelection(How how, long least) {

    /// How much of an event is needed.
    enum How {
        /// That it was there.
        COUNTED,
        /// Its own fields.
        PLAIN,
        /// Its thread and stack too.
        JOINED
    }

    public static final FieldSelection COUNTED = new FieldSelection(How.COUNTED, 0);
    public static final FieldSelection PLAIN = new FieldSelection(How.PLAIN, 0);
    public static final FieldSelection JOINED = new FieldSelection(How.JOINED, 0);

    /// With thread and stack, when it took so long.
    public static FieldSelection from(long nanos) {
        return new FieldSelection(How.JOINED, nanos);
    }
}
