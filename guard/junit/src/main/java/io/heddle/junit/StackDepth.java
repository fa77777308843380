package io.heddle.junit;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;

/// How many frames of a stack the flight recorder keeps. A JVM can be told so until it first records.
final class StackDepth {

    static final String SETTING = "heddle.junit.stack-depth";
    /// The recorder has no greater one.
    static final int DEEPEST = 2_048;

    private StackDepth() {}

    /// It costs some tenths of a second, since nothing but the JVM's management beans can do it.
    ///
    /// @throws PinningGuardFailure if it is set and the JVM does not take it
    static void set() {
        AllTests.setting(SETTING).ifPresent(StackDepth::set);
    }

    private static void set(String depth) {
        if (!depth.strip().matches("[0-9]{1,4}")) {
            throw new PinningGuardFailure(SETTING + " is no number: " + depth, "set one from 64 to " + DEEPEST);
        }
        if (FlightRecorder.isInitialized()) {
            System.getLogger("io.heddle.junit")
                    .log(
                            System.Logger.Level.WARNING,
                            "Heddle: the JVM recorded before the guard began, so that {0} does nothing: set"
                                    + " -XX:FlightRecorderOptions=stackdepth={1} for the JVM",
                            SETTING,
                            depth.strip());
            return;
        }
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "jfrConfigure",
                            new Object[] {new String[] {"stackdepth=" + depth.strip()}},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new PinningGuardFailure(
                    "the JVM does not take " + SETTING + " (" + e + ")",
                    "set -XX:FlightRecorderOptions=stackdepth=" + depth.strip() + " for the JVM",
                    e);
        }
    }
}
