package io.heddle.lab.pinning;

/// One way to hold a carrier, or a control that holds none.
///
/// @param key what the program calls it
/// @param title what people read
/// @param before how a JDK before 24 behaves
/// @param since how 24 and newer behave (JEP 491, JDK-8329593)
record Scenario(String key, String title, Behaviour before, Behaviour since) {

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

    Behaviour on(boolean monitorsUnmount) {
        return monitorsUnmount ? since : before;
    }
}
