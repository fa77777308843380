package io.heddle.junit;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/// Says once what the guard sees, and at the end of a run which pins did not count, and why. JUnit closes the one kind
/// of resource up to 5.12, and the other kind from 5.13 on.
final class PinningLog implements ExtensionContext.Store.CloseableResource, AutoCloseable {

    private static final System.Logger LOG = System.getLogger("io.heddle.junit");
    private final Map<String, Integer> reasons = new TreeMap<>();

    PinningLog() {}

    /// Says what the guard sees on this JDK.
    static void start() {
        if (!SelfTest.MONITORS_PIN) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "Heddle: on JDK {0} a monitor no longer pins. The guard still sees waits in class initialisers and"
                            + " under native frames; to see monitors, run the tests on JDK 21 too.",
                    Runtime.version().feature());
        }
    }

    /// The log of this run.
    static PinningLog of(ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(PinningLog.class))
                .getOrComputeIfAbsent(PinningLog.class, type -> new PinningLog(), PinningLog.class);
    }

    synchronized void classLoading(int pins) {
        add("while a class was loaded", pins);
    }

    synchronized void allowed(String reason, int pins) {
        add("allowed: " + reason, pins);
    }

    private void add(String reason, int pins) {
        if (pins > 0) {
            reasons.merge(reason, pins, Integer::sum);
        }
    }

    @Override
    public synchronized void close() {
        if (!reasons.isEmpty()) {
            LOG.log(
                    System.Logger.Level.INFO,
                    () -> "Heddle: pins that did not count: "
                            + reasons.entrySet().stream()
                                    .map(reason -> reason.getValue() + " " + reason.getKey())
                                    .collect(Collectors.joining("; ")));
        }
    }
}
