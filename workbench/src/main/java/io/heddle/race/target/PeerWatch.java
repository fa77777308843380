package io.heddle.race.target;

import io.heddle.race.target.Sockets.Sight;
import java.time.Duration;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/// Looks again and again whom a process is connected to beyond loopback, so that a connection that is opened for one
/// request and closed is likely to be met. It costs some percent of a core: for the start and the first requests, not
/// for trials.
public final class PeerWatch implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(20);

    /// The tree of processes changes less often than their sockets, and takes longer to look at.
    private static final int LOOKS_PER_TREE = 10;

    private final OwnedProcess process;
    private final SortedSet<Peer> peers = new ConcurrentSkipListSet<>();
    private final Thread thread;

    private PeerWatch(OwnedProcess process) {
        this.process = process;
        this.thread = Thread.ofPlatform().daemon().name("heddle-peers").start(this::watch);
    }

    /// Begins to watch a process and its descendants.
    public static PeerWatch over(OwnedProcess process) {
        return new PeerWatch(process);
    }

    /// Everybody met so far, and everybody who is there now.
    ///
    /// @throws io.heddle.model.Failure when this system does not tell
    public SortedSet<Peer> peers() {
        peers.addAll(Sockets.peersBeyondLoopback(process.tree()));
        return new TreeSet<>(peers);
    }

    /// Ends the watch.
    @Override
    public void close() {
        thread.interrupt();
    }

    private void watch() {
        Set<Long> tree = Set.of();
        SocketView sockets = new SocketView();
        for (int look = 0; !Thread.currentThread().isInterrupted(); look++) {
            if (look % LOOKS_PER_TREE == 0) {
                tree = process.tree();
            }
            if (sockets.look(tree) instanceof Sight.Seen seen) {
                peers.addAll(Sockets.beyondLoopback(seen));
            }
            try {
                Thread.sleep(EVERY);
            } catch (InterruptedException closed) {
                return;
            }
        }
    }
}
