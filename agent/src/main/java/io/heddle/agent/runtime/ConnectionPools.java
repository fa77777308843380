package io.heddle.agent.runtime;

import java.lang.ref.WeakReference;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The connection pools of the target, reached weakly: the agent keeps none of them alive.
public final class ConnectionPools {

    private static final CopyOnWriteArrayList<Seen> SEEN = new CopyOnWriteArrayList<>();

    private ConnectionPools() {
    }

    /// A pool was made.
    ///
    /// @param kind whose pool it is, such as `HikariCP`
    public static void made(Object pool, String kind) {
        if (pool instanceof ConnectionPool known) {
            SEEN.add(new Seen(known, kind));
        }
    }

    /// A connection was given back.
    ///
    /// @param pool the pool that it belongs to
    /// @param borrowed `System.nanoTime()` when it was borrowed
    public static void returned(Object pool, long borrowed) {
        Holds holds = pool instanceof ConnectionPool known ? known.heddleHolds() : null;
        if (holds != null) {
            holds.add(System.nanoTime() - borrowed);
        }
    }

    /// Writes the member `pools`: one object for each live pool.
    public static void write(Json json) {
        json.beginList("pools");
        for (Seen seen : SEEN) {
            ConnectionPool pool = seen.get();
            if (pool == null) {
                SEEN.remove(seen);
            } else {
                seen.write(pool, json);
            }
        }
        json.endList();
    }

    private static final class Seen extends WeakReference<ConnectionPool> {

        private final String kind;

        Seen(ConnectionPool pool, String kind) {
            super(pool);
            this.kind = kind;
        }

        void write(ConnectionPool pool, Json json) {
            String name;
            int maximum;
            int active;
            int waiting;
            try {
                name = orEmpty(pool.heddleName());
                maximum = pool.heddleMaximum();
                active = pool.heddleActive();
                waiting = pool.heddleWaiting();
            } catch (RuntimeException e) {
                return; // a pool half made or half closed: the next tick asks again
            }
            json.beginObject().put("name", name).put("kind", kind).put("max", maximum).put("active", active).put("waiting", waiting);
            json.beginList("holds");
            Holds holds = pool.heddleHolds();
            if (holds != null) {
                holds.drainTo(json);
            }
            json.endList().endObject();
        }

        private static String orEmpty(@Nullable String name) {
            return name == null ? "" : name;
        }
    }
}
