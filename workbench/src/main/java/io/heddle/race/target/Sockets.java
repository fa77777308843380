package io.heddle.race.target;

import io.heddle.model.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The sockets of processes, as the operating system tells: Linux by `/proc`, other systems by `lsof`.
public final class Sockets {

    private static final int DNS = 53;

    /// What could be seen.
    public sealed interface Sight {

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
    public record Listener(InetAddress address, int port) {}

    /// A socket with a peer.
    public record Connection(int localPort, Peer peer) {}

    private Sockets() {}

    /// All sockets of the given processes. Processes that have ended meanwhile have none.
    public static Sight look(Set<Long> pids) {
        return ProcNet.available() ? ProcNet.look(pids) : Lsof.look(pids);
    }

    /// TCP ports on which the given processes accept connections.
    ///
    /// @throws Failure when this system does not tell
    public static Set<Integer> listeningPorts(Set<Long> pids) {
        return seen(pids).listeners().stream().map(Listener::port).collect(Collectors.toUnmodifiableSet());
    }

    /// Whom the given processes are connected to, or try to be, beyond loopback. Left out: who has connected to
    /// them, and name servers (port 53). Not visible: a connection that is closed already, and UDP that is sent
    /// without connecting.
    ///
    /// @throws Failure when this system does not tell: that nobody is there must be known, not guessed
    public static SortedSet<Peer> peersBeyondLoopback(Set<Long> pids) {
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
    public static OptionalLong ownerOf(int port) {
        return ProcNet.available() ? ProcNet.ownerOf(port) : Lsof.ownerOf(port);
    }

    /// The user whose process accepts TCP connections on a port of this machine; empty when there is none, or when
    /// this system does not tell.
    public static OptionalLong userOf(int port) {
        return ProcNet.available() ? ProcNet.userOf(port) : OptionalLong.empty();
    }

    /// The user that Heddle runs as; -1 when this system does not tell.
    public static long ownUser() {
        try {
            return ((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid")).longValue();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException noSuchSystem) {
            return -1;
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
