package io.heddle.net;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;

/// Closes a connection when its time is over, whatever is being waited for: a connection, TLS, a byte, or room to
/// write.
public final class Expiry implements AutoCloseable {

    private final Thread thread;
    private volatile boolean expired;

    private Expiry(Closeable connection, Duration time) {
        thread = Thread.ofVirtual().unstarted(() -> {
            try {
                Thread.sleep(time);
                expired = true;
                connection.close();
            } catch (InterruptedException | IOException ended) {
                // It is closed, or it ended in time.
            }
        });
    }

    /// @param time for the whole exchange, from now
    public static Expiry of(Closeable connection, Duration time) {
        Expiry expiry = new Expiry(connection, time);
        expiry.thread.start();
        return expiry;
    }

    /// It closed the connection.
    public boolean expired() {
        return expired;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
