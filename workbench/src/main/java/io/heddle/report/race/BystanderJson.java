package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Bystander;
import io.heddle.report.Json;
import io.heddle.report.JsonField;
import org.jspecify.annotations.Nullable;

/// What another path got meanwhile, as scripts read it; times in milliseconds.
final class BystanderJson {

    private BystanderJson() {}

    static void write(ObjectNode trial, @Nullable Bystander bystander) {
        if (bystander == null) {
            trial.putNull("bystander");
            return;
        }
        ObjectNode node = trial.putObject("bystander").put("path", bystander.path());
        node.put("requests", bystander.requests()).put("failed", bystander.failed());
        Json.put(node, "p50", bystander.p50Millis());
        Json.put(node, "p99", bystander.p99Millis());
        Json.put(node, "max", bystander.maxMillis());
        ArrayNode points = node.putArray("points");
        bystander
                .points()
                .forEach(point ->
                        points.addArray().add(Json.number(point.second())).add(Json.number(point.millis())));
    }

    /// Null where the report has none, or is of an older Heddle.
    static @Nullable Bystander read(JsonField trial) {
        if (!trial.has("bystander") || trial.at("bystander").isNull()) {
            return null;
        }
        JsonField field = trial.at("bystander");
        return new Bystander(
                field.at("path").text(),
                field.at("requests").big(),
                field.at("failed").big(),
                field.at("p50").number(),
                field.at("p99").number(),
                field.at("max").number(),
                field.at("points")
                        .each(point -> new Bystander.Point(
                                point.at(0).number(), point.at(1).number())));
    }
}
