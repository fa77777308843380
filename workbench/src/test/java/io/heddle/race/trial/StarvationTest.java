package io.heddle.race.trial;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import org.junit.jupiter.api.Test;

class StarvationTest {

    @Test
    void generatorThatOthersKeptFromTheCoresMeasuredItself() {
        String sentence = assertThrows(Failure.class, () -> Starvation.check(0.9, 0.4, 0.1))
                .sentence();
        assertTrue(sentence.contains("90 % of a trial") && sentence.contains("40 % of the machine"), sentence);
        assertThrows(Failure.class, () -> Starvation.check(0.6, 0.4, 0.05));
    }

    @Test
    void generatorThatItsTargetKeptFromTheCoresDidNot() {
        assertDoesNotThrow(() -> Starvation.check(0.9, 0.05, 0.3));
        assertDoesNotThrow(() -> Starvation.check(0.5, 0.4, 0.1));
        assertDoesNotThrow(() -> Starvation.check(0.7, 0.3, 0.2));
    }
}
