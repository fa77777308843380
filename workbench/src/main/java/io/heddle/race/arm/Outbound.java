package io.heddle.race.arm;

import io.heddle.model.Failure;
import io.heddle.race.target.Peer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/// Looks before the load: an environment that was passed through may point at production.
final class Outbound {

    private Outbound() {}

    /// @param peers whom the target was connected to beyond loopback
    /// @param allowedHosts names or addresses that the user allows
    /// @throws Failure when the target is connected to anything beyond loopback that is not allowed
    static void requireAllowed(SortedSet<Peer> peers, Set<String> allowedHosts) {
        Set<InetAddress> allowed = addresses(allowedHosts);
        List<Peer> strangers =
                peers.stream().filter(peer -> !allowed.contains(peer.address())).toList();
        if (!strangers.isEmpty()) {
            String list = strangers.stream().map(Peer::toString).collect(Collectors.joining(", "));
            String flags = strangers.stream()
                    .map(peer -> "--allow-outbound " + peer.address().getHostAddress())
                    .distinct()
                    .collect(Collectors.joining(" "));
            throw new Failure(
                    "the target talks to others beyond loopback: " + list
                            + "; no load was sent, for this may be production",
                    "point it at something local, or allow it with " + flags);
        }
    }

    private static Set<InetAddress> addresses(Set<String> hosts) {
        Set<InetAddress> addresses = new HashSet<>();
        for (String host : hosts) {
            try {
                addresses.addAll(Arrays.asList(InetAddress.getAllByName(host)));
            } catch (UnknownHostException e) {
                throw new Failure("--allow-outbound names an unknown host: " + host, "give an address instead", e);
            }
        }
        return addresses;
    }
}
