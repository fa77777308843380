package io.heddle.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.util.ArrayDeque;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Defines the runtime classes in `java.base`, where all of the target's class loaders see them. Appending a jar to
/// the boot class path would do so too, but switches the JVM's class data sharing off. Opens `java.lang` to the agent
/// as well, for [io.heddle.agent.thread.ThreadPoolHook].
final class Runtimes {

    /// Where the build moves `io.heddle.agent.runtime` to.
    private static final String PLACE = "java/util/concurrent/Heddle";

    private Runtimes() {}

    static void define(ZipFile jar, Instrumentation instrumentation) throws IOException, IllegalAccessException {
        Set<Module> self = Set.of(Runtimes.class.getModule());
        instrumentation.redefineModule(
                Object.class.getModule(),
                Set.of(),
                Map.of(),
                Map.of("java.util.concurrent", self, "java.lang", self),
                Set.of(),
                Map.of());
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(ThreadPoolExecutor.class, MethodHandles.lookup());
        ArrayDeque<byte[]> waiting = new ArrayDeque<>();
        for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
            ZipEntry entry = entries.nextElement();
            if (entry.getName().startsWith(PLACE)) {
                waiting.add(jar.getInputStream(entry).readAllBytes());
            }
        }
        // A class whose parent is not there yet goes to the end; each round defines at least one.
        int refused = 0;
        while (!waiting.isEmpty() && refused <= waiting.size()) {
            byte[] next = waiting.remove();
            try {
                lookup.defineClass(next);
                refused = 0;
            } catch (NoClassDefFoundError e) {
                waiting.add(next);
                refused++;
            }
        }
        if (!waiting.isEmpty()) {
            throw new IllegalStateException("the agent's jar is not whole");
        }
    }
}
