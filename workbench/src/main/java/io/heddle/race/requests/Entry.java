package io.heddle.race.requests;

import io.heddle.race.load.HeaderField;
import io.heddle.race.load.Request;
import io.heddle.race.load.RequestMix;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// One request of a workload, wherever the target may listen.
///
/// @param where it was read, for sentences, such as `orders.jsonl, line 3`
/// @param method such as `GET`
/// @param path with the query, starts with `/`, in the characters of RFC 3986
/// @param headers without line breaks
/// @param body empty for none
/// @param weight above 0
public record Entry(String where, String method, String path, List<HeaderField> headers, String body, double weight) {

    /// Keeps its own copy of the headers.
    public Entry {
        headers = List.copyOf(headers);
    }

    /// A GET of a path.
    ///
    /// @throws io.heddle.model.Failure if it cannot be one
    public static Entry get(String path, List<HeaderField> headers) {
        return new Entry(path, "GET", RequestPath.of(path, path), headers, "", 1);
    }

    /// The request to a target.
    ///
    /// @param base scheme, host and port
    public Request at(URI base) {
        return new Request(URI.create(base.getScheme() + "://" + base.getRawAuthority() + path), method, headers, body);
    }

    RequestMix.Part part(URI base) {
        return new RequestMix.Part(at(base), weight);
    }

    /// With headers that it does not name itself.
    Entry with(List<HeaderField> common) {
        List<HeaderField> all = new ArrayList<>(common.stream()
                .filter(header -> headers.stream().noneMatch(own -> own.name().equalsIgnoreCase(header.name())))
                .toList());
        all.addAll(headers);
        return new Entry(where, method, path, all, body, weight);
    }

    boolean same(Entry other) {
        return method.equals(other.method)
                && path.equals(other.path)
                && headers.equals(other.headers)
                && body.equals(other.body);
    }

    Entry weighing(double sum) {
        return new Entry(where, method, path, headers, body, sum);
    }
}
