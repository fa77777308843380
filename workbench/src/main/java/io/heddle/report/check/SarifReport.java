package io.heddle.report.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Step;
import io.heddle.model.Fingerprints;
import io.heddle.model.RuleText;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.MethodNames;
import io.heddle.report.Sarif;
import io.heddle.report.check.CheckReport.Item;
import io.heddle.report.check.CheckReport.Reference;
import java.util.List;
import java.util.Optional;

/// A check as SARIF 2.1.0, which build servers and editors show beside the code.
///
/// A library's code is not in the user's repository: where a build file is known, the location is the line that brings
/// the library, and the code's own place is the logical location and the code flow.
final class SarifReport {

    private SarifReport() {}

    /// The whole file, with a line feed at the end.
    public static String render(CheckReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode run = Sarif.run(root, report.check().version());
        List<String> rules = report.items().stream()
                .map(item -> item.finding().rule())
                .distinct()
                .sorted()
                .toList();
        ObjectNode driver = (ObjectNode) run.path("tool").path("driver");
        ArrayNode described = driver.putArray("rules");
        rules.forEach(rule -> rule(
                described.addObject().put("id", rule),
                Optional.ofNullable(report.rules().get(rule))));
        invocation(run.putArray("invocations").addObject(), report.check());
        ArrayNode results = run.putArray("results");
        for (Item item : report.items()) {
            result(results.addObject(), item, rules.indexOf(item.finding().rule()), report);
        }
        run.put("columnKind", "utf16CodeUnits");
        return Json.write(root);
    }

    private static void rule(ObjectNode node, Optional<RuleText> page) {
        page.ifPresent(text -> {
            node.putObject("shortDescription").put("text", text.summary());
            node.putObject("fullDescription").put("text", text.why());
            node.putObject("help").put("text", text.markdown()).put("markdown", text.markdown());
        });
        node.putObject("properties").putArray("tags").add("virtual-threads").add("concurrency");
    }

    /// Silence means something only about what was read: the rest stands here.
    private static void invocation(ObjectNode node, Check check) {
        node.put("executionSuccessful", true);
        ArrayNode told = node.putArray("toolExecutionNotifications");
        Sarif.message(told.addObject().put("level", "note"), "message", CheckPhrases.read(check));
        check.read()
                .unreadable()
                .forEach(file -> Sarif.message(
                        told.addObject().put("level", "warning"),
                        "message",
                        file.place() + " cannot be read: " + file.why()));
        check.notes().forEach(note -> Sarif.message(told.addObject().put("level", "note"), "message", note));
    }

    private static void result(ObjectNode node, Item item, int rule, CheckReport report) {
        Finding finding = item.finding();
        node.put("ruleId", finding.rule()).put("ruleIndex", rule).put("level", Sarif.level(finding.severity()));
        String summary = Optional.ofNullable(report.rules().get(finding.rule()))
                .map(RuleText::summary)
                .orElse(finding.rule());
        Sarif.message(
                node,
                "message",
                CheckPhrases.sentence(finding, summary) + " " + finding.artifact() + ". What to do: "
                        + CheckPhrases.advice(finding));
        location(node.putArray("locations").addObject(), item);
        if (!finding.path().isEmpty()) {
            ArrayNode steps = node.putArray("codeFlows")
                    .addObject()
                    .putArray("threadFlows")
                    .addObject()
                    .putArray("locations");
            finding.path().forEach(step -> step(steps.addObject().putObject("location"), step));
        }
        node.putObject("partialFingerprints").put("heddle/v1", item.fingerprint());
        switch (report.reference()) {
            case Reference.None _ -> {}
            case Reference.Accepted _, Reference.Older _ ->
                node.put("baselineState", item.known() ? "unchanged" : "new");
        }
        ObjectNode more = node.putObject("properties");
        Json.put(more, "probability", CheckPhrases.probability(finding.odds()));
        more.put("severity", Formats.spelled(finding.severity()))
                .put("confidence", Formats.spelled(finding.confidence()))
                .put("exposure", Formats.spelled(finding.context().exposure()))
                .put("threads", Formats.spelled(finding.context().threads()))
                .put("owner", Formats.spelled(finding.context().owner()))
                .put("group", Fingerprints.group(finding))
                .put("reachable", Formats.spelled(finding.reach()))
                .put("artifact", finding.artifact())
                .put("jdkSince", finding.since());
        finding.until().ifPresent(last -> more.put("jdkUntil", last));
        finding.context().measured().ifPresent(measured -> CheckJson.measured(more, measured));
    }

    private static void location(ObjectNode node, Item item) {
        Finding finding = item.finding();
        item.place()
                .ifPresentOrElse(
                        place -> Sarif.physical(node, place.file(), place.line()),
                        () -> Sarif.physical(node, Names.sourceFile(finding.type(), finding.source()), finding.line()));
        node.putArray("logicalLocations")
                .addObject()
                .put(
                        "fullyQualifiedName",
                        finding.method().isEmpty()
                                ? finding.type()
                                : finding.type() + "." + finding.method() + finding.descriptor())
                .put("kind", finding.method().isEmpty() ? "type" : "function");
    }

    private static void step(ObjectNode node, Step step) {
        Sarif.physical(node, Names.sourceFile(step.type(), ""), step.line());
        node.putArray("logicalLocations")
                .addObject()
                .put("fullyQualifiedName", step.type() + "." + step.method() + step.descriptor())
                .put("kind", "function");
        Sarif.message(node, "message", MethodNames.brief(step) + " of " + step.artifact());
    }
}
