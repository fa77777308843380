package io.heddle.report.canary;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Canary;
import io.heddle.model.CanaryMetric;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import java.util.List;

/// A look at a canary as JSON, for scripts and controllers: the keys that they rely on, and more.
public final class CanaryJson {

    private CanaryJson() {}

    /// A tree, which may become a part of a larger answer.
    ///
    /// @param version Heddle's
    public static JsonNode tree(Canary canary, String version) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("verdict", Formats.spelled(canary.kind())).put("reason", canary.reason());
        canary.kept()
                .ifPresentOrElse(
                        kept -> root.putObject("kept")
                                .put("at", kept.at().toString())
                                .put("now", Formats.spelled(kept.now()))
                                .put("since", kept.since()),
                        () -> root.putNull("kept"));
        ArrayNode metrics = root.putArray("metrics");
        canary.metrics().forEach(metric -> metric(metrics.addObject(), metric));
        texts(root.putArray("notShown"), canary.notShown());
        root.put("looks", canary.looks()).set("seconds", Json.number(canary.seconds()));
        ArrayNode why = root.putArray("why");
        for (Canary.Moved moved : canary.why()) {
            ObjectNode node = why.addObject().put("name", moved.name());
            node.set("baseline", Json.number(moved.baseline()));
            node.set("canary", Json.number(moved.canary()));
            node.put("text", moved.text());
        }
        texts(root.putArray("notes"), canary.notes());
        root.putObject("tool").put("version", version);
        return root;
    }

    private static void metric(ObjectNode node, CanaryMetric metric) {
        node.put("name", metric.name());
        node.set("estimate", Json.number(metric.estimate()));
        node.set("low", Json.number(metric.low()));
        node.set("high", Json.number(metric.high()));
        node.set("tolerance", Json.number(metric.tolerance()));
        node.put("shown", Formats.spelled(metric.shown()))
                .put("nBaseline", metric.nBaseline())
                .put("nCanary", metric.nCanary())
                .put("blocks", metric.blocks());
        node.set("blockSeconds", Json.number(metric.blockSeconds()));
        node.set("autocorrelation", Json.number(metric.autocorrelation()));
        node.put("needed", metric.needed());
    }

    private static void texts(ArrayNode node, List<String> texts) {
        texts.forEach(node::add);
    }
}
