package io.heddle.demo.holders;

/// Its initialiser blocks, as one that reads a file or asks a server does.
public final class SlowSettings {

    static final int VALUE = load();

    private SlowSettings() {}

    private static int load() {
        try {
            Thread.sleep(150);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Integer.parseInt("1");
    }

    /// Touches it first.
    public static final class Reader implements Runnable {

        @Override
        public void run() {
            if (SlowSettings.VALUE != 1) {
                throw new IllegalStateException();
            }
        }
    }
}
