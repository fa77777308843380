package io.heddle.race.requests;

import io.heddle.model.Failure;
import io.heddle.race.load.Accepted;
import io.heddle.race.load.HeaderField;
import io.heddle.race.load.Request;
import io.heddle.race.load.RequestMix;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// What one trial sends: a path, or the weighted requests of a file.
///
/// @param name how reports call it; secrets redacted
/// @param entries at least one, no two the same
/// @param notes what was left out of the file, and why
/// @param accepted which answers are no errors
public record Workload(String name, List<Entry> entries, List<String> notes, Accepted accepted) {

    /// Keeps its own copies.
    public Workload {
        entries = List.copyOf(entries);
        notes = List.copyOf(notes);
    }

    /// Whose good answers are 2xx.
    public Workload(String name, List<Entry> entries, List<String> notes) {
        this(name, entries, notes, Accepted.USUAL);
    }

    /// The same with other good answers, which its notes tell.
    public Workload accepting(Accepted others) {
        List<String> told = new ArrayList<>(notes);
        others.words().ifPresent(told::add);
        return new Workload(name, entries, told, others);
    }

    /// GET requests to one path.
    ///
    /// @throws Failure if that is no path
    public static Workload path(String path, String name, List<HeaderField> headers) {
        return new Workload(name, List.of(Entry.get(path, headers)), List.of());
    }

    /// Its requests at a target.
    ///
    /// @param base scheme, host and port
    public RequestMix mix(URI base) {
        return new RequestMix(entries.stream().map(entry -> entry.part(base)).toList(), accepted);
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
