package io.heddle.report.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import io.heddle.model.WatchNow;
import io.heddle.report.Style;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchNowTextTest {

    private static final Holder HOLDER = new Holder(
            Cause.MONITOR,
            "com.example.Ledger\u001b[2J",
            "post",
            12,
            "shop.jar",
            40,
            4000,
            104,
            0.5,
            Certainty.CONFIRMED,
            List.of(),
            List.of(),
            "");
    private static final WatchNow.Late LATE = new WatchNow.Late(0, 0.1, 3, 40, 2);

    @Test
    void oneScreenTellsCarriersQueueProbeAndHolders() {
        WatchNow now = new WatchNow(
                "process 4711, JDK 25.0.3",
                12,
                List.of(carrier(0.5, 0.25), carrier(0, 0)),
                Optional.of(LATE),
                3,
                List.of(HOLDER));
        assertEquals("""
                process 4711, JDK 25.0.3, 12 s

                carriers  ██████████████████████▒▒▒▒▒▒▒▒▒▒▒··········  running  50 %, held  25 %
                          ···········································  running   0 %, held   0 %
                          █ running  ▒ held  · idle
                queue     3 wait for a carrier
                probe     p50 0.10 ms, p99 3.00 ms, max 40.0 ms, 2 stalls

                holders   of the last seconds
                  monitor    com.example.Ledger�[2J.post:12  40×, longest 104 ms""", String.join("\n", WatchNowText.lines(now, Style.PLAIN)));
    }

    @Test
    void whatHangsShowsAtOnce() {
        WatchNow now = new WatchNow(
                "process 1", 5, List.of(), Optional.of(new WatchNow.Late(3200, 0, 0, 0, 1)), -1, List.of());
        String text = String.join("\n", WatchNowText.lines(now, Style.PLAIN));
        assertTrue(text.contains("probe     no virtual thread has run for 3.20 s"), text);
        assertTrue(!text.contains("queue"), text);
    }

    @Test
    void manyCarriersFitOnAScreenAndNoLineIsWider() {
        WatchNow now = new WatchNow(
                "process 1".repeat(20),
                5,
                IntStream.range(0, 64).mapToObj(i -> carrier(1, 0)).toList(),
                Optional.of(LATE),
                0,
                List.of(HOLDER, HOLDER, HOLDER, HOLDER, HOLDER, HOLDER, HOLDER));
        List<String> lines = WatchNowText.lines(now, Style.PLAIN);
        assertTrue(lines.size() <= 22, () -> String.join("\n", lines));
        assertTrue(
                lines.stream().allMatch(line -> line.codePointCount(0, line.length()) <= 80),
                () -> String.join("\n", lines));
        assertTrue(String.join("\n", lines).contains("56 more"), () -> String.join("\n", lines));
    }

    private static WatchNow.Carrier carrier(double running, double held) {
        return new WatchNow.Carrier("c", running, held);
    }
}
