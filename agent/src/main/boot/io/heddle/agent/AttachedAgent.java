package io.heddle.agent;

import io.heddle.agent.probe.ProbeAgent;
import java.io.File;
import java.lang.instrument.Instrumentation;

/// What the JVM calls when Heddle attaches to a running target. Compiled for Java 8: the classes of a service can be
/// read before it moves to a JDK with virtual threads.
public final class AttachedAgent {

    private static final String LIST = "list,";
    private static final String READ = "read,";

    private AttachedAgent() {}

    /// @param arguments `list,FILE` to write the names of the loaded classes to a file; `read,NAMES,FILE` to write
    ///     those classes whose names a file has; else what the probe takes
    /// @throws Exception what went wrong, which the attaching process is told
    public static void agentmain(String arguments, Instrumentation instrumentation) throws Exception {
        if (arguments.startsWith(LIST)) {
            LoadedClasses.list(instrumentation, new File(arguments.substring(LIST.length())));
        } else if (arguments.startsWith(READ)) {
            int comma = arguments.indexOf(',', READ.length());
            LoadedClasses.read(
                    instrumentation,
                    new File(arguments.substring(READ.length(), comma)),
                    new File(arguments.substring(comma + 1)));
        } else {
            ProbeAgent.agentmain(arguments);
        }
    }
}
