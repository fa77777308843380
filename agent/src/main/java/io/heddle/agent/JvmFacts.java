package io.heddle.agent;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.heddle.agent.runtime.JsonWriter;
import io.heddle.agent.runtime.Report;
import io.heddle.agent.runtime.Reports;
import java.lang.management.ManagementFactory;

/// What differs between JVMs beside their version: the collector, the object headers, and how virtual threads wait for
/// sockets. Looked at once the target serves, since the management module takes its time.
///
/// The only class of the agent that names that module: a run time without it loads all others.
final class JvmFacts {

    private static final String[] COLLECTORS = {"Serial", "Parallel", "G1", "Z", "Shenandoah", "Epsilon"};

    private JvmFacts() {}

    /// Reports them.
    ///
    /// @param pollers as [Pollers#mode()] says
    static void report(String pollers) {
        String collector = "";
        String compact = "";
        try {
            HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            for (String name : COLLECTORS) {
                if (option(options, "Use" + name + "GC").equals("true")) {
                    collector = name;
                }
            }
            compact = option(options, "UseCompactObjectHeaders");
        } catch (RuntimeException | LinkageError e) {
            // a run time without the module: not known
        }
        Reports.add(new Jvm(collector, compact, pollers));
    }

    /// Empty where the JVM has no such option.
    private static String option(HotSpotDiagnosticMXBean options, String name) {
        try {
            return options.getVMOption(name).getValue();
        } catch (IllegalArgumentException unknown) {
            return "";
        }
    }

    private record Jvm(String collector, String compactHeaders, String pollers) implements Report {

        @Override
        public void write(JsonWriter json) {
            json.begin("jvm")
                    .put("collector", collector)
                    .put("compactHeaders", compactHeaders)
                    .put("pollers", pollers);
        }
    }
}
