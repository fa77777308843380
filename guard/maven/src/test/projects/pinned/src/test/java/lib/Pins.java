package lib;

/// Pins a virtual thread: in a monitor up to JDK 23, in a class initialiser from JDK 24 on, where monitors do not pin.
public final class Pins {

    private static final long MILLIS = 60;

    private Pins() {}

    public static void onVirtualThread(Runnable code) throws InterruptedException {
        Thread.ofVirtual().start(code).join();
    }

    /// With so many frames between the code that calls this and the wait.
    public static void pin(Class<?> initialised, int frames) {
        if (frames > 0) {
            pin(initialised, frames - 1);
        } else if (Runtime.version().feature() < 24) {
            inMonitor();
        } else {
            initialise(initialised);
        }
    }

    private static synchronized void inMonitor() {
        sleep();
    }

    private static void initialise(Class<?> type) {
        try {
            Class.forName(type.getName(), true, type.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /// What the initialisers do.
    public static int sleep() {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 1;
    }
}
