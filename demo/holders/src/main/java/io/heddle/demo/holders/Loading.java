package io.heddle.demo.holders;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/// Class initialisers that take their time, each time in a fresh class loader, for a class is initialised once.
final class Loading {

    private static final URL[] HERE = {
        Loading.class.getProtectionDomain().getCodeSource().getLocation()
    };

    private Loading() {}

    /// Several threads, each with a class of its own.
    static void initialize(boolean healthy) throws Exception {
        reader(healthy).run();
        Thread.sleep(5);
    }

    /// A platform thread initialises, virtual threads wait for it.
    static void initializeElsewhere(boolean healthy) throws Exception {
        Runnable reader = reader(healthy);
        Thread first = Thread.ofPlatform().daemon().start(reader);
        Thread.sleep(5);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            others.add(Thread.ofVirtual().start(reader));
        }
        first.join();
        for (Thread other : others) {
            other.join();
        }
    }

    private static Runnable reader(boolean healthy) throws Exception {
        ClassLoader loader = new URLClassLoader(HERE, null);
        String name = healthy ? "QuickSettings" : "SlowSettings";
        return (Runnable) loader.loadClass("io.heddle.demo.holders." + name + "$Reader")
                .getDeclaredConstructor()
                .newInstance();
    }
}
