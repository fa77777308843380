package io.heddle.demo.harm;

/// Blocks while it holds a monitor, as a client does that writes to its connection.
final class Ledger {

    private Ledger() {}

    static void post(long millis) throws InterruptedException {
        new Ledger().write(millis);
    }

    private synchronized void write(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }
}
