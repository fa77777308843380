package io.heddle.watch.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.waits.StackFrame;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Dumps a second apart, of threads that wait at one of two places.
class GrowthTest {

    private static final long SECOND = 1_000_000_000;
    private static final String LISTEN = "listen";
    private static final String LOAD = "load";

    @Test
    void threadsThatOnlyBecomeMoreGrow() {
        List<Growth> growth =
                growth(Map.of(LISTEN, ids(0, 20)), Map.of(LISTEN, ids(0, 120)), Map.of(LISTEN, ids(0, 200)));
        assertEquals(1, growth.size());
        assertEquals(20, growth.getFirst().first().size());
        assertEquals(200, growth.getFirst().last().size());
        assertEquals(0, growth.getFirst().left());
    }

    @Test
    void oneThatLeavesAmongManyThatStayIsSaid() {
        assertEquals(
                1,
                growth(Map.of(LISTEN, ids(0, 20)), Map.of(LISTEN, ids(1, 120)), Map.of(LISTEN, ids(1, 200)))
                        .getFirst()
                        .left());
    }

    /// Fifty threads of a pool, of which by chance more and more are met at the same line.
    @Test
    void threadsThatGoRoundDoNotGrow() {
        assertEquals(
                List.of(),
                growth(
                        Map.of(LOAD, ids(0, 14), LISTEN, ids(14, 50)),
                        Map.of(LOAD, ids(0, 26), LISTEN, ids(26, 50)),
                        Map.of(LOAD, ids(0, 40), LISTEN, ids(40, 50))));
    }

    @Test
    void shortLivedOnesDoNotGrow() {
        assertEquals(
                List.of(),
                growth(Map.of(LISTEN, ids(0, 10)), Map.of(LISTEN, ids(100, 125)), Map.of(LISTEN, ids(200, 240))));
    }

    @Test
    void aPoolThatFillsUpLevelsOff() {
        assertEquals(
                List.of(),
                growth(Map.of(LISTEN, ids(0, 20)), Map.of(LISTEN, ids(0, 180)), Map.of(LISTEN, ids(0, 200))));
        assertEquals(
                List.of(),
                growth(Map.of(LISTEN, ids(0, 20)), Map.of(LISTEN, ids(0, 200)), Map.of(LISTEN, ids(0, 200))));
    }

    @Test
    void aFewNewOnesAreEverydayLife() {
        assertEquals(
                List.of(), growth(Map.of(LISTEN, ids(0, 20)), Map.of(LISTEN, ids(0, 29)), Map.of(LISTEN, ids(0, 38))));
    }

    @Test
    void twoDumpsAreTooFew() {
        assertEquals(List.of(), growth(Map.of(LISTEN, ids(0, 20)), Map.of(LISTEN, ids(0, 200))));
    }

    @SafeVarargs
    private static List<Growth> growth(Map<String, List<Long>>... placesByDump) {
        List<ThreadDump> dumps = new ArrayList<>();
        for (Map<String, List<Long>> places : placesByDump) {
            Map<Long, ThreadSnapshot> threads = new HashMap<>();
            places.forEach((place, ids) -> ids.forEach(id -> threads.put(id, thread(id, place))));
            dumps.add(new ThreadDump(
                    dumps.size() * SECOND, ThreadDump.Jvm.UNKNOWN, new ThreadDump.Tells(true, true, true), threads));
        }
        return Growth.in(dumps, thread -> true);
    }

    private static ThreadSnapshot thread(long id, String method) {
        List<StackFrame> stack = List.of(
                new StackFrame("java.lang.VirtualThread", "park", "", 0, -1, false, false),
                new StackFrame("com.example.Shop", method, "", 7, -1, false, false));
        return new ThreadSnapshot(id, "", true, "", "", ThreadSnapshot.Locks.NONE, "", false, stack);
    }

    private static List<Long> ids(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }
}
