package io.heddle.fix.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReleaseStepsTest {

    @Test
    void theSmallestStepComesFirst() {
        assertEquals(
                List.of("1.2.9", "1.10.2", "3.0.1", "2.0.4"),
                ReleaseSteps.of("1.2.3", List.of("1.2.8", "1.2.9", "1.10.1", "1.10.2", "2.0.4", "3.0.0", "3.0.1")));
    }

    @Test
    void previewsAndOtherFlavoursAreNoReleases() {
        assertEquals(
                List.of("33.5.0-jre", "33.0.0-jre"),
                ReleaseSteps.of(
                        "32.1.3-jre",
                        List.of("33.0.0-android", "33.0.0-jre", "33.5.0-android", "33.5.0-jre", "34.0.0-rc1-jre")));
        assertEquals(
                List.of("9.0.2"),
                ReleaseSteps.of("9.0.1", List.of("9.0.2.jre8", "9.0.2", "10.0.0-M1", "10.0.0.Alpha2")));
        assertEquals(
                List.of("9.4.58.v20250814"),
                ReleaseSteps.of("9.4.50.v20221201", List.of("9.4.51.v20230217", "9.4.58.v20250814")));
        assertEquals(List.of("6.2.0.Final"), ReleaseSteps.of("6.2.0", List.of("6.2.0.CR1", "6.2.0.Final")));
    }

    @Test
    void theNewestHasNoStep() {
        assertEquals(List.of(), ReleaseSteps.of("2.0", List.of()));
    }
}
