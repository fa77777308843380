package io.heddle.junit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/// With `heddle.junit.enabled=true`, has JUnit run the guard for all tests, and fails the run if it did not.
public final class AllTests implements LauncherSessionListener {

    private static final String DETECTION = "junit.jupiter.extensions.autodetection.enabled";
    private static final String DETECTED = "junit.jupiter.extensions.autodetection.include";
    private volatile boolean unguarded;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Properties file = properties();
        if (Boolean.parseBoolean(System.getProperty(PinningRule.ENABLED, file.getProperty(PinningRule.ENABLED)))) {
            // It starts while JUnit looks for tests.
            PinningRun.get();
            if (System.getProperty(DETECTION, file.getProperty(DETECTION)) == null && canDetectOne()) {
                System.setProperty(DETECTION, "true");
                System.setProperty(DETECTED, PinningGuard.class.getName());
            }
        }
        session.getLauncher().registerTestExecutionListeners(new TestExecutionListener() {
            @Override
            public void testPlanExecutionStarted(TestPlan plan) {
                unguarded |= isOn(plan, PinningRule.ENABLED) && !isOn(plan, DETECTION);
            }
        });
    }

    /// What a listener of tests throws is only logged; what this one throws fails the run.
    @Override
    public void launcherSessionClosed(LauncherSession session) {
        if (unguarded) {
            throw new PinningGuardFailure(
                    PinningRule.ENABLED + " is true, but JUnit did not look for extensions",
                    "set " + DETECTION + "=true in junit-platform.properties");
        }
    }

    private static boolean isOn(TestPlan plan, String parameter) {
        return plan.getConfigurationParameters().getBoolean(parameter).orElse(false);
    }

    /// From JUnit 5.12 on, detection can be confined to one extension.
    private static boolean canDetectOne() {
        try {
            Class<?> constants = Class.forName("org.junit.jupiter.engine.Constants", true, loader());
            return Stream.of(constants.getFields())
                    .anyMatch(field -> field.getName().equals("EXTENSIONS_AUTODETECTION_INCLUDE_PROPERTY_NAME"));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static Properties properties() {
        Properties properties = new Properties();
        try (InputStream file = loader().getResourceAsStream("junit-platform.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException e) {
            throw new PinningGuardFailure("junit-platform.properties cannot be read", "look at the cause", e);
        }
        return properties;
    }

    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? ClassLoader.getSystemClassLoader() : context;
    }
}
