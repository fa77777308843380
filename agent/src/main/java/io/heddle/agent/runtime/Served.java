package io.heddle.agent.runtime;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Which request the current thread serves, by the mark that the load generator put on it.
///
/// A thread that a request starts inherits the mark. It counts there only as long as the request is served, and only
/// on virtual threads: they are made for one task, where platform threads may be a pool's, and serve others later. A
/// task that is handed to a pool takes the mark along by [Handed]. Wherever the request is not known, what is used
/// belongs to none.
public final class Served {

    /// Header of the mark: the number of a path, from 1 on, or 0 for what is asked aside.
    public static final String HEADER = "Heddle-Path";

    /// Of a thread of which no request is known.
    static final int UNKNOWN = -1;

    /// Of requests that belong to no load, such as a bystander's.
    static final int ASIDE = 0;

    /// The highest number of a path; requests with a higher one belong to no path.
    static final int MOST = 255;

    private static final int MOST_DIGITS = 3;

    private static final InheritableThreadLocal<Served> CURRENT = new InheritableThreadLocal<>();
    private static final LongAdder[] ENDED = new LongAdder[MOST + 1];

    /// Whether a mark was ever seen. Without a load generator nothing of this costs anything.
    private static volatile boolean marked;

    private final int path;
    private final long thread;
    private final long began;
    private volatile boolean ended;

    static {
        for (int i = 0; i < ENDED.length; i++) {
            ENDED[i] = new LongAdder();
        }
    }

    private Served(int path, long thread, long began) {
        this.path = path;
        this.thread = thread;
        this.began = began;
    }

    /// The current thread begins to serve a request.
    ///
    /// @param mark value of its header; null without one
    public static void begin(@Nullable String mark) {
        if (mark == null && !marked) {
            return;
        }
        end();
        int path = number(mark);
        if (path != UNKNOWN) {
            marked = true;
            take(path);
        }
    }

    /// The request that the current thread began to serve is served.
    public static void end() {
        leave(true);
    }

    /// Somebody else serves the request that the current thread began to serve.
    static void passOn() {
        leave(false);
    }

    /// The current thread works for the request of a path from now on.
    static void take(int path) {
        Served served = new Served(path, Thread.currentThread().threadId(), System.currentTimeMillis());
        CURRENT.set(served);
        if (path == ASIDE) {
            AsideLog.add(served.thread, served.began, 0);
        }
    }

    /// The current thread works for nobody whom it would inherit, nor whom it took.
    ///
    /// @param counts whether what it took is a request that is served now
    static void leave(boolean counts) {
        if (!marked) {
            return;
        }
        Served served = CURRENT.get();
        if (served == null) {
            return;
        }
        if (served.thread == Thread.currentThread().threadId() && !served.ended) {
            served.ended = true;
            if (counts) {
                ENDED[served.path].increment();
            }
            if (served.path == ASIDE) {
                AsideLog.add(served.thread, served.began, System.currentTimeMillis());
            }
        }
        CURRENT.remove();
    }

    /// Whether a mark was ever seen.
    static boolean isMarked() {
        return marked;
    }

    /// The path of the request that the current thread works for; [#ASIDE] or [#UNKNOWN].
    static int path() {
        if (!marked) {
            return UNKNOWN;
        }
        Served served = CURRENT.get();
        Thread thread = Thread.currentThread();
        return served == null || served.ended || served.thread != thread.threadId() && !thread.isVirtual()
                ? UNKNOWN
                : served.path;
    }

    /// Writes the member `paths`: a pair of number and count for each path whose requests were served since the last
    /// time.
    public static void write(JsonWriter json) {
        json.beginList("paths");
        for (int path = 1; marked && path <= MOST; path++) {
            long count = ENDED[path].sumThenReset();
            if (count > 0) {
                json.numbers(path, count);
            }
        }
        json.endList();
        AsideLog.write(json);
    }

    private static int number(@Nullable String mark) {
        if (mark == null || mark.isEmpty() || mark.length() > MOST_DIGITS) {
            return UNKNOWN;
        }
        int number = 0;
        for (int i = 0; i < mark.length(); i++) {
            int digit = mark.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return UNKNOWN;
            }
            number = 10 * number + digit;
        }
        return number > MOST ? UNKNOWN : number;
    }
}
