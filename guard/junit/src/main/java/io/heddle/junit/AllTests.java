package io.heddle.junit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/// Has the guard look at every test of a session, and proves at the end of the session that it saw.
///
/// With `heddle.junit.enabled=true` it also has JUnit run the guard's extension, so that the test itself fails.
public final class AllTests implements LauncherSessionListener {

    private static final String DETECTION = "junit.jupiter.extensions.autodetection.enabled";
    private static final String DETECTED = "junit.jupiter.extensions.autodetection.include";
    private Optional<EveryTest> tests = Optional.empty();

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Properties file = properties();
        Settings settings = name -> Optional.ofNullable(System.getProperty(name, file.getProperty(name)));
        PinningRule.requireSound(settings);
        if (PinningRule.isForAll(settings)) {
            // It starts while JUnit looks for tests.
            PinningRun.get();
            if (System.getProperty(DETECTION, file.getProperty(DETECTION)) == null && canDetectOne()) {
                System.setProperty(DETECTION, "true");
                System.setProperty(DETECTED, PinningGuard.class.getName());
            }
        }
        EveryTest listener = new EveryTest();
        tests = Optional.of(listener);
        session.getLauncher().registerTestExecutionListeners(listener);
    }

    /// What a listener of tests throws is only logged; what this one throws fails the run.
    @Override
    public void launcherSessionClosed(LauncherSession session) {
        tests.ifPresent(EveryTest::end);
        PinningRun.end();
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

    /// A setting that holds before JUnit tells its own: a system property, or one of `junit-platform.properties`.
    static Optional<String> setting(String name) {
        return Optional.ofNullable(System.getProperty(name, properties().getProperty(name)));
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

    static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? ClassLoader.getSystemClassLoader() : context;
    }
}
