package io.heddle.fix;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
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

    /// Prints a line for each outcome of each folder: the folder's name, a colon, what `Play` said.
    ///
    /// @param args how many orders, then folders of class files with a `Play` that is a `Callable`
    public static void main(String[] args) throws Exception {
        int orders = Integer.parseInt(args[0]);
        for (String folder : List.of(args).subList(1, args.length)) {
            play(orders, Path.of(folder));
        }
    }

    private static void play(int orders, Path folder) throws Exception {
        String prefix = MARK + folder.getFileName() + ":";
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            Callable<?> play = (Callable<?>)
                    loader.loadClass("Play").getDeclaredConstructor().newInstance();
            // Lincheck sets static fields back after each order. The properties of the JVM stay.
            Lincheck.runConcurrentTest(orders, () -> {
                try {
                    System.setProperty(prefix + play.call(), "");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        } catch (LincheckAssertionError e) {
            System.err.println(e.getMessage());
            System.setProperty(prefix + STUCK, "");
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(prefix))
                .sorted()
                .forEach(name -> System.out.println(name.substring(MARK.length())));
    }
}
