package io.heddle.canary.source;

import io.heddle.canary.stats.Side;
import io.heddle.model.Failure;
import io.heddle.net.Deadline;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Opens what `--baseline` and `--canary` name. Where both name the same place it is read once.
public final class Sources {

    private Sources() {}

    /// @throws Failure when a text is no source, or its place is not there
    ///
    /// @param deadline after which no server is waited for
    public static List<Feed> open(String baseline, String canary, Resolution resolution, Deadline deadline) {
        SourceText known = SourceText.of(baseline);
        SourceText tried = SourceText.of(canary);
        Map<Side, String> labels = new EnumMap<>(Map.of(Side.BASELINE, known.label(), Side.CANARY, tried.label()));
        if (known.samePlace(tried)) {
            return List.of(open(known, labels, resolution, deadline));
        }
        return List.of(
                open(known, Map.of(Side.BASELINE, known.label()), resolution, deadline),
                open(tried, Map.of(Side.CANARY, tried.label()), resolution, deadline));
    }

    /// Whether both are written by one kind of writer, which rounds latencies alike.
    ///
    /// @throws Failure when a text is no source
    public static boolean alike(String baseline, String canary) {
        return SourceText.of(baseline).kind() == SourceText.of(canary).kind();
    }

    private static Feed open(SourceText text, Map<Side, String> labels, Resolution resolution, Deadline deadline) {
        String place = text.place();
        return switch (text.kind()) {
            case JSONL -> new LineFeed(place, input(place), new JsonLines(Clock.NONE, false), free(labels));
            case NGINX_LOG -> new LineFeed(place, input(place), new JsonLines(Clock.NONE, false), named(text, labels));
            case ACCESS_LOG ->
                new LineFeed(
                        place,
                        input(place),
                        AccessLogLines.of(Path.of(place), text.pattern()),
                        labels.containsValue("") ? free(labels) : named(text, labels));
            case HAPROXY_LOG ->
                new LineFeed(
                        place, input(place), new HaproxyLines(Clock.NONE, ZoneId.systemDefault()), named(text, labels));
            case HAPROXY_UDP ->
                new LineFeed(
                        place,
                        new UdpInput(place),
                        new HaproxyLines(Clock.ARRIVAL, ZoneId.systemDefault()),
                        named(text, labels));
            case PROMETHEUS -> PrometheusFeed.of(text, labels, resolution, deadline);
        };
    }

    private static LineInput input(String place) {
        return place.equals("-") ? new StandardInput(System.in) : new TailedFile(Path.of(place));
    }

    /// Two files need no labels, and what one of them says of the other arm is not taken; in one, the arms are called
    /// as
    /// the options are.
    private static Labels free(Map<Side, String> labels) {
        if (labels.size() == 1 && labels.containsValue("")) {
            Side side = labels.keySet().iterator().next();
            Set<String> other = Set.of((side == Side.BASELINE ? Side.CANARY : Side.BASELINE).option());
            return new Labels(Map.of(), Optional.of(side), other);
        }
        Map<String, Side> named = new HashMap<>();
        labels.forEach((side, label) -> named.put(label.isEmpty() ? side.option() : label, side));
        return new Labels(named, Optional.empty(), Set.of());
    }

    /// A proxy's log has the requests of all its servers.
    ///
    /// @throws Failure where no server is named
    private static Labels named(SourceText text, Map<Side, String> labels) {
        Map<String, Side> named = new HashMap<>();
        labels.forEach((side, label) -> named.put(label, side));
        if (named.containsKey("") || named.size() < labels.size()) {
            throw new Failure(
                    "'" + text.place() + "' has the requests of all servers: whose is whose?",
                    "write the server's name behind it, another for each arm: " + text.place() + "#canary");
        }
        return new Labels(named, Optional.empty(), Set.of());
    }
}
