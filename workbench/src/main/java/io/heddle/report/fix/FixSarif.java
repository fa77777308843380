package io.heddle.report.fix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Finding;
import io.heddle.model.Fix;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.Sarif;
import java.util.List;

/// A fix as SARIF 2.1.0. A mended finding carries the edit as a `fix`, which editors and code reviews can apply. The
/// edit is that of all of its files: edits of other findings in them are part of it, as they were proven together.
public final class FixSarif {

    private FixSarif() {}

    /// The whole file, with a line feed at the end.
    public static String render(Fix fix) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode run = Sarif.run(root, fix.version());
        List<String> rules = fix.answers().stream()
                .map(answer -> answer.finding().rule())
                .distinct()
                .sorted()
                .toList();
        ArrayNode described = ((ObjectNode) run.path("tool").path("driver")).putArray("rules");
        rules.forEach(rule -> described.addObject().put("id", rule));
        ObjectNode invocation = run.putArray("invocations").addObject().put("executionSuccessful", true);
        ArrayNode told = invocation.putArray("toolExecutionNotifications");
        Sarif.message(told.addObject().put("level", "note"), "message", FixTerminal.first(fix));
        fix.notes().forEach(note -> Sarif.message(told.addObject().put("level", "note"), "message", note));
        ArrayNode results = run.putArray("results");
        for (Answer answer : fix.answers()) {
            result(results.addObject(), answer, rules.indexOf(answer.finding().rule()), fix);
        }
        run.put("columnKind", "utf16CodeUnits");
        return Json.write(root);
    }

    private static void result(ObjectNode node, Answer answer, int rule, Fix fix) {
        Finding finding = answer.finding();
        node.put("ruleId", finding.rule()).put("ruleIndex", rule).put("level", Sarif.level(finding.severity()));
        Sarif.message(
                node,
                "message",
                finding.rule() + " in " + finding.type() + "." + finding.method() + ", "
                        + answer.refusal()
                                .map(refusal -> "refused as " + Formats.spelled(refusal))
                                .orElse(Formats.said(answer.kind()))
                        + ": " + answer.why());
        ObjectNode location = node.putArray("locations").addObject();
        Sarif.physical(location, file(answer), finding.line());
        location.putArray("logicalLocations")
                .addObject()
                .put("fullyQualifiedName", finding.type() + "." + finding.method() + finding.descriptor())
                .put("kind", "function");
        node.putObject("partialFingerprints").put("heddle/v1", answer.fingerprint());
        if (answer.kind() == Kind.MENDED) {
            ObjectNode edit = node.putArray("fixes").addObject();
            Sarif.message(edit, "description", answer.why());
            ArrayNode changes = edit.putArray("artifactChanges");
            fix.changes().stream()
                    .filter(change -> answer.files().contains(change.file()))
                    .forEach(change -> change(changes.addObject(), change));
        }
        ObjectNode more = node.putObject("properties")
                .put("kind", Formats.spelled(answer.kind()))
                .put("mend", Formats.spelled(answer.mend()))
                .put("severity", Formats.spelled(finding.severity()));
        answer.refusal().ifPresent(refusal -> more.put("refusal", Formats.spelled(refusal)));
    }

    private static String file(Answer answer) {
        Finding finding = answer.finding();
        int dot = finding.type().lastIndexOf('.');
        String inside = finding.type().substring(0, dot + 1).replace('.', '/') + finding.source();
        return answer.files().stream()
                .filter(file -> file.endsWith(inside))
                .findFirst()
                .orElse(inside);
    }

    private static void change(ObjectNode node, Fix.Change change) {
        node.putObject("artifactLocation").put("uri", Sarif.uri(change.file()));
        ArrayNode replacements = node.putArray("replacements");
        for (DiffRows.Replaced replaced : DiffRows.of(change.diff()).replaced()) {
            ObjectNode one = replacements.addObject();
            one.putObject("deletedRegion")
                    .put("startLine", replaced.line())
                    .put("startColumn", 1)
                    .put("endLine", replaced.line() + replaced.gone())
                    .put("endColumn", 1);
            one.putObject("insertedContent").put("text", replaced.text());
        }
    }
}
