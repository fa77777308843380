package io.heddle.race.target;

import io.heddle.model.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// The sockets of processes, as the operating system tells: Linux by `/proc`, other systems by `lsof`.
public final class Sockets {

    private static final int DNS = 53;

    /// What could be seen.
    sealed interface Sight {

        /// @param connections of TCP in any state with a peer, and of connected UDP sockets
        record Seen(Set<Listener> listeners, Set<Connection> connections) implements Sight {}

        /// This system does not tell.
        ///
        /// @param why a sentence without full stop
        record Blind(String why) implements Sight {}
    }

    /// A socket that accepts TCP connections.
    ///
    /// @param address the wildcard address when it accepts on all
    record Listener(InetAddress address, int port) {}

    /// A socket with a peer.
    record Connection(int localPort, Peer peer) {}

    private Sockets() {}

    /// All sockets of the given processes. Processes that have ended meanwhile have none.
    static Sight look(Set<Long> pids) {
        return ProcNet.available() ? ProcNet.look(pids) : Lsof.look(pids);
    }

    /// TCP ports on which the given processes accept connections.
    ///
    /// @throws Failure when this system does not tell
    static Set<Integer> listeningPorts(Set<Long> pids) {
        return seen(pids).listeners().stream().map(Listener::port).collect(Collectors.toUnmodifiableSet());
    }

    /// Whom the given processes are connected to, or try to be, beyond loopback. Left out: who has connected to
    /// them, and name servers (port 53). Not visible: a connection that is closed already, and UDP that is sent
    /// without connecting.
    ///
    /// @throws Failure when this system does not tell: that nobody is there must be known, not guessed
    static SortedSet<Peer> peersBeyondLoopback(Set<Long> pids) {
        return beyondLoopback(seen(pids));
    }

    static SortedSet<Peer> beyondLoopback(Sight.Seen seen) {
        Set<Integer> own = seen.listeners().stream().map(Listener::port).collect(Collectors.toUnmodifiableSet());
        return seen.connections().stream()
                .filter(connection -> connection.peer().udp() || !own.contains(connection.localPort()))
                .map(Connection::peer)
                .filter(peer ->
                        !peer.address().isLoopbackAddress() && !peer.address().isAnyLocalAddress())
                .filter(peer -> peer.port() != DNS)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The process that accepts TCP connections on a port of this machine; empty when there is none, or when it is
    /// not the caller's to see.
    static OptionalLong ownerOf(int port) {
        return ProcNet.available() ? ProcNet.ownerOf(port) : Lsof.ownerOf(port);
    }

    /// Whose service accepts TCP connections on a port of this machine, where that is not Heddle's own user: words
    /// for a sentence. Empty where nobody accepts there. A service whose user this system does not tell is not
    /// taken for one of Heddle's user: lsof shows the processes of others to root alone.
    public static Optional<String> strangerAt(int port) {
        OptionalLong user = userOf(port);
        return stranger(user, ownUser(), () -> PortProbes.accepts(port));
    }

    static Optional<String> stranger(OptionalLong user, OptionalLong own, BooleanSupplier accepts) {
        if (user.isPresent() && user.equals(own)) {
            return Optional.empty();
        }
        if (user.isPresent()) {
            return Optional.of("belongs to another user (" + user.getAsLong() + ")");
        }
        return accepts.getAsBoolean()
                ? Optional.of("does not belong to a process of this user, as far as this system tells")
                : Optional.empty();
    }

    /// The user whose process accepts TCP connections on a port of this machine; empty when there is none, or when
    /// it is not the caller's to see.
    static OptionalLong userOf(int port) {
        return ProcNet.available() ? ProcNet.userOf(port) : Lsof.userOf(port);
    }

    /// The user that Heddle runs as, who owns what Heddle makes; empty when this system has no users of that kind.
    static OptionalLong ownUser() {
        try {
            Path own = Files.createTempFile("heddle-user-", "");
            try {
                return OptionalLong.of((Integer) Files.getAttribute(own, "unix:uid"));
            } finally {
                Files.delete(own);
            }
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException noSuchSystem) {
            return OptionalLong.empty();
        }
    }

    private static Sight.Seen seen(Set<Long> pids) {
        return switch (look(pids)) {
            case Sight.Seen seen -> seen;
            case Sight.Blind(String why) ->
                throw new Failure(
                        "Heddle cannot see the target's connections: " + why,
                        "run Heddle as the user of the target, on Linux, or where lsof is installed");
        };
    }
}
