package io.heddle.agent.runtime;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The connection pools of the target, reached weakly: the agent keeps none of them alive.
public final class ConnectionPools {

    /// Pools that are watched at once; a target that makes pools without end must fill neither its memory nor the
    /// file.
    private static final int MOST = 200;

    private static final CopyOnWriteArrayList<SeenPool> SEEN = new CopyOnWriteArrayList<>();
    private static final Set<String> TITLES = new HashSet<>();
    private static boolean full;

    private ConnectionPools() {}

    /// A pool was made.
    ///
    /// @param kind whose pool it is, such as `HikariCP`
    public static void made(Object pool, String kind) {
        if (pool instanceof ConnectionPool known) {
            synchronized (TITLES) {
                if (SEEN.size() < MOST) {
                    SEEN.add(new SeenPool(known, kind));
                } else if (!full) {
                    full = true;
                    Reports.note("the target has made more than "
                            .concat(Integer.toString(MOST))
                            .concat(" pools that it has not let go, the last a ")
                            .concat(kind)
                            .concat(": those above that number are not watched"));
                }
            }
        }
    }

    /// A pool lends a thing now.
    ///
    /// @param thing whatever it hands out; null when it had none
    public static void lent(@Nullable Object thing) {
        if (thing instanceof PooledObject known) {
            known.heddleLent(Lent.now());
        }
    }

    /// A pool lends a thing now, perhaps on the thread of whoever gave one back: for whom is known when this one is
    /// given back.
    ///
    /// @param thing whatever it hands out; null when it had none
    public static void lentToSomebody(@Nullable Object thing) {
        if (thing instanceof PooledObject known) {
            known.heddleLent(Lent.toSomebody());
        }
    }

    /// What a thing that is lent now is to remember, see [#returned].
    public static long lent() {
        return Lent.now();
    }

    /// A thing was given back.
    public static void back(Object pool, @Nullable Object thing) {
        if (thing instanceof PooledObject known) {
            long since = known.heddleLentSince();
            if (since != 0) {
                known.heddleLent(0);
                returned(pool, since);
            }
        }
    }

    /// A connection was given back.
    ///
    /// @param pool the pool that it belongs to
    /// @param borrowed what [#lent()] said when it was borrowed
    public static void returned(Object pool, long borrowed) {
        Holds holds = pool instanceof ConnectionPool known ? known.heddleHolds() : null;
        if (holds != null) {
            holds.add(Lent.nanos(borrowed), Lent.path(borrowed));
        }
    }

    /// The current thread asked to enter a pool that lends no things.
    public static void entered(boolean may, Object pool) {
        Holds holds = may && pool instanceof ConnectionPool known ? known.heddleHolds() : null;
        if (holds != null) {
            holds.begin();
        }
    }

    /// The current thread left what it had entered.
    public static void left(Object pool) {
        Holds holds = pool instanceof ConnectionPool known ? known.heddleHolds() : null;
        if (holds != null) {
            holds.end();
        }
    }

    /// What a pool without a name is called after.
    public static String nameOf(@Nullable Object thing) {
        return thing == null ? "" : thing.getClass().getSimpleName();
    }

    /// What may be lent at once where each route has a limit of its own.
    ///
    /// @param whole limit of all routes together
    /// @param each limit of one route
    /// @param routes routes that were used; before the first counts as one
    public static int most(int whole, int each, int routes) {
        return (int) Math.min(whole, (long) each * Math.max(1, routes));
    }

    /// Writes the member `pools`: one object for each pool. One that is gone is written once more, with what it
    /// still has to tell; then its title is free for the one that takes its place.
    public static void write(JsonWriter json) {
        json.beginList("pools");
        for (SeenPool seen : SEEN) {
            ConnectionPool pool = seen.get();
            if (pool != null) {
                seen.ask(pool);
            }
            seen.write(json);
            if (pool == null) {
                SEEN.remove(seen);
                synchronized (TITLES) {
                    TITLES.remove(seen.title());
                }
            }
        }
        json.endList();
    }

    /// A title that no other pool has that is there: readers tell pools by it.
    static String title(String wanted) {
        synchronized (TITLES) {
            String title = wanted;
            for (int i = 2; !TITLES.add(title); i++) {
                title = wanted.concat(" (").concat(Integer.toString(i)).concat(")");
            }
            return title;
        }
    }
}
