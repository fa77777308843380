package io.heddle.race.load;

/// Hears what becomes of each request. On the event loop; times are the clock's nanoseconds.
interface Fates {

    /// Listens to nothing.
    Fates IGNORED = new Fates() {
        @Override
        public void answered(long start, long now) {}

        @Override
        public void failed(String kind, long start) {}

        @Override
        public void timedOut(long start, long now) {}
    };

    void answered(long start, long now);

    void failed(String kind, long start);

    void timedOut(long start, long now);
}
