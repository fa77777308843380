package io.heddle.race.load;

import java.net.URI;
import java.util.List;

/// The GET request that a run repeats.
///
/// @param uri `http`, a host that is a loopback address, port (80 when absent), path and query; the fragment is not sent
/// @param headers sent with every request, after `Host`, `User-Agent` and `Accept`, which they replace when they name them
public record Request(URI uri, List<Header> headers) {

    /// Keeps its own copy of the headers.
    public Request {
        headers = List.copyOf(headers);
    }
}
