package io.heddle.race.load;

import io.heddle.model.Failure;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;

/// Where load may go: this machine, over its loopback addresses, and any other host only by its owner's word. The name
/// is looked up once, here, so that it cannot come to mean another machine later.
///
/// @param base as given: scheme, host and port
/// @param address what the host's name stood for
public record Endpoint(URI base, InetSocketAddress address) {

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /// The loopback address that requests to `uri` go to.
    ///
    /// @throws Failure if that is not HTTP, the host is unknown, or any of its addresses is not a loopback
    ///     address
    public static Endpoint loopback(URI uri) {
        return of(uri, Set.of());
    }

    /// The address that requests to `uri` go to.
    ///
    /// @param owned hosts beyond loopback whose owner the user says to be, spelled as in `uri`
    /// @throws Failure if that is not HTTP, the host is unknown, or any of its addresses is neither a
    ///     loopback address nor owned
    public static Endpoint of(URI uri, Set<String> owned) {
        String host = uri.getHost();
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (host == null || !scheme.equals("http") && !scheme.equals("https")) {
            throw new Failure(
                    "'" + uri + "' is not an http address with a host",
                    "give one such as http://localhost:8080/api/users");
        }
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new Failure("the host '" + host + "' is unknown", "use localhost or 127.0.0.1", e);
        }
        for (InetAddress address : addresses) {
            if (!address.isLoopbackAddress() && !owned.contains(host)) {
                throw new Failure(
                        "the host '" + host + "' (" + address.getHostAddress()
                                + ") is not this machine; load goes to loopback addresses only",
                        "run Heddle on the machine of the target and use localhost; if the target is yours, --i-own-this-target "
                                + host);
            }
        }
        return new Endpoint(
                uri,
                new InetSocketAddress(
                        addresses[0],
                        uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? HTTPS_PORT : HTTP_PORT));
    }

    /// Whether it is asked over TLS.
    public boolean tls() {
        return base.getScheme().equalsIgnoreCase("https");
    }
}
