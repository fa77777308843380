package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Overload;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.JsonField;
import java.util.TreeMap;

/// Overloads as JSON, and back. An arm that did not recover has no `recoverySeconds`: they are `null`.
final class OverloadJson {

    private OverloadJson() {}

    static void write(ObjectNode node, Overload overload) {
        node.put("path", overload.workload()).put("arm", overload.arm());
        Json.put(node, "factor", overload.factor());
        Json.put(node, "rate", overload.rate());
        Json.put(node, "patienceSeconds", overload.patienceSeconds());
        Json.put(node, "capacity", overload.capacity());
        Json.put(node, "goodput", overload.goodput());
        node.put("offered", overload.offered()).put("good", overload.good()).put("late", overload.late());
        ObjectNode errors = node.putObject("errors");
        overload.errors().forEach(errors::put);
        node.put("inFlightMax", overload.inFlightMax())
                .put("runningMax", overload.runningMax())
                .put("heapMaxBytes", overload.heapMaxBytes());
        Json.put(node, "p99BeforeMillis", overload.p99BeforeMillis());
        Json.put(node, "recoverySeconds", overload.recoverySeconds());
        node.put("verdict", Formats.spelled(overload.verdict())).put("why", overload.why());
        node.putObject("limit")
                .put("kind", overload.limit().kind())
                .put("name", overload.limit().name())
                .put("permits", overload.limit().permits())
                .put("why", overload.limit().why());
        ArrayNode points = node.putArray("points");
        for (Overload.Point point : overload.points()) {
            points.addArray()
                    .add(Json.number(point.at()))
                    .add(Json.number(point.offered()))
                    .add(Json.number(point.good()))
                    .add(point.inFlight())
                    .add(Json.number(point.p99Millis()));
        }
        RaceJson.texts(node, "doubts", overload.doubts());
    }

    static Overload read(JsonField field) {
        JsonField limit = field.at("limit");
        JsonField recovery = field.at("recoverySeconds");
        return new Overload(
                field.at("path").text(),
                field.at("arm").text(),
                field.at("factor").number(),
                field.at("rate").number(),
                field.at("patienceSeconds").number(),
                field.at("capacity").number(),
                field.at("goodput").number(),
                field.at("offered").big(),
                field.at("good").big(),
                field.at("late").big(),
                new TreeMap<>(field.at("errors").counts()),
                field.at("inFlightMax").big(),
                field.at("runningMax").big(),
                field.at("heapMaxBytes").big(),
                field.at("p99BeforeMillis").number(),
                recovery.isNull() ? Double.POSITIVE_INFINITY : recovery.number(),
                field.at("verdict").choice(Overload.Kind.class),
                field.at("why").text(),
                new Overload.Limit(
                        limit.at("kind").text(),
                        limit.at("name").text(),
                        limit.at("permits").whole(),
                        limit.at("why").text()),
                field.at("points")
                        .each(point -> new Overload.Point(
                                point.at(0).number(),
                                point.at(1).number(),
                                point.at(2).number(),
                                point.at(3).big(),
                                point.at(4).number())),
                field.at("doubts").texts());
    }
}
