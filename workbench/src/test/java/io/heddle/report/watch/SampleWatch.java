package io.heddle.report.watch;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitGraph;
import io.heddle.model.Watch;
import java.util.List;
import java.util.Optional;

/// Watches for tests of reports.
final class SampleWatch {

    /// A name that wants to paint the screen, end a label, and run in a browser.
    static final String HOSTILE = "\u001b]0;owned\u0007\u202e\"}\n</td><script>alert(1)</script>\\";

    private SampleWatch() {}

    static Watch of(List<Holder> holders) {
        return watch(holders, "virtual threads waited up to 100 ms for a carrier", List.of());
    }

    static Watch hostile() {
        Holder holder = new Holder(
                Cause.MONITOR,
                HOSTILE,
                HOSTILE,
                12,
                HOSTILE,
                1,
                100,
                100,
                0.5,
                Certainty.CONFIRMED,
                List.of("pinned event"),
                List.of(HOSTILE),
                HOSTILE);
        return watch(List.of(holder), HOSTILE, List.of(HOSTILE));
    }

    static Holder holder(String type, String method, long count) {
        return new Holder(
                Cause.MONITOR,
                "com.example." + type,
                method,
                12,
                "shop.jar",
                count,
                100.0 * count,
                100,
                0.5,
                Certainty.CONFIRMED,
                List.of("pinned event"),
                List.of("java.lang.Thread.sleep", "com.example." + type + "." + method + ":12"),
                "");
    }

    private static Watch watch(List<Holder> holders, String text, List<String> lines) {
        Watch.Probe probe = new Watch.Probe(0.1, 80, 120, 3, 0, 1, List.of(1.0, 120.0));
        Watch.Pinned pinned = new Watch.Pinned(
                holders.stream().mapToLong(Holder::count).sum() + 2,
                holders.stream().mapToDouble(Holder::totalMillis).sum() + 14,
                100);
        WaitGraph graph = lines.isEmpty()
                ? WaitGraph.NONE
                : new WaitGraph(
                        List.of(new WaitGraph.Held(HOSTILE, HOSTILE, HOSTILE, HOSTILE)),
                        List.of(new WaitGraph.Waiter(HOSTILE, HOSTILE)),
                        1);
        return new Watch(
                "test",
                List.of("heddle", "watch"),
                new Watch.Jvm("21.0.8", 21, 4711),
                10,
                Watch.State.DELAYED,
                Certainty.CONFIRMED,
                text,
                new Watch.Carriers(2, 0.5),
                Optional.of(probe),
                holders,
                new Watch.VirtualThreads(Optional.empty(), Optional.of(7L), 0, pinned),
                graph,
                WaitAccount.NONE,
                lines);
    }
}
