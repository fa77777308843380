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
import io.heddle.report.TerminalSanitizer;
import io.heddle.report.check.CheckReport.Item;
import io.heddle.report.check.CheckReport.Reference;
import java.util.List;
import java.util.Optional;

/// A check as SARIF 2.1.0, which build servers and editors show beside the code.
///
/// A library's code is not in the user's repository: where a build file is known, the location is the line that brings
/// the library, and the code's own place is the logical location and the code flow.
public final class SarifReport {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private SarifReport() {}

    /// The whole file, with a line feed at the end.
    public static String render(CheckReport report) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = root.putArray("runs").addObject();
        List<String> rules = report.items().stream()
                .map(item -> item.finding().rule())
                .distinct()
                .sorted()
                .toList();
        ObjectNode driver = run.putObject("tool")
                .putObject("driver")
                .put("name", "Heddle")
                .put("version", report.check().version());
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
        message(told.addObject().put("level", "note"), "message", CheckPhrases.read(check));
        check.read()
                .unreadable()
                .forEach(file -> message(
                        told.addObject().put("level", "warning"),
                        "message",
                        file.place() + " cannot be read: " + file.why()));
        check.notes().forEach(note -> message(told.addObject().put("level", "note"), "message", note));
    }

    private static void result(ObjectNode node, Item item, int rule, CheckReport report) {
        Finding finding = item.finding();
        node.put("ruleId", finding.rule()).put("ruleIndex", rule).put("level", level(finding));
        String summary = Optional.ofNullable(report.rules().get(finding.rule()))
                .map(RuleText::summary)
                .orElse(finding.rule());
        message(
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
        ObjectNode more = node.putObject("properties")
                .put("severity", Formats.spelled(finding.severity()))
                .put("confidence", Formats.spelled(finding.confidence()))
                .put("exposure", Formats.spelled(finding.context().exposure()))
                .put("threads", Formats.spelled(finding.context().threads()))
                .put("owner", Formats.spelled(finding.context().owner()))
                .put("group", Fingerprints.group(finding))
                .put("reachable", Formats.spelled(finding.reach()))
                .put("artifact", finding.artifact())
                .put("jdkSince", finding.since());
        finding.until().ifPresent(last -> more.put("jdkUntil", last));
    }

    private static void location(ObjectNode node, Item item) {
        Finding finding = item.finding();
        item.place()
                .ifPresentOrElse(
                        place -> physical(node, place.file(), place.line()),
                        () -> physical(node, Names.sourceFile(finding.type(), finding.source()), finding.line()));
        node.putArray("logicalLocations")
                .addObject()
                .put("fullyQualifiedName", finding.type() + "." + finding.method() + finding.descriptor())
                .put("kind", "function");
    }

    private static void step(ObjectNode node, Step step) {
        physical(node, Names.sourceFile(step.type(), ""), step.line());
        node.putArray("logicalLocations")
                .addObject()
                .put("fullyQualifiedName", step.type() + "." + step.method() + step.descriptor())
                .put("kind", "function");
        message(node, "message", Names.brief(step) + " of " + step.artifact());
    }

    private static void physical(ObjectNode node, String file, int line) {
        ObjectNode place = node.putObject("physicalLocation");
        place.putObject("artifactLocation").put("uri", uri(file));
        if (line > 0) {
            place.putObject("region").put("startLine", line);
        }
    }

    private static String uri(String path) {
        StringBuilder uri = new StringBuilder();
        for (byte octet : path.replaceFirst("^/+", "").getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            boolean plain = octet > ' ' && octet < 127 && "\"#%<>?[\\]^`{|}:".indexOf(octet) < 0;
            uri.append(plain ? String.valueOf((char) octet) : String.format("%%%02X", octet));
        }
        return uri.toString();
    }

    /// Text that is neither a link nor a placeholder (SARIF 2.1.0, 3.11.5 and 3.11.6).
    private static void message(ObjectNode node, String key, String text) {
        node.putObject(key).put("text", text.isEmpty() ? "-" : literal(text));
    }

    private static String literal(String text) {
        return TerminalSanitizer.of(text)
                .replaceAll("([\\\\\\[\\]])", "\\\\$1")
                .replace("{", "{{")
                .replace("}", "}}");
    }

    private static String level(Finding finding) {
        return switch (finding.severity()) {
            case DEADLOCK, STALL -> "error";
            case SLOW, MEMORY -> "warning";
            case ADVICE -> "note";
        };
    }
}
