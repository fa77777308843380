package io.heddle.agent.runtime;

import java.util.concurrent.ArrayBlockingQueue;

/// Which threads served requests that belong to no load, and when: what they held belongs to no path either.
final class AsideLog {

    /// Entries between two ticks; they are some ten a second.
    private static final int MOST = 2_000;

    private static final ArrayBlockingQueue<long[]> ENTRIES = new ArrayBlockingQueue<>(MOST);

    private AsideLog() {}

    /// @param thread its id
    /// @param from milliseconds since the epoch
    /// @param to the same; 0 as long as it goes on
    static void add(long thread, long from, long to) {
        ENTRIES.offer(new long[] {thread, from, to});
    }

    /// Writes the member `aside`.
    static void write(JsonWriter json) {
        json.beginList("aside");
        for (long[] entry = ENTRIES.poll(); entry != null; entry = ENTRIES.poll()) {
            json.numbers(entry);
        }
        json.endList();
    }
}
