package io.heddle.lab.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.lab.Expectation;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.bench.Limit;
import io.heddle.lab.bench.Outcome;
import io.heddle.report.Json;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/// Results as JSON, for scripts and for [LabDiff]. One experiment is an object; several are an object with
/// `experiments`.
public final class LabJson {

    private LabJson() {}

    /// @param results at least one
    public static String render(List<Result> results) {
        if (results.size() == 1) {
            return Json.write(tree(results.getFirst()));
        }
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode all = root.putArray("experiments");
        results.forEach(result -> all.add(tree(result)));
        return Json.write(root);
    }

    private static ObjectNode tree(Result result) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("experiment", result.experiment().name())
                .put("source", result.experiment().source());
        root.putObject("tool").put("version", result.heddle());
        root.put("started", result.started().toString());
        root.set("seconds", Json.number(result.seconds()));
        root.put("extent", word(result.extent()));
        root.putObject("machine")
                .put("cores", result.machine().cores())
                .put("memoryBytes", result.machine().memoryBytes())
                .put("os", result.machine().os());
        texts(root.putArray("jdks"), result.jdks());
        texts(root.putArray("versions"), result.experiment().versions());
        ArrayNode rows = root.putArray("rows");
        result.rows().forEach(row -> row(rows.addObject(), row));
        ArrayNode expectations = root.putArray("expectations");
        result.expectations().forEach(one -> expectation(expectations.addObject(), one));
        ArrayNode claims = root.putArray("claims");
        result.claims()
                .forEach(one -> claims.addObject()
                        .put("claim", one.says())
                        .put("verdict", one.verdict())
                        .put("seen", one.seen())
                        .put("why", one.why())
                        .put("command", one.command()));
        return root.put("interrupted", result.interrupted());
    }

    private static void row(ObjectNode node, Row row) {
        boolean measured = row.state() == Row.State.MEASURED;
        Outcome outcome = row.outcome();
        node.put("case", row.name()).put("jdk", row.jdk()).put("state", word(row.state()));
        node.set("published", number(row.published().figure()));
        node.put("publishedWords", row.published().words());
        node.set("measured", measured ? Json.number(outcome.measured()) : node.nullNode());
        node.put("unit", outcome.unit());
        node.set(
                "bound",
                measured
                        ? number(outcome.limit()
                                .map(Limit::value)
                                .map(OptionalDouble::of)
                                .orElse(OptionalDouble.empty()))
                        : node.nullNode());
        outcome.limit()
                .ifPresent(bound -> node.put("boundIs", word(bound.side())).put("boundWhy", bound.why()));
        node.set("ofBound", number(row.ofBound()));
        ObjectNode also = node.putObject("also");
        outcome.also().forEach(also::put);
        node.put("disturbed", outcome.disturbed()).put("remark", row.remark());
        texts(node.putArray("remarks"), measured ? outcome.remarks() : List.of());
        node.set("seconds", Json.number(row.seconds()));
    }

    private static void expectation(ObjectNode node, Expectation expectation) {
        node.put("says", expectation.says())
                .put("state", word(expectation.state()))
                .put("because", expectation.because());
    }

    private static com.fasterxml.jackson.databind.JsonNode number(OptionalDouble value) {
        return Json.number(value.orElse(Double.NaN));
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
