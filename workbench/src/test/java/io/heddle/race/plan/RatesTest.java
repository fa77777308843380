package io.heddle.race.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Load;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RatesTest {

    @Test
    void sharesOfWhatIsCarriedOnceItIsKnown() {
        assertEquals(List.of(), Rates.of(List.of(), OptionalDouble.empty(), 400));
        assertEquals(
                List.of(new Load.Open(95, 400), new Load.Open(150, 400)),
                Rates.of(List.of(), OptionalDouble.of(190), 400));
    }

    @Test
    void rateThatWasAskedForIsTaken() {
        assertEquals(List.of(new Load.Open(5, 50)), Rates.of(List.of(5.0), OptionalDouble.empty(), 50));
    }
}
