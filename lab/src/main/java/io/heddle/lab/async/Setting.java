package io.heddle.lab.async;

import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import java.util.Locale;

/// What one row runs.
///
/// @param version of core.async
/// @param property `clojure.core.async.vthreads`; empty for unset
/// @param way what does the work: a function or macro of core.async
/// @param count pieces of work
record Setting(String version, String property, String way, int count) {

    static final String OLD = "1.6.681";

    /// The last release whose go blocks have a pool of a fixed size.
    static final String LAST_FIXED = "1.7.701";

    /// The first release whose go blocks have a pool that grows; it has `io-thread` too.
    static final String FIRST_CACHED = "1.8.741";

    static final String ALPHA = "1.9.829-alpha2";
    static final String NEW = "1.9.865";
    static final String NEWEST = "1.10.864-alpha1";

    /// `pipeline-async` whose function hands its work to `io-thread` instead of `go`.
    static final String ASYNC_ON_IO_THREAD = "pipeline-async with io-thread";

    static final int SLOW_MILLIS = 1_000;

    /// Threads for go blocks up to [#LAST_FIXED].
    static final int OLD_POOL = 8;

    /// Further figures that expectations ask for.
    static final String KIND = "ran on";
    static final String USED = "threads that did the work";

    static final String CPU = "CPU of the round";

    /// Work that a pipeline has in hand at once.
    private static final int PIPELINE = 50;

    /// A row that is slower than its bound by less is as quick as it can be.
    private static final double AT_ITS_BOUND = 1.3;

    /// A row that would take longer than this runs its work once, not twice; milliseconds.
    private static final double LONG = 60_000;

    static Setting of(String version, String way) {
        return new Setting(version, "", way, 100);
    }

    static Setting go(String version, String property) {
        return new Setting(version, property, "go", 100);
    }

    Setting times(int pieces) {
        return new Setting(version, property, way, pieces);
    }

    String title() {
        return version + (property.isEmpty() ? "" : ", vthreads=" + property) + ", " + count + " × " + way;
    }

    Limit bound() {
        int atOnce = atOnce();
        int rounds = Math.ceilDiv(count, atOnce);
        return Limit.atLeast((double) rounds * SLOW_MILLIS, count + " requests of 1 s, " + atOnce + " at once");
    }

    /// How often the work is done: the first time is cold.
    int rounds() {
        return bound().value() > LONG ? 1 : 2;
    }

    private int atOnce() {
        boolean fixed = version.equals(OLD) || version.equals(LAST_FIXED);
        return way.startsWith("pipeline") ? PIPELINE : fixed && way.equals("go") ? OLD_POOL : count;
    }

    /// What the row means: who did the work, and what stood in its way.
    String remark(Outcome outcome) {
        String time = outcome.measured() < bound().value() * AT_ITS_BOUND
                ? "as quick as its bound lets it be"
                : String.format(
                        Locale.ROOT,
                        "%,.0f ms beyond its bound, in which this JVM computed for %s in all",
                        outcome.measured() - bound().value(),
                        outcome.also().get(CPU));
        boolean virtual = outcome.also().getOrDefault(KIND, "").equals("virtual");
        boolean ignored = property.equals("target") && !virtual;
        String who = virtual
                ? outcome.also().get("platform threads") + " platform threads in the whole JVM carry it all"
                : atOnce() < count && !way.startsWith("pipeline")
                        ? "the pool of " + OLD_POOL + " is the bound, and blocking work keeps it"
                        : outcome.also().get(USED) + " platform threads were taken up by it";
        return who + (ignored ? ", the property notwithstanding" : "") + ": " + time;
    }
}
