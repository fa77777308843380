package io.heddle.race.target;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Comparator;

/// The other end of a connection.
///
/// @param address an IPv4 address that was mapped into IPv6 is an IPv4 address here
/// @param port 1 to 65535
/// @param udp whether the socket is a connected UDP socket; else TCP
public record Peer(InetAddress address, int port, boolean udp) implements Comparable<Peer> {

    private static final Comparator<Peer> ORDER = Comparator.comparing((Peer peer) -> peer.address.getHostAddress())
            .thenComparingInt(Peer::port)
            .thenComparing(Peer::udp);

    @Override
    public int compareTo(Peer other) {
        return ORDER.compare(this, other);
    }

    /// As in an URL: `192.0.2.7:5432`, `[2001:db8::7]:443`; ends in `/udp` for UDP.
    @Override
    public String toString() {
        String host = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port + (udp ? "/udp" : "");
    }
}
