package io.heddle.lab;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.bench.Workshop;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A run on a JDK that is not here, in which every row is absent.
class ShownTest {

    static List<Experiment> all() {
        return Experiments.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void aRunWithoutRowsShowsNothing(Experiment experiment) {
        try (Workshop workshop = Workshop.open()) {
            Result absent = new LabRunner(
                            experiment,
                            new Plan(Extent.QUICK, List.of(LabJdk.of("99"))),
                            "test",
                            workshop,
                            new Silent())
                    .run();
            AssertionError error = assertThrows(AssertionError.class, () -> Shown.require(absent));
            assertTrue(String.valueOf(error.getMessage()).contains("HEDDLE_JDK99"), error::getMessage);
        }
    }
}
