package io.heddle.model;

import java.util.List;
import java.util.Optional;

/// What a watch saw of one JVM.
///
/// @param version Heddle's version
/// @param command Heddle's own command line, secrets redacted
/// @param seconds length of the window that was watched
/// @param text the first line for people: state, by how much, why
/// @param probe empty without one
/// @param holders the worst first
/// @param graph who waits for whom; empty unless something is stuck
/// @param account where the time of requests goes; none where no thread was looked at
/// @param notes what weakens the result, or what these sources cannot show; one sentence each
public record Watch(
        String version,
        List<String> command,
        Jvm jvm,
        double seconds,
        State state,
        Certainty certainty,
        String text,
        Carriers carriers,
        Optional<Probe> probe,
        List<Holder> holders,
        VirtualThreads virtualThreads,
        WaitGraph graph,
        WaitAccount account,
        List<String> notes) {

    /// How requests fare, from the best to the worst; last, what cannot be told.
    public enum State {
        HEALTHY,
        /// Carriers are free, and requests queue for a thing that others use: a lock, a pool, a queue.
        CONTENDED,
        /// Threads that could run have to wait for a carrier, or there is another harm of the JVM's own.
        DELAYED,
        /// No virtual thread can run any more.
        STUCK,
        /// The sources at hand could not have shown that somebody waits.
        UNKNOWN;

        /// Somebody was seen to wait.
        public boolean isHarm() {
            return this == CONTENDED || isOfCarriers();
        }

        /// Virtual threads were seen to wait for a carrier.
        public boolean isOfCarriers() {
            return this == DELAYED || this == STUCK;
        }

        /// Whether this is harm that is as bad as that, or worse.
        public boolean isAtLeast(State level) {
            return isHarm() && compareTo(level) >= 0;
        }
    }

    /// The JVM that was watched.
    ///
    /// @param version such as `21.0.8`; empty when unknown
    /// @param feature such as 21; 0 when unknown
    /// @param pid 0 when unknown
    public record Jvm(String version, int feature, long pid) {}

    /// The threads that run virtual threads.
    ///
    /// @param parallelism how many run at once, at least 1
    /// @param lostShare share of their time in which they were held, 0 to 1
    /// @param compensated carriers that the scheduler added for blocked ones, the most at one time; 0 or more
    /// @param maxPoolSize how many there may be at most; 0 when unknown
    /// @param timeline equal parts of the window, in order of time; empty when it is not known
    /// @param flame the stacks of all holds as a tree; its root has no name
    public record Carriers(
            int parallelism, double lostShare, int compensated, int maxPoolSize, List<Slice> timeline, Flame flame) {

        /// Without a picture.
        public Carriers(int parallelism, double lostShare) {
            this(parallelism, lostShare, 0, 0, List.of(), Flame.NONE);
        }
    }

    /// One part of the window, in shares of the carriers' time, 0 to 1.
    ///
    /// @param held by threads that block
    /// @param computing by threads that compute and do not leave
    public record Slice(double held, double computing) {}

    /// Time that was held under a frame, and under those that it called.
    ///
    /// @param name class and method; empty at the root
    /// @param millis that of its children included
    /// @param children the longest first
    public record Flame(String name, double millis, List<Flame> children) {

        public static final Flame NONE = new Flame("", 0, List.of());
    }

    /// What the probe virtual thread met, in milliseconds from its wake-up to its run, ticks that fell into a
    /// stall filled in.
    ///
    /// @param stalls how often it was late by [#STALL_MILLIS] or more, when the control thread was not
    /// @param outstandingMillis how long it has been waiting at the end; 0 when it was not
    /// @param controlP99Millis the same percentile of the control thread: what the machine itself was late
    /// @param timeline worst delay of each period, milliseconds, in order of time
    public record Probe(
            double p50Millis,
            double p99Millis,
            double maxMillis,
            long stalls,
            double outstandingMillis,
            double controlP99Millis,
            List<Double> timeline) {

        /// From here on a delay is a stall.
        public static final double STALL_MILLIS = 50;
    }

    /// Counts. Each is empty where the sources do not tell.
    ///
    /// @param started in the window
    /// @param live at the end
    /// @param submitFailed how often the scheduler refused one
    /// @param pinned all pins that were told, also those that matter too little to be among the holders
    public record VirtualThreads(Optional<Long> started, Optional<Long> live, long submitFailed, Pinned pinned) {}

    /// How often, and how long, virtual threads blocked on their carriers.
    public record Pinned(long count, double totalMillis, double longestMillis) {

        public static final Pinned NONE = new Pinned(0, 0, 0);
    }
}
