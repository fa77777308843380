package io.heddle.demo.holders;

/// Its initialiser computes, and is done.
public final class QuickSettings {

    static final int VALUE = Integer.parseInt("1");

    private QuickSettings() {}

    /// Touches it first.
    public static final class Reader implements Runnable {

        @Override
        public void run() {
            if (QuickSettings.VALUE != 1) {
                throw new IllegalStateException();
            }
        }
    }
}
