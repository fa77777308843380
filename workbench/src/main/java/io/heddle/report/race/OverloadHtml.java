package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Overload;
import io.heddle.model.OverloadAdvice;
import io.heddle.model.Race;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import java.util.List;

/// What the HTML template draws of the overloads.
final class OverloadHtml {

    private OverloadHtml() {}

    static void write(ArrayNode into, Race race) {
        race.overloads().stream()
                .map(Overload::workload)
                .distinct()
                .forEach(workload -> path(
                        into.addObject().put("path", workload),
                        race.overloads().stream()
                                .filter(overload -> overload.workload().equals(workload))
                                .toList()));
    }

    private static void path(ObjectNode node, List<Overload> own) {
        node.put("words", OverloadText.words(own.getFirst()));
        RaceJson.texts(node, "heads", OverloadText.HEADS);
        RaceJson.texts(node, "advice", OverloadAdvice.of(own));
        RaceJson.texts(
                node,
                "sentences",
                own.stream()
                        .map(overload -> overload.arm() + " " + OverloadText.factor(overload) + " "
                                + OverloadText.said(overload) + ": " + OverloadText.sentence(overload))
                        .toList());
        RaceJson.each(node, "rows", own, (row, overload) -> {
            row.put("arm", overload.arm())
                    .put("label", overload.arm() + " " + OverloadText.factor(overload))
                    .put("verdict", OverloadText.said(overload));
            RaceJson.texts(row, "values", OverloadText.values(overload));
        });
        Json.put(node, "step", step(own));
        ArrayNode runs = node.putArray("runs");
        own.stream()
                .map(Overload::factor)
                .distinct()
                .sorted()
                .forEach(factor -> run(
                        runs.addObject(),
                        own.stream()
                                .filter(overload -> overload.factor() == factor)
                                .toList()));
    }

    private static double step(List<Overload> own) {
        List<Overload.Point> points = own.getFirst().points();
        return points.size() < 2 ? 1 : points.get(1).at() - points.getFirst().at();
    }

    private static void run(ObjectNode node, List<Overload> same) {
        node.put("factor", OverloadText.factor(same.getFirst()))
                .put("offered", Formats.rate(same.getFirst().rate()));
        Json.put(node, "rate", same.getFirst().rate());
        RaceJson.each(node, "arms", same, (arm, overload) -> {
            arm.put("arm", overload.arm()).put("verdict", OverloadText.said(overload));
            ArrayNode good = arm.putArray("good");
            ArrayNode offered = arm.putArray("offered");
            // the last slice was cut off
            overload.points().stream()
                    .limit(Math.max(1, overload.points().size() - 1))
                    .forEach(point -> {
                        good.add(Json.number(point.good()));
                        offered.add(Json.number(point.offered()));
                    });
        });
    }
}
