package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Capacity;
import io.heddle.report.Json;
import io.heddle.report.JsonField;

/// Capacities as JSON, and back. A limit that is not known is `null`.
final class CapacityJson {

    private CapacityJson() {}

    static void write(ObjectNode node, Capacity capacity) {
        node.put("path", capacity.workload()).put("objective", capacity.objective());
        RaceJson.each(node, "arms", capacity.arms(), (into, arm) -> {
            into.put("arm", arm.arm());
            Json.put(into, "estimate", arm.estimate());
            Json.put(into, "low", arm.low());
            Json.put(into, "high", arm.high());
        });
        RaceJson.each(node, "ratios", capacity.ratios(), (into, versus) -> {
            into.put("arm", versus.arm()).put("against", versus.against()).set("ratio", RaceJson.ratio(versus.ratio()));
            into.put("text", versus.text());
        });
        RaceJson.each(node, "searches", capacity.searches(), (into, search) -> {
            into.put("arm", search.arm()).put("repetition", search.repetition());
            Json.put(into, "met", search.met());
            Json.put(into, "missed", search.missed());
            into.put("ended", search.ended());
            RaceJson.each(into, "steps", search.steps(), CapacityJson::step);
        });
    }

    private static void step(ObjectNode into, Capacity.Step step) {
        Json.put(into, "rate", step.rate());
        into.put("met", step.met());
        Json.put(into, "within", step.within());
        Json.put(into, "millis", step.millis());
        Json.put(into, "throughput", step.throughput());
        into.put("requests", step.requests()).put("failed", step.failed());
        Json.put(into, "seconds", step.seconds());
        step.doubts().forEach(into.putArray("doubts")::add);
    }

    static Capacity read(JsonField field) {
        return new Capacity(
                field.at("path").text(),
                field.at("objective").text(),
                field.at("arms")
                        .each(arm -> new Capacity.OfArm(
                                arm.at("arm").text(),
                                arm.at("estimate").number(),
                                arm.at("low").number(),
                                limit(arm.at("high")))),
                field.at("ratios")
                        .each(versus -> new Capacity.Versus(
                                versus.at("arm").text(),
                                versus.at("against").text(),
                                RaceReader.ratio(versus.at("ratio")),
                                versus.at("text").text())),
                field.at("searches")
                        .each(search -> new Capacity.Search(
                                search.at("arm").text(),
                                search.at("repetition").whole(),
                                search.at("met").number(),
                                limit(search.at("missed")),
                                search.at("ended").text(),
                                search.at("steps").each(CapacityJson::step))));
    }

    private static Capacity.Step step(JsonField step) {
        return new Capacity.Step(
                step.at("rate").number(),
                step.at("met").yes(),
                step.at("within").number(),
                step.at("millis").number(),
                step.at("throughput").number(),
                step.at("requests").big(),
                step.at("failed").big(),
                step.at("seconds").number(),
                step.each("doubts", JsonField::text));
    }

    private static double limit(JsonField field) {
        return field.isNull() ? Double.POSITIVE_INFINITY : field.number();
    }
}
