package io.heddle.race.load;

/// Decides which request starts when. Confined to one event loop; times are the clock's nanoseconds.
interface Scheduler {

    /// No request, no moment. Below every time, so that the later of two moments is their maximum.
    long NONE = Long.MIN_VALUE;

    /// All connections are open, the load may begin.
    void begin(long now);

    /// Whether a request starts when its connection starts to open, so that its latency has the time to connect.
    boolean startsOnOpening();

    /// Hands out the request that a free connection is to send now: its start, from which its latency counts, or
    /// [#NONE].
    long next(long now);

    /// When the next request is to start that has not been handed out; [Long#MAX_VALUE] when that depends on an
    /// answer.
    long due();

    /// Hands out a request that was to start before `limit` and still waits for a connection, to be given up; or
    /// [#NONE].
    long expired(long limit);

    /// Requests that were to start by now and have not been handed out.
    long waiting(long now);
}
