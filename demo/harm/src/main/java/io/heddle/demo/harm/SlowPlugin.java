package io.heddle.demo.harm;

/// Its initialiser blocks, as one that reads a file or asks a server does.
public final class SlowPlugin {

    static {
        try {
            Thread.sleep(Plugins.millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Made by reflection.
    public SlowPlugin() {}
}
