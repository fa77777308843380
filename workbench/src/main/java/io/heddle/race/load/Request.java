package io.heddle.race.load;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// One request, as a run sends it again and again.
///
/// @param uri `http` or `https`, host, port, path and query; the fragment is not sent
/// @param method such as `GET`
/// @param headers sent after `Host`, `User-Agent` and `Accept`, which they replace when they name them;
///     `Content-Length` is Heddle's own affair
/// @param body sent as UTF-8; empty for none
public record Request(URI uri, String method, List<HeaderField> headers, String body) {

    /// Keeps its own copy of the headers.
    public Request {
        headers = List.copyOf(headers);
    }

    /// The same with one more header, which it does not name itself.
    public Request with(HeaderField header) {
        List<HeaderField> all = new ArrayList<>(headers);
        all.add(header);
        return new Request(uri, method, all, body);
    }

    /// A GET request.
    public Request(URI uri, List<HeaderField> headers) {
        this(uri, "GET", headers, "");
    }
}
