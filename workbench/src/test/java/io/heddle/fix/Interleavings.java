package io.heddle.fix;

import java.util.List;
import java.util.concurrent.Callable;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/// Plays classes in many orders of their threads, which Lincheck chooses, and prints what comes of them. It runs in a
/// JVM of its own, because Lincheck transforms classes.
final class Interleavings {

    /// All threads of an order wait for each other.
    static final String STUCK = "stuck";

    private static final String MARK = "outcome.";

    private Interleavings() {}

    /// Prints a line for each outcome of each class: its name, a colon, what it said.
    ///
    /// @param args how many orders, then names of classes on the class path that are a `Callable`
    public static void main(String[] args) throws Exception {
        int orders = Integer.parseInt(args[0]);
        for (String name : List.of(args).subList(1, args.length)) {
            play(orders, name, (Callable<?>)
                    Class.forName(name).getDeclaredConstructor().newInstance());
        }
    }

    private static void play(int orders, String name, Callable<?> play) {
        String prefix = MARK + name + ":";
        try {
            // Lincheck sets static fields back after each order. The properties of the JVM stay.
            Lincheck.runConcurrentTest(orders, () -> {
                try {
                    System.setProperty(prefix + play.call(), "");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        } catch (LincheckAssertionError e) {
            if (!String.valueOf(e.getMessage()).contains("hung")) {
                throw e;
            }
            System.setProperty(prefix + STUCK, "");
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(property -> property.startsWith(prefix))
                .sorted()
                .forEach(property -> System.out.println(property.substring(MARK.length())));
    }
}
