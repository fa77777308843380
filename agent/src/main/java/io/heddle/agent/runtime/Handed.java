package io.heddle.agent.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Tasks that requests handed to the JDK's thread pools: whoever runs one works for that request. The tasks stay what
/// they are, since pools and their owners look at them.
public final class Handed {

    /// Tasks that are known at once; of more than that it is not known whose they are.
    private static final int MOST = 100_000;

    private static final ConcurrentHashMap<Object, Handed> TASKS = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();

    private final int path;
    private final int times;

    private Handed(int path, int times) {
        this.path = path;
        this.times = times;
    }

    /// The current thread hands a task to a pool.
    public static void on(@Nullable Runnable task) {
        int path = Served.path();
        if (path == Served.UNKNOWN || task == null) {
            return;
        }
        for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            TASKS.remove(gone);
        }
        boolean kept = TASKS.size() >= MOST;
        while (!kept) {
            Key key = new Key(task);
            Handed known = TASKS.get(key);
            kept = known == null
                    ? TASKS.putIfAbsent(key, new Handed(path, 1)) == null
                    : TASKS.replace(key, known, known.and(path));
        }
    }

    /// One task may be handed on by several requests at once: then nobody knows for which of them it runs.
    private Handed and(int another) {
        return new Handed(path == another ? path : Served.UNKNOWN, times + 1);
    }

    /// A thread of a pool begins to run a task.
    public static void begin(@Nullable Runnable task) {
        if (!Served.isMarked() || task == null) {
            return;
        }
        Served.leave(false);
        if (TASKS.isEmpty()) {
            return;
        }
        Sought key = new Sought(task);
        for (Handed known = TASKS.get(key); known != null; known = TASKS.get(key)) {
            if (known.times == 1
                    ? TASKS.remove(key, known)
                    : TASKS.replace(key, known, new Handed(known.path, known.times - 1))) {
                if (known.path != Served.UNKNOWN) {
                    Served.take(known.path);
                }
                return;
            }
        }
    }

    /// A thread of a pool has run a task.
    public static void end() {
        Served.leave(false);
    }

    /// A task by its identity, which does not keep it alive.
    private static final class Key extends WeakReference<Object> {

        private final int hash;

        Key(Object task) {
            super(task, GONE);
            this.hash = System.identityHashCode(task);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || other instanceof Key key && get() != null && get() == key.get()
                    || other instanceof Sought sought && get() == sought.task();
        }
    }

    /// The same, to look for it.
    private record Sought(Object task) {

        @Override
        public int hashCode() {
            return System.identityHashCode(task);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Sought sought && task == sought.task
                    || other instanceof Key key && key.equals(this);
        }
    }
}
