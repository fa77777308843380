package io.heddle.lab;

import io.heddle.lab.bench.Workshop;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Quick forms, and rows of others, that take less than a minute together: run on JDK 21 and this one. Of the map of
/// pins it is rows that show each way in which a carrier can be held or not. [LongExperimentsTest] runs the quick
/// forms of all.
@Tag("slow")
class ShortRowsTest {

    @ParameterizedTest
    @CsvSource({
        "semaphore, ''",
        "spring-boot, held for 50 ms",
        "spring-boot, InheritableThreadLocal",
        "ring-jetty, virtual",
        "pinning-map, contended synchronized",
        "pinning-map, Object.wait"
    })
    void whatMustHoldDoes(String experiment, String row) {
        List<LabJdk> jdks = List.of(
                LabJdk.of(System.getProperty("heddle.jdk21", "21")), LabJdk.of(System.getProperty("java.home")));
        try (Workshop workshop = Workshop.open()) {
            Result result = new LabRunner(
                            Experiments.named(experiment),
                            new Plan(Extent.QUICK, jdks, row),
                            "test",
                            workshop,
                            new Silent())
                    .run();
            Shown.require(result);
        }
    }
}
