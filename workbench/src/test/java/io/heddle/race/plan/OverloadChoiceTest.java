package io.heddle.race.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.model.Failure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OverloadChoiceTest {

    @ParameterizedTest
    @CsvSource({"3x, 3", "1.5x, 1.5", "2, 2", "1.25×, 1.25"})
    void readsFactors(String text, double factor) {
        assertEquals(factor, OverloadChoice.factor(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "much", "1x", "0.5x", "-3x", "21x", "NaN", "Infinity", "3xx"})
    void refusesWhatIsNoOverload(String text) {
        assertThrows(Failure.class, () -> OverloadChoice.factor(text));
    }
}
