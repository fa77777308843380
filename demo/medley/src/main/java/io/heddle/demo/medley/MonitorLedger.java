package io.heddle.demo.medley;

/// Holds a monitor of its own meanwhile.
final class MonitorLedger implements Ledger {

    @Override
    public synchronized void post(long millis) throws InterruptedException {
        Thread.sleep(millis);
    }
}
