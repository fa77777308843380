package io.heddle.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/// Real pins in this JVM, under native frames: they pin on every JDK.
class PinningGuardTest {

    /// Failed tests and classes, each with its message.
    private static Map<String, String> failures(Class<?> tests, String... parameters) {
        EngineTestKit.Builder kit = EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests));
        for (int i = 0; i < parameters.length; i += 2) {
            kit.configurationParameter(parameters[i], parameters[i + 1]);
        }
        Map<String, String> failures = new TreeMap<>();
        for (Event event : kit.execute().allEvents().failed().list()) {
            failures.put(
                    event.getTestDescriptor().getDisplayName(),
                    event.getRequiredPayload(TestExecutionResult.class)
                            .getThrowable()
                            .map(Throwable::getMessage)
                            .orElse(""));
        }
        return failures;
    }

    @Test
    void theTestThatPinsFailsAndNoOther() {
        Map<String, String> failures = failures(Samples.OneOfThree.class);
        assertEquals(List.of("pins()"), List.copyOf(failures.keySet()), failures::toString);
        String message = failures.getOrDefault("pins()", "");
        assertTrue(message.startsWith("OneOfThree.pins() pinned a carrier: 1 pin, "), message);
        assertTrue(message.contains("held by a native frame: java.lang.Class.forName0"), message);
        assertTrue(message.contains("io.heddle.junit.Pins.underNativeFrame(Pins.java:"), message);
        assertTrue(message.contains("remedy: run this on platform threads"), message);
    }

    @Test
    void anAnnotatedMethodAloneIsGuarded() {
        assertEquals(
                List.of("guarded()"),
                List.copyOf(failures(Samples.AnnotatedMethod.class).keySet()));
    }

    @Test
    void aClassInitialiserIsNamed() {
        String message = failures(Samples.Initialised.class).getOrDefault("initialises()", "");
        assertTrue(
                message.contains("held by a class initialiser: io.heddle.junit.Samples$Initialised$Slow.<clinit>"),
                message);
    }

    @Test
    void pinsOfOtherPackagesDoNotCount() {
        assertEquals(Map.of(), failures(Samples.OfSomebodyElse.class));
    }

    @Test
    void classLoadingForOnesOwnCodeDoesNotCountAndIsTold() {
        StringBuilder told = new StringBuilder();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                told.append(new SimpleFormatter().formatMessage(record));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger("io.heddle.junit");
        log.addHandler(handler);
        try {
            assertEquals(Map.of(), failures(Samples.LoadsAClass.class));
        } finally {
            log.removeHandler(handler);
        }
        assertTrue(told.toString().contains("pins that did not count: 1 while a class was loaded"), told::toString);
    }

    @Test
    void aBudgetAllowsItsNumberAndItsTime() {
        assertEquals(
                List.of("shorterThanTheDefault()", "tooLongTogether()", "twoOfOne()"),
                List.copyOf(failures(Samples.WithBudget.class).keySet()));
    }

    /// What the JVM cut off may be the test's own.
    @Test
    void aPinOnAStackThatWasCutOffCounts() {
        String message = failures(Samples.CutOff.class).getOrDefault("pinsBelowManyFrames()", "");
        assertTrue(message.contains(" frames by the JVM: io.heddle.junit.Samples may be below"), message);
        assertTrue(message.contains("set heddle.junit.stack-depth=2048"), message);
    }

    @Test
    void pinsAreSeenNextToRecordingsOfTheTest() {
        assertEquals(
                List.of("pinsBeforeARecording()", "pinsWhileAStreamIsOpen()"),
                List.copyOf(failures(Samples.UsesTheRecorder.class).keySet()));
    }

    @Test
    void aTestThatEndsOrChangesTheRecordingFailsUnlessItMay() {
        Map<String, String> failures = failures(Samples.EndsRecordings.class);
        assertEquals(
                List.of("Samples$EndsRecordings", "changes()", "ends()", "isSeenAfterwards()"),
                List.copyOf(failures.keySet()),
                failures::toString);
        String message = failures.getOrDefault("ends()", "");
        assertTrue(message.contains("was ended or changed, or lost events, during EndsRecordings.ends()"), message);
        message = failures.getOrDefault("isSeenAfterwards()", "");
        assertTrue(message.contains("isSeenAfterwards() pinned a carrier: 1 pin"), message);
    }

    @Test
    void aTestThatIsRunAgainFailsAgain() {
        assertEquals(
                List.of("pinsAtItsFirstRun()"),
                List.copyOf(failures(Samples.PinsOnce.class).keySet()));
        String message = failures(Samples.PinsOnce.class).getOrDefault("pinsAtItsFirstRun()", "");
        assertTrue(message.contains("at an earlier run of the same test"), message);
    }

    @Test
    void anAllowedTestMayPin() {
        assertEquals(Map.of(), failures(Samples.Allowed.class));
    }

    @Test
    void theNearestAnnotationCounts() {
        assertEquals(
                List.of("pins()", "pinsToo()"),
                List.copyOf(failures(Samples.Strict.class).keySet()));
        assertEquals(Map.of(), failures(Samples.Lenient.class));
        assertEquals(Map.of(), failures(Samples.AllowedAsAWhole.class));
    }

    @Test
    void ofTestsAtTheSameTimeTheOneOnTheStackFails() {
        Map<String, String> failures = failures(
                Samples.AtTheSameTime.class,
                "junit.jupiter.execution.parallel.enabled",
                "true",
                "junit.jupiter.execution.parallel.config.strategy",
                "fixed",
                "junit.jupiter.execution.parallel.config.fixed.parallelism",
                "4");
        assertEquals(List.of("pins()"), List.copyOf(failures.keySet()), failures::toString);
    }

    @Test
    void aPinThatOutlivesItsTestFailsTheClass() {
        Map<String, String> failures = failures(Samples.Outlived.class);
        assertEquals(List.of("Samples$Outlived"), List.copyOf(failures.keySet()), failures::toString);
    }

    @Test
    void theGuardForAllTestsNeedsNoAnnotation() {
        assertEquals(
                List.of("pins()"),
                List.copyOf(failures(
                                Samples.NotAnnotated.class,
                                "heddle.junit.enabled",
                                "true",
                                "junit.jupiter.extensions.autodetection.enabled",
                                "true")
                        .keySet()));
        assertEquals(
                Map.of(),
                failures(Samples.NotAnnotated.class, "junit.jupiter.extensions.autodetection.enabled", "true"));
    }
}
