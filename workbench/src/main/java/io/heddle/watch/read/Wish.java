package io.heddle.watch.read;

/// What is wanted of the events of one type. The less, the less is decoded: most of a recording is constants, and a
/// chunk in which nobody asks for one is walked over in no time.
///
/// @param least shorter events are passed over, nanoseconds
public record Wish(How how, long least) {

    /// How much of an event is needed.
    public enum How {
        /// That it was there.
        COUNTED,
        /// Its own fields.
        PLAIN,
        /// Its thread and stack too.
        JOINED
    }

    public static final Wish COUNTED = new Wish(How.COUNTED, 0);
    public static final Wish PLAIN = new Wish(How.PLAIN, 0);
    public static final Wish JOINED = new Wish(How.JOINED, 0);

    /// With thread and stack, when it took so long.
    public static Wish from(long nanos) {
        return new Wish(How.JOINED, nanos);
    }
}
