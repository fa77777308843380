package io.heddle.agent;

import java.lang.instrument.Instrumentation;

/// What the JVM starts. Compiled for Java 8, so that a JVM that is too old for virtual threads runs its service as
/// always and says one line, instead of ending with a class-file error; the agent proper is first looked for when it
/// is called.
public final class Premain {

    private static final int LEAST = 21;

    private Premain() {}

    /// Called by the JVM before the target's `main`. Never throws: whatever goes wrong here, the service starts.
    ///
    /// @param arguments see `docs/agent-log.md`; null when there are none
    public static void premain(String arguments, Instrumentation instrumentation) {
        long began = System.nanoTime();
        int feature = feature(System.getProperty("java.specification.version", "0"));
        if (feature < LEAST) {
            say("this JVM is Java " + feature + ", and virtual threads need " + LEAST);
            return;
        }
        try {
            Agent.start(arguments == null ? "" : arguments, instrumentation, began);
        } catch (Exception | LinkageError e) {
            say(String.valueOf(e));
        }
    }

    private static int feature(String version) {
        return Integer.parseInt(version.startsWith("1.") ? version.substring(2) : version);
    }

    private static void say(String reason) {
        System.err.println("heddle-agent does nothing: " + reason.replace('\n', ' '));
    }
}
