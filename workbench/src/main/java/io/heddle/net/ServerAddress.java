package io.heddle.net;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/// The http or https address of a server that Heddle asks. What it is called to people has neither the user and the
/// password that may stand before the host, nor a query, which may hold a token.
///
/// @param uri without user and password
/// @param authorization of them, for the header `Authorization`
public record ServerAddress(URI uri, Optional<String> authorization) {

    /// @throws IllegalArgumentException when that is no such address
    public static ServerAddress of(String text) {
        URI whole = URI.create(text);
        String scheme = Optional.ofNullable(whole.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || whole.getHost() == null) {
            throw new IllegalArgumentException("neither http nor https");
        }
        Optional<String> user = Optional.ofNullable(whole.getUserInfo());
        String port = whole.getPort() < 0 ? "" : ":" + whole.getPort();
        String path = Optional.ofNullable(whole.getRawPath()).orElse("");
        String query =
                Optional.ofNullable(whole.getRawQuery()).map(each -> "?" + each).orElse("");
        return new ServerAddress(
                URI.create(scheme + "://" + whole.getHost() + port + path + query),
                user.map(each -> "Basic " + Base64.getEncoder().encodeToString(each.getBytes(StandardCharsets.UTF_8))));
    }

    /// The same server, asked for something.
    ///
    /// @param path with its query
    public ServerAddress at(String path) {
        String base = toString();
        return new ServerAddress(
                URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + path), authorization);
    }

    /// Without secrets: scheme, host, port and path.
    @Override
    public String toString() {
        return uri.getScheme() + "://" + uri.getRawAuthority()
                + Optional.ofNullable(uri.getRawPath()).orElse("");
    }
}
