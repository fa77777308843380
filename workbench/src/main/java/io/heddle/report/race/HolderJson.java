package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.JsonField;
import io.heddle.report.MethodNames;
import java.util.Arrays;
import java.util.List;

/// Code that holds carriers, as scripts read it.
final class HolderJson {

    private HolderJson() {}

    static void write(ObjectNode node, Holder holder) {
        node.put("cause", holder.cause().spelled())
                .put("class", holder.type())
                .put("method", holder.method())
                .put("display", MethodNames.display(holder.type(), holder.method()))
                .put("line", holder.line());
        node.put("artifact", holder.artifact()).put("count", holder.count());
        Json.put(node, "totalMillis", holder.totalMillis());
        Json.put(node, "longestMillis", holder.longestMillis());
        Json.put(node, "lostShare", holder.lostShare());
        node.put("certainty", Formats.spelled(holder.certainty()));
        texts(node.putArray("signals"), holder.signals());
        texts(node.putArray("stack"), holder.stack());
        node.put("detail", holder.detail());
    }

    static Holder read(JsonField field) {
        return new Holder(
                cause(field.at("cause")),
                field.at("class").text(),
                field.at("method").text(),
                field.at("line").whole(),
                field.at("artifact").text(),
                field.at("count").big(),
                field.at("totalMillis").number(),
                field.at("longestMillis").number(),
                field.at("lostShare").number(),
                field.at("certainty").choice(Certainty.class),
                field.at("signals").texts(),
                field.at("stack").texts(),
                field.at("detail").text());
    }

    private static Holder.Cause cause(JsonField field) {
        return Arrays.stream(Holder.Cause.values())
                .filter(cause -> cause.spelled().equals(field.text()))
                .findFirst()
                .orElseThrow(() -> field.wrong("a cause"));
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }
}
