package io.heddle.race.requests;

import io.heddle.model.Failure;
import io.heddle.race.load.Header;
import io.heddle.race.load.Mix;
import io.heddle.race.load.Request;
import java.net.URI;
import java.util.List;

/// What one trial sends: a path, or the weighted requests of a file.
///
/// @param name how reports call it; secrets redacted
/// @param entries at least one, no two the same
/// @param notes what was left out of the file, and why
public record Workload(String name, List<Entry> entries, List<String> notes) {

    /// Keeps its own copies.
    public Workload {
        entries = List.copyOf(entries);
        notes = List.copyOf(notes);
    }

    /// GET requests to one path.
    ///
    /// @throws Failure if that is no path
    public static Workload path(String path, String name, List<Header> headers) {
        return new Workload(name, List.of(Entry.get(path, headers)), List.of());
    }

    /// Its requests at a target.
    ///
    /// @param base scheme, host and port
    public Mix mix(URI base) {
        return new Mix(entries.stream().map(entry -> entry.part(base)).toList());
    }

    /// The request by which to see whether a target answers.
    public Request probe(URI base) {
        return probe().at(base);
    }

    /// The request by which to see whether a target answers: the first GET, else the first.
    public Entry probe() {
        return entries.stream()
                .filter(entry -> entry.method().equals("GET"))
                .findFirst()
                .orElse(entries.getFirst());
    }

    /// Share of its rarest request, above 0, at most 1.
    public double leastShare() {
        return entries.stream().mapToDouble(Entry::weight).min().orElseThrow()
                / entries.stream().mapToDouble(Entry::weight).sum();
    }
}
