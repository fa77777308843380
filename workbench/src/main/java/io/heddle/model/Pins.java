package io.heddle.model;

/// Virtual threads that blocked without leaving their carrier.
///
/// @param count JFR `jdk.VirtualThreadPinned` events of any length
/// @param seconds carrier time they held, summed over carriers
public record Pins(long count, double seconds) {

    public static final Pins NONE = new Pins(0, 0);

    /// Without some of them.
    public Pins without(Pins others) {
        return new Pins(Math.max(0, count - others.count), Math.max(0, seconds - others.seconds));
    }
}
