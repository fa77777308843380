package io.heddle.agent.runtime;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/// One connection pool and what it told last, so that a pool that is closed and gone before anybody looked again still
/// has its say.
final class SeenPool extends WeakReference<ConnectionPool> {

    private final String kind;
    private final @Nullable Holds holds;
    private String title = "";
    private int maximum;
    private int active;
    private int waiting;

    SeenPool(ConnectionPool pool, String kind) {
        super(pool);
        this.kind = kind;
        this.holds = pool.heddleHolds();
        if (holds != null) {
            holds.open();
        }
    }

    /// What readers know it by; empty before it was written.
    String title() {
        return title;
    }

    /// Asks the pool. One that is half made or half closed may not answer: then what it told last stands.
    void ask(ConnectionPool pool) {
        try {
            if (title.isEmpty()) {
                String name = orEmpty(pool.heddleName());
                title = ConnectionPools.title(name.isEmpty() ? kind : name);
            }
            maximum = Math.max(0, pool.heddleMaximum());
            active = pool.heddleActive();
            waiting = pool.heddleWaiting();
        } catch (RuntimeException e) {
            active = 0;
            waiting = 0;
        }
    }

    void write(JsonWriter json) {
        if (title.isEmpty()) {
            title = ConnectionPools.title(kind);
        }
        json.beginObject()
                .put("name", title)
                .put("kind", kind)
                .put("max", maximum)
                .put("active", active)
                .put("waiting", waiting);
        json.beginList("holds");
        if (holds != null) {
            holds.drainTo(json);
        }
        json.endList().beginList("paths");
        if (holds != null) {
            holds.drainPathsTo(json);
        }
        json.endList().endObject();
    }

    private static String orEmpty(@Nullable String name) {
        return name == null ? "" : name;
    }
}
