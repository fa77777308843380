package io.heddle.lab.pinning;

/// One way to hold a carrier, or a control that holds none.
///
/// @param key what the program calls it
/// @param title what people read
/// @param before how JDKs behave up to the change; from 21 on
/// @param changed feature release that behaves otherwise
/// @param since how that release and newer ones behave
/// @param unknown first feature release whose behaviour is not known, because it is said to have changed
///     again
record Scenario(String key, String title, Behaviour before, int changed, Behaviour since, int unknown) {

    /// Since when a virtual thread in `synchronized` leaves its carrier (JEP 491).
    private static final int MONITORS_UNMOUNT = 24;

    private static final int NEVER = Integer.MAX_VALUE;

    /// What comes of it.
    enum Behaviour {

        /// The carrier is free meanwhile.
        FREE("leaves its carrier"),

        /// The carrier is held, and JFR's pinned event says so when it ends.
        HELD_AND_TOLD("holds its carrier, jdk.VirtualThreadPinned tells"),

        /// The carrier is held, and no pinned event says so.
        HELD_SILENTLY("holds its carrier, no jdk.VirtualThreadPinned"),

        /// The carrier is held and the pool grows by another one.
        COMPENSATED("holds its carrier, the pool grows");

        private final String words;

        Behaviour(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /// One that behaves the same on every JDK.
    static Scenario always(String key, String title, Behaviour behaviour) {
        return new Scenario(key, title, behaviour, NEVER, behaviour, NEVER);
    }

    /// One that JEP 491 changed.
    static Scenario of(String key, String title, Behaviour before, Behaviour since) {
        return of(key, title, before, MONITORS_UNMOUNT, since);
    }

    static Scenario of(String key, String title, Behaviour before, int changed, Behaviour since) {
        return new Scenario(key, title, before, changed, since, NEVER);
    }

    Scenario unknownFrom(int feature) {
        return new Scenario(key, title, before, changed, since, feature);
    }

    Behaviour on(int feature) {
        return feature >= changed ? since : before;
    }
}
