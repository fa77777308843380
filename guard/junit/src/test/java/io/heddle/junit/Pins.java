package io.heddle.junit;

/// Makes pins of a given length.
final class Pins {

    private Pins() {}

    private static final class SlowLoader extends ClassLoader {
        private final long millis;

        SlowLoader(long millis) {
            super(null);
            this.millis = millis;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            sleep(millis);
            throw new ClassNotFoundException(name);
        }
    }

    /// A class loader that waits is called from `Class.forName0`, which is native.
    static void underNativeFrame(long millis) {
        try {
            Class.forName("none.Such", false, new SlowLoader(millis));
            throw new AssertionError("there is such a class");
        } catch (ClassNotFoundException e) {
            // as it should be
        }
    }

    static void inMonitor(Object monitor, long millis) {
        synchronized (monitor) {
            sleep(millis);
        }
    }

    static synchronized void inSynchronizedMethod(long millis) {
        sleep(millis);
    }

    static void inObjectWait(Object monitor, long millis) {
        synchronized (monitor) {
            try {
                monitor.wait(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs it on a virtual thread and waits for its end.
    static void onVirtualThread(Runnable code) {
        try {
            Thread.ofVirtual().start(code).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// With so many frames between the caller and the code.
    static void deep(int frames, Runnable code) {
        if (frames > 0) {
            deep(frames - 1, code);
        } else {
            code.run();
        }
    }

    /// On a virtual thread on which the caller has no frame.
    static void elsewhere(int frames) {
        onVirtualThread(() -> deep(frames, SlowElsewhere::touch));
    }

    private static Object slept() {
        sleep(60);
        return new Object();
    }

    private static final class Slow {
        static final Object WAITED = slept();

        static void touch() {}
    }

    private static final class SlowElsewhere {
        static final Object WAITED = slept();

        static void touch() {}
    }

    static void initialiseSlow() {
        Slow.touch();
    }
}
