package io.heddle.report.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.report.LineWrapper;
import io.heddle.report.Style;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OverloadTextTest {

    private static final Style STYLE = new Style(false, 80, Optional.empty());

    @Test
    void aRowForEachArmAndThenItsVerdict() {
        String text = String.join("\n", OverloadText.lines(SampleOverload.race(), STYLE));
        assertTrue(text.contains("Overload of /api/quote"), text);
        String flowing = text.replaceAll("\\s+", " ");
        assertTrue(flowing.contains("virtual-limited 3x 1,950/s 640/s 9,611 212 MiB 0.5 s"), text);
        assertTrue(flowing.contains("virtual 3x collapses: in words. Errors: 3 × 500, 40,212 × timeout."), text);
        assertTrue(flowing.contains("full with 392 requests at once (1,297/s × 302 ms)"), text);
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        for (int width : List.of(40, 80, 120)) {
            OverloadText.lines(SampleOverload.race(), new Style(false, width, Optional.empty()))
                    .forEach(line -> assertTrue(LineWrapper.columns(line) <= width, line));
        }
    }

    @Test
    void saysNothingWhereNothingWasOverloaded() {
        assertEquals(List.of(), OverloadText.lines(SampleRace.full(), STYLE));
    }
}
