package io.heddle.report.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.report.Formats;
import io.heddle.report.HtmlPage;
import io.heddle.report.Json;
import io.heddle.report.MethodNames;
import io.heddle.report.Style;
import io.heddle.report.TerminalSanitizer;
import io.heddle.report.check.CheckReport.Item;
import io.heddle.report.check.CheckReport.Reference;
import java.util.Map;
import java.util.Optional;

/// A check as one HTML file. It holds all findings, in the terminal's order, and shows first what the terminal shows:
/// what is the target's own, and what requests meet.
final class CheckHtml {

    private static final CheckTerminal.Wish ALL = new CheckTerminal.Wish(false, false, 1_000);

    private CheckHtml() {}

    /// The whole file, to be written as UTF-8.
    public static String render(CheckReport report) {
        return HtmlPage.fill(
                CheckHtml.class,
                "check.html",
                Map.of(
                        "title",
                                HtmlPage.escape(TerminalSanitizer.of("Heddle check: "
                                        + String.join(", ", report.check().targets()))),
                        "summary",
                                HtmlPage.escape(
                                        CheckTerminal.render(report, ALL, new Style(false, 100, Optional.empty()))
                                                .text()),
                        "data", Json.inline(data(report))));
    }

    private static ObjectNode data(CheckReport report) {
        Check check = report.check();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("name", String.join(", ", check.targets()))
                .put("version", check.version())
                .put("said", CheckPhrases.summary(report, FindingGroup.of(report.fresh())))
                .put("count", CheckPhrases.count(report))
                .put("moving", CheckPhrases.moving(report))
                .put("read", CheckPhrases.read(check));
        ArrayNode jdks = root.putArray("jdks");
        check.jdks().forEach(jdks::add);
        ObjectNode rules = root.putObject("rules");
        report.rules()
                .values()
                .forEach(rule -> rules.putObject(rule.name())
                        .put("summary", rule.summary())
                        .put("why", rule.why())
                        .put("good", rule.good()));
        ArrayNode findings = root.putArray("findings");
        FindingGroup.of(report.items())
                .forEach(cause -> cause.items().forEach(item -> finding(findings.addObject(), item)));
        ArrayNode went = root.putArray("went");
        if (report.reference() instanceof Reference.Older older) {
            older.went().forEach(finding -> went.add(finding.rule() + " at " + CheckPhrases.place(finding)));
        }
        ArrayNode unreadable = root.putArray("unreadable");
        check.read().unreadable().forEach(file -> unreadable.add(file.place() + ": " + file.why()));
        ArrayNode unknown = root.putArray("unknown");
        check.read()
                .unknown()
                .forEach(site -> unknown.add(site.site() + " calls " + site.called() + ": "
                        + CheckPhrases.number(site.targets()) + " targets"));
        ArrayNode notes = root.putArray("notes");
        check.notes().forEach(notes::add);
        return root;
    }

    private static void finding(ObjectNode node, Item item) {
        Finding finding = item.finding();
        node.put("rule", finding.rule())
                .put("severity", Formats.spelled(finding.severity()))
                .put("confidence", Formats.spelled(finding.confidence()))
                .put("probability", CheckPhrases.percent(finding.odds()))
                .put("reason", finding.reason())
                .put("own", finding.context().owner() == Finding.Owner.OWN)
                .put("met", finding.context().exposure().isMetByRequests())
                .put("exposure", Formats.spelled(finding.context().exposure()))
                .put("run", CheckPhrases.exposure(finding))
                .put("artifact", finding.artifact())
                .put("type", finding.type())
                .put("method", finding.method())
                .put("source", finding.source())
                .put("line", finding.line())
                .put(
                        "written",
                        MethodNames.written(finding.type(), finding.method()).orElse(""))
                .put("jdk", CheckPhrases.jdks(finding))
                .put("sink", finding.sink())
                .put("since", finding.since())
                .put("until", finding.until().orElse(Integer.MAX_VALUE))
                .put("advice", finding.advice())
                .put("fingerprint", item.fingerprint())
                .put("known", item.known());
        item.place().ifPresent(place -> node.put("place", place.file() + ":" + place.line()));
        finding.seen()
                .ifPresent(seen -> node.put(
                        "seen",
                        CheckPhrases.number(seen.count()) + " times, " + Math.round(seen.totalMillis())
                                + " ms in all"));
        ArrayNode path = node.putArray("path");
        finding.path()
                .forEach(step -> path.addObject()
                        .put("type", step.type())
                        .put("method", step.method())
                        .put("line", step.line())
                        .put("artifact", step.artifact())
                        .put(
                                "written",
                                MethodNames.written(step.type(), step.method()).orElse("")));
    }
}
