package io.heddle.canary.source;

import io.heddle.canary.stats.Side;
import io.heddle.model.Failure;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Opens what `--baseline` and `--canary` name. Where both name the same place it is read once.
public final class Sources {

    private static final String FORMS = "FILE.jsonl, -, haproxy-udp:HOST:PORT#server, haproxy-log:FILE#server, "
            + "nginx-log:FILE#arm or prometheus:URL#selector";

    private Sources() {}

    /// @throws Failure when a text is no source, or its place is not there
    public static List<Feed> open(String baseline, String canary) {
        SourceText known = SourceText.of(baseline);
        SourceText tried = SourceText.of(canary);
        Map<Side, String> labels = new EnumMap<>(Map.of(Side.BASELINE, known.label(), Side.CANARY, tried.label()));
        if (known.samePlace(tried)) {
            return List.of(open(known, labels));
        }
        return List.of(
                open(known, Map.of(Side.BASELINE, known.label())), open(tried, Map.of(Side.CANARY, tried.label())));
    }

    private static Feed open(SourceText text, Map<Side, String> labels) {
        return switch (text.kind()) {
            case "jsonl" -> new LineFeed(text.place(), input(text.place()), new JsonLines(), jsonLabels(labels));
            default -> throw new Failure("'" + text.kind() + "' is no kind of source", "write " + FORMS);
        };
    }

    private static LineInput input(String place) {
        return place.equals("-") ? new StandardInput(System.in) : new TailedFile(Path.of(place));
    }

    /// Two files need no labels; in one, the arms are called as the options are.
    private static Labels jsonLabels(Map<Side, String> labels) {
        Map<String, Side> named = new HashMap<>();
        labels.forEach((side, label) -> {
            if (!label.isEmpty()) {
                named.put(label, side);
            } else if (labels.size() > 1) {
                named.put(side == Side.BASELINE ? "baseline" : "canary", side);
            }
        });
        boolean all = labels.size() == 1 && named.isEmpty();
        return new Labels(named, all ? Optional.of(labels.keySet().iterator().next()) : Optional.empty());
    }
}
