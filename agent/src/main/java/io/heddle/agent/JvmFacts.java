package io.heddle.agent;

import io.heddle.agent.runtime.JsonWriter;
import io.heddle.agent.runtime.Report;
import io.heddle.agent.runtime.Reports;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;

/// What differs between JVMs beside their version: the collector, the object headers, and how virtual threads wait for
/// sockets. Looked at once the target serves, since the management module takes its time.
///
/// HotSpot's own options are asked by name: another JVM has no such bean, and a run time may lack its module.
final class JvmFacts {

    private static final String OPTIONS = "com.sun.management.HotSpotDiagnosticMXBean";
    private static final String[] COLLECTORS = {"Serial", "Parallel", "G1", "Z", "Shenandoah", "Epsilon"};

    private JvmFacts() {}

    /// Reports them.
    ///
    /// @param pollers as [Pollers#mode()] says
    static void report(String pollers) {
        String collector = "";
        String compact = "";
        try {
            Class<? extends PlatformManagedObject> type =
                    Class.forName(OPTIONS).asSubclass(PlatformManagedObject.class);
            Object options = ManagementFactory.getPlatformMXBean(type);
            for (String name : COLLECTORS) {
                if (option(type, options, "Use" + name + "GC").equals("true")) {
                    collector = name;
                }
            }
            compact = option(type, options, "UseCompactObjectHeaders");
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            // not known
        }
        Reports.add(new Jvm(collector, compact, pollers));
    }

    /// Empty where the JVM has no such option.
    private static String option(Class<?> type, Object options, String name) throws ReflectiveOperationException {
        try {
            Object option = type.getMethod("getVMOption", String.class).invoke(options, name);
            return (String) option.getClass().getMethod("getValue").invoke(option);
        } catch (java.lang.reflect.InvocationTargetException unknown) {
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
