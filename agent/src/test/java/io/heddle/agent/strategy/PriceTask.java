package io.heddle.agent.strategy;

import java.util.concurrent.CompletableFuture;

/// A job of a service whose package is called as one of Jetty's is.
public final class PriceTask implements Runnable {

    private final CompletableFuture<Boolean> virtual = new CompletableFuture<>();

    @Override
    public void run() {
        virtual.complete(Thread.currentThread().isVirtual());
    }

    /// Whether it ran on a virtual thread; waits until it did.
    public boolean onVirtualThread() {
        return virtual.orTimeout(20, java.util.concurrent.TimeUnit.SECONDS).join();
    }
}
