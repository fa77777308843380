package io.heddle.race.load;

import io.heddle.model.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;

/// Where load may go: this machine, over its loopback addresses, and nowhere else.
final class Loopback {

    private static final int HTTP_PORT = 80;

    private Loopback() {
    }

    /// The address that requests to `uri` go to.
    ///
    /// @throws Failure if that is not plain HTTP, the host is unknown, or any of its addresses is not a loopback address
    static InetSocketAddress require(URI uri) {
        String host = uri.getHost();
        if (host == null || uri.getScheme() == null || !uri.getScheme().toLowerCase(Locale.ROOT).equals("http")) {
            throw new Failure("'" + uri + "' is not an http address with a host", "give one such as http://localhost:8080/api/users");
        }
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new Failure("the host '" + host + "' is unknown", "use localhost or 127.0.0.1", e);
        }
        for (InetAddress address : addresses) {
            if (!address.isLoopbackAddress()) {
                throw new Failure("the host '" + host + "' (" + address.getHostAddress() + ") is not this machine; load goes to loopback addresses only",
                        "run Heddle on the machine of the target and use localhost");
            }
        }
        return new InetSocketAddress(addresses[0], uri.getPort() < 0 ? HTTP_PORT : uri.getPort());
    }
}
