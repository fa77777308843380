package io.heddle.agent.runtime;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/// Which server dispatches requests, and on what.
public final class Servers {

    private static final ConcurrentLinkedQueue<Started> UNREADY = new ConcurrentLinkedQueue<>();
    private static volatile int threads;

    private Servers() {}

    /// Sets the size that each server's thread pool is given.
    ///
    /// @param size threads; 0 leaves the server's own
    public static void resizeTo(int size) {
        threads = size;
    }

    /// Jetty is about to start with this pool.
    public static void starting(Object pool) {
        int size = threads;
        if (size > 0 && pool instanceof ServerPool known) {
            known.heddleResize(size);
        }
    }

    /// A server has started with a pool that it makes itself and that reserves none of its threads.
    ///
    /// @param name the server's
    /// @param server any object of the server's own classes
    /// @param size most threads, as the server tells it; not above 0 when it does not know
    /// @param executor what requests run on; null when the server keeps it to itself
    public static void started(String name, Object server, int size, @Nullable Object executor) {
        Reports.add(new Started(name, server.getClass(), size, executor));
    }

    /// A server has started with a pool of which it may reserve threads later: its connectors have started if they
    /// are its own to start, and start after it where a framework (Spring Boot) keeps them back. The first look is
    /// taken here, since the server may have stopped at the next tick.
    public static void started(String name, Object server, Object pool) {
        Started started = new Started(name, server.getClass(), 0, pool);
        started.settled();
        UNREADY.add(started);
    }

    /// Reports the servers whose connectors have started since; called at every tick.
    ///
    /// @param serving whether requests are dispatched already: then nothing more is waited for
    public static void reportReady(boolean serving) {
        for (Started server : UNREADY) {
            if ((server.settled() || serving) && UNREADY.remove(server)) {
                Reports.add(server);
            }
        }
    }

    private static final class Started implements Report {

        private final String name;
        private final Class<?> home;
        private final int size;
        private final @Nullable Object pool;
        private int reserved;

        Started(String name, Class<?> home, int size, @Nullable Object pool) {
            this.name = name;
            this.home = home;
            this.size = size;
            this.pool = pool;
        }

        /// Whether threads are reserved, no more than at the last look: selectors and acceptors reserve theirs
        /// one after the other, and a server that stops gives them back.
        boolean settled() {
            int before = reserved;
            reserved = Math.max(before, pool instanceof ServerPool known ? known.heddleReserved() : 0);
            return before > 0 && before == reserved;
        }

        @Override
        public void write(JsonWriter json) {
            json.begin("server")
                    .put("name", name)
                    .put("version", Version.of(name, home))
                    .put("threads", most())
                    .put("reserved", reserved)
                    .put("flippedBy", PerTask.flippedBy(pool));
        }

        private int most() {
            int most = size;
            if (pool instanceof ServerPool known) {
                most = known.heddleMaximum();
            } else if (size <= 0 && pool instanceof ThreadPoolExecutor known) {
                most = known.getMaximumPoolSize();
            }
            return Math.max(0, most);
        }
    }
}
