package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.race.target.Sockets.Sight;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The machine's own address stands for the world: connections to it stay on the machine, and are no loopback.
class SocketsTest {

    private static final Set<Long> SELF = Set.of(ProcessHandle.current().pid());

    @TempDir
    Path directory;

    private static InetAddress own(Class<? extends InetAddress> family) throws Exception {
        InetAddress own = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address ->
                        family.isInstance(address) && !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .findFirst()
                .orElse(null);
        if (own == null) {
            System.out.println("skipped: this machine has no " + family.getSimpleName() + " beyond loopback");
        }
        Assumptions.assumeTrue(own != null, "no address beyond loopback");
        return own;
    }

    @Test
    void seesWhoListens() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            assertTrue(Sockets.listeningPorts(SELF).contains(server.getLocalPort()));
            assertEquals(OptionalLong.of(ProcessHandle.current().pid()), Sockets.ownerOf(server.getLocalPort()));
            if (Lsof.look(SELF) instanceof Sight.Seen) {
                assertEquals(OptionalLong.of(ProcessHandle.current().pid()), Lsof.ownerOf(server.getLocalPort()));
            }
        }
        assertEquals(OptionalLong.empty(), Sockets.ownerOf(1));
        assertEquals(Set.of(), Sockets.listeningPorts(Set.of(Long.MAX_VALUE)));
    }

    @Test
    void loopbackIsNobodyBeyond() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
                Socket client = new Socket("127.0.0.1", server.getLocalPort());
                ServerSocket six = new ServerSocket(0, 10, InetAddress.getByName("::1"));
                Socket clientSix = new Socket("::1", six.getLocalPort())) {
            Sight.Seen seen = (Sight.Seen) Sockets.look(SELF);
            assertTrue(
                    seen.connections().stream()
                            .anyMatch(connection -> connection.peer().port() == server.getLocalPort()),
                    "the connection is seen: " + seen);
            assertEquals(Set.of(), Sockets.peersBeyondLoopback(SELF));
            assertTrue(client.isConnected() && clientSix.isConnected());
        }
    }

    @Test
    void seesAPeerBeyondThroughAnIpv6SocketAsTheIpv4AddressThatItIs() throws Exception {
        connects(own(Inet4Address.class));
    }

    @Test
    void seesAPeerBeyondOverIpv6() throws Exception {
        connects(own(Inet6Address.class));
    }

    /// The server is this test, the client a target: a JVM's sockets are IPv6 ones, so that an IPv4 peer is a
    /// mapped address.
    private void connects(InetAddress address) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 10, address);
                Supervisor supervisor = Supervisor.start(directory)) {
            OwnedProcess target = supervisor.launch(Faulty.launch(
                    directory, "outbound", "--to=" + address.getHostAddress() + ":" + server.getLocalPort()));
            try (Socket accepted = server.accept()) {
                Faulty.said(target, "listening on");
                Peer peer = Sockets.peersBeyondLoopback(target.tree()).getFirst();
                assertEquals(
                        address.getHostAddress().replaceAll("%.*", ""),
                        peer.address().getHostAddress().replaceAll("%.*", ""));
                assertEquals(server.getLocalPort(), peer.port());
                assertFalse(peer.udp());
                assertTrue(
                        Sockets.peersBeyondLoopback(SELF).stream()
                                .noneMatch(other -> other.port() == accepted.getPort()),
                        "who has connected to us is no peer of ours");
            }
        }
    }

    @Test
    void seesConnectedUdpButNoNameServer() throws Exception {
        InetAddress own = own(Inet4Address.class);
        try (DatagramSocket statsd = new DatagramSocket();
                DatagramSocket dns = new DatagramSocket()) {
            statsd.connect(new InetSocketAddress(own, 8125));
            dns.connect(new InetSocketAddress(own, 53));
            assertEquals(Set.of(new Peer(own, 8125, true)), Sockets.peersBeyondLoopback(SELF));
            assertEquals(
                    own.getHostAddress() + ":8125/udp",
                    Sockets.peersBeyondLoopback(SELF).getFirst().toString());
        }
    }

    @Test
    void remembersAPeerThatWasConnectedForAMoment() throws Exception {
        InetAddress own = own(Inet4Address.class);
        try (ServerSocket server = new ServerSocket(0, 10, own);
                Supervisor supervisor = Supervisor.start(directory)) {
            OwnedProcess target = supervisor.launch(Faulty.shell(
                    directory,
                    "moment",
                    List.of(
                            "bash",
                            "-c",
                            "exec 3<>/dev/tcp/" + own.getHostAddress() + "/" + server.getLocalPort()
                                    + "; read line <&3; exec 3>&-; echo closed it; sleep 300")));
            try (PeerWatch watch = PeerWatch.over(target)) {
                Socket accepted = server.accept();
                Faulty.await("the watch sees it", () -> !watch.peers().isEmpty());
                accepted.close();
                Faulty.said(target, "closed");
                assertEquals(Set.of(), Sockets.peersBeyondLoopback(target.tree()));
                assertEquals(server.getLocalPort(), watch.peers().getFirst().port());
            }
        }
    }

    /// As on macOS, where lsof is all there is.
    @Test
    void lsofTellsWhoseAServiceIs() throws Exception {
        Assumptions.assumeTrue(Lsof.look(SELF) instanceof Sight.Seen, "no lsof here");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertTrue(Lsof.userOf(server.getLocalPort()).isPresent());
            assertEquals(Sockets.ownUser(), Lsof.userOf(server.getLocalPort()));
        }
    }

    @Test
    void aServiceWhoseUserIsHiddenIsAStrangers() {
        OptionalLong me = OptionalLong.of(501);
        assertEquals(Optional.empty(), Sockets.stranger(me, me, () -> true));
        assertTrue(Sockets.stranger(OptionalLong.of(0), me, () -> true)
                .orElseThrow()
                .contains("another user (0)"));
        assertTrue(Sockets.stranger(OptionalLong.empty(), me, () -> true)
                .orElseThrow()
                .contains("does not belong"));
        assertEquals(Optional.empty(), Sockets.stranger(OptionalLong.empty(), me, () -> false));
    }

    @Test
    void lsofSeesTheSame() throws Exception {
        Assumptions.assumeTrue(Lsof.look(SELF) instanceof Sight.Seen, "no lsof here");
        InetAddress own = own(Inet4Address.class);
        try (ServerSocket server = new ServerSocket(0, 10, own);
                Socket client = new Socket(own, server.getLocalPort());
                ServerSocket six = new ServerSocket(0, 10, InetAddress.getByName("::1"));
                Socket accepted = server.accept()) {
            Sight.Seen byLsof = (Sight.Seen) Lsof.look(SELF);
            assertTrue(
                    byLsof.listeners().contains(new Sockets.Listener(own, server.getLocalPort())), byLsof.toString());
            assertTrue(
                    byLsof.listeners().contains(new Sockets.Listener(InetAddress.getByName("::1"), six.getLocalPort())),
                    byLsof.toString());
            assertEquals(
                    ProcNet.available() ? ((Sight.Seen) ProcNet.look(SELF)).connections() : byLsof.connections(),
                    byLsof.connections());
            assertTrue(accepted.isConnected() && client.isConnected());
        }
    }

    @Test
    void readsTheKernelsWayToWriteAddresses() throws Exception {
        Assumptions.assumeTrue(
                java.nio.ByteOrder.nativeOrder() == java.nio.ByteOrder.LITTLE_ENDIAN,
                "the samples are of a little-endian machine");
        assertEquals(InetAddress.getByName("127.0.0.1"), ProcNet.address("0100007F:1F90"));
        assertEquals(InetAddress.getByName("10.1.2.3"), ProcNet.address("0000000000000000FFFF00000302010A:1F90"));
        assertEquals(InetAddress.getByName("2001:db8::1"), ProcNet.address("B80D0120000000000000000001000000:01BB"));
        assertTrue(ProcNet.address("0000000000000000FFFF00000100007F:1F90").isLoopbackAddress());
    }
}
