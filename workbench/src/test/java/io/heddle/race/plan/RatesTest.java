package io.heddle.race.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Load;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatesTest {

    @Test
    void longFormWaitsForBothCapacities() {
        assertEquals(List.of(), Rates.of(List.of(), List.of(190.0), 2, 400));
        assertEquals(
                List.of(new Load.Open(95, 400), new Load.Open(150, 400)),
                Rates.of(List.of(), List.of(200.0, 190.0), 2, 400));
    }

    @Test
    void rateThatWasAskedForIsTaken() {
        assertEquals(List.of(new Load.Open(5, 50)), Rates.of(List.of(5.0), List.of(), 2, 50));
    }
}
