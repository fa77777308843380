package io.heddle.analysis.confidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Step;
import io.heddle.model.Odds.Feature;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Whatever `./dev train` writes, each reason to doubt a path makes it no likelier.
class ConfidenceModelTest {

    @Test
    void whatIsFartherAwayIsNoLikelier() {
        for (BlockingKind kind : BlockingKind.values()) {
            for (int calls = 1; calls < 13; calls++) {
                assertTrue(probability(path(kind, calls + 1)) <= probability(path(kind, calls)), kind + " " + calls);
            }
        }
    }

    @Test
    void eachDoubtMakesItNoLikelier() {
        for (BlockingKind kind : BlockingKind.values()) {
            double sure = probability(path(kind, 3));
            for (Demotion demotion : Demotion.values()) {
                assertTrue(probability(path(kind, 3).when(true, demotion)) <= sure, kind + " " + demotion);
            }
            double two = probability(path(kind, 3).ambiguous(Limits.Confidence.AMBIGUOUS, 2));
            double ten = probability(path(kind, 3).ambiguous(Limits.Confidence.AMBIGUOUS, 10));
            double none = probability(path(kind, 3).ambiguous(Limits.Confidence.IMPOSSIBLE, 10));
            assertTrue(two <= sure && ten <= two && none <= ten, kind + ": " + sure + " " + two + " " + ten);
        }
    }

    @Test
    void theModelTellsSurePathsFromDoubtfulOnes() {
        Features sure = path(BlockingKind.NETWORK, 1);
        Features doubtful = path(BlockingKind.LOCK, 9)
                .ambiguous(Limits.Confidence.IMPOSSIBLE, 8)
                .when(true, Demotion.READY);
        assertTrue(probability(sure) > 0.7, () -> "" + probability(sure));
        assertTrue(probability(doubtful) < 0.5, () -> "" + probability(doubtful));
    }

    @Test
    void aRuleThatDoubtsMakesItNoLikelier() {
        assertTrue(ConfidenceModel.odds("yield-spin", Confidence.POSSIBLE).probability()
                <= ConfidenceModel.odds("yield-spin", Confidence.LIKELY).probability());
    }

    @Test
    void theWeightsOfAPathAreNamed() {
        assertEquals(
                List.of("any finding", "kind short lock", "calls", "calls to short lock", "classes", "libraries"),
                ConfidenceModel.odds(path(BlockingKind.SHORT_LOCK, 3)).features().stream()
                        .map(Feature::name)
                        .toList());
    }

    // Each call in a class and a library of its own.
    private static Features path(BlockingKind kind, int calls) {
        return new Features(kind, false)
                .along(IntStream.range(0, calls)
                        .mapToObj(i -> new Step("p.C" + i, "m", "()V", 1, "g:a" + i + ":1"))
                        .toList());
    }

    private static double probability(Features path) {
        return ConfidenceModel.odds(path).probability();
    }
}
