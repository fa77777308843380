package io.heddle.maven;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.TransferCancelledException;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferResource;

/// Ends a download that has no end: each has a limit of bytes and of time.
class TransferLimits extends AbstractTransferListener {

    static final long MOST_BYTES = 2L << 30;
    static final Duration LONGEST = Duration.ofMinutes(15);

    private final long mostBytes;
    private final Duration longest;
    private final Map<TransferResource, Long> begun = new ConcurrentHashMap<>();

    TransferLimits() {
        this(MOST_BYTES, LONGEST);
    }

    TransferLimits(long mostBytes, Duration longest) {
        this.mostBytes = mostBytes;
        this.longest = longest;
    }

    @Override
    public void transferStarted(TransferEvent event) {
        begun.put(event.getResource(), System.nanoTime());
    }

    @Override
    public void transferProgressed(TransferEvent event) throws TransferCancelledException {
        long began = begun.computeIfAbsent(event.getResource(), _ -> System.nanoTime());
        if (event.getTransferredBytes() > mostBytes) {
            throw new TransferCancelledException("it is larger than " + (mostBytes >> 20) + " MiB");
        }
        if (System.nanoTime() - began > longest.toNanos()) {
            throw new TransferCancelledException("it took longer than " + longest.toSeconds() + " s");
        }
    }

    @Override
    public void transferSucceeded(TransferEvent event) {
        begun.remove(event.getResource());
    }

    @Override
    public void transferFailed(TransferEvent event) {
        begun.remove(event.getResource());
    }
}
