package io.heddle.race.load;

import java.util.List;

/// The requests of a run, each with its share.
///
/// @param parts at least one; all of them go to the same address
/// @param accepted which answers are no errors
public record RequestMix(List<Part> parts, Accepted accepted) {

    /// @param weight above 0; shares are weights over their sum
    public record Part(Request request, double weight) {}

    /// Keeps its own copy.
    public RequestMix {
        parts = List.copyOf(parts);
    }

    /// Whose good answers are 2xx.
    public RequestMix(List<Part> parts) {
        this(parts, Accepted.USUAL);
    }

    /// The same with one more header on each request.
    public RequestMix with(HeaderField header) {
        return new RequestMix(
                parts.stream()
                        .map(part -> new Part(part.request().with(header), part.weight()))
                        .toList(),
                accepted);
    }

    /// One request alone.
    static RequestMix of(Request request) {
        return new RequestMix(List.of(new Part(request, 1)));
    }

    /// Share of a part, above 0, at most 1.
    double share(int part) {
        return parts.get(part).weight()
                / parts.stream().mapToDouble(Part::weight).sum();
    }
}
