package io.heddle.report.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Match;
import io.heddle.model.Matched;
import io.heddle.model.Measured;
import io.heddle.model.Odds;
import io.heddle.model.RunBy;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.MethodNames;
import io.heddle.report.check.CheckReport.Item;
import io.heddle.report.check.CheckReport.Reference;
import java.util.List;

/// A check as JSON, for scripts: keys stay as they are, new ones may come.
public final class CheckJson {

    private CheckJson() {}

    /// The whole report, with a line feed at the end.
    public static String render(CheckReport report) {
        Check check = report.check();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        texts(root.putObject("tool").put("version", check.version()).putArray("command"), check.command());
        texts(root.putArray("targets"), check.targets());
        ArrayNode jdks = root.putArray("jdk");
        check.jdks().forEach(jdks::add);
        root.put("confidence", Formats.spelled(report.least()));
        root.set("seconds", Json.number(check.seconds()));
        read(root.putObject("read"), check.read());
        ArrayNode findings = root.putArray("findings");
        for (Item item : report.items()) {
            ObjectNode node = finding(
                    item.finding(),
                    item.fingerprint(),
                    item.finding().seen().isPresent() ? Match.PREDICTED_AND_SEEN : Match.PREDICTED);
            node.put("known", item.known());
            item.place()
                    .ifPresent(place ->
                            node.putObject("place").put("file", place.file()).put("line", place.line()));
            findings.add(node);
        }
        reference(root, report.reference());
        texts(root.putArray("notes"), check.notes());
        return Json.write(root);
    }

    /// Findings beside what was seen, for the reports of other commands.
    public static ArrayNode findings(List<Matched> matched) {
        List<String> names =
                Fingerprints.of(matched.stream().map(Matched::finding).toList());
        ArrayNode findings = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < names.size(); i++) {
            findings.add(finding(
                    matched.get(i).finding(), names.get(i), matched.get(i).match()));
        }
        return findings;
    }

    static void measured(ObjectNode node, Measured measured) {
        ObjectNode shown = node.putObject("measured");
        shown.set("millisPerSecond", Json.number(measured.millisPerSecond()));
        shown.set("share", Json.number(measured.share()));
    }

    private static ObjectNode finding(Finding finding, String fingerprint, Match match) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("rule", finding.rule());
        ObjectNode jdk = node.putObject("jdk").put("since", finding.since());
        jdk.set(
                "until",
                finding.until().map(last -> (JsonNode) jdk.numberNode(last)).orElse(jdk.nullNode()));
        node.put("severity", Formats.spelled(finding.severity()))
                .put("confidence", Formats.spelled(finding.confidence()))
                .put("reason", finding.reason());
        odds(node, finding.odds());
        node.put("exposure", Formats.spelled(finding.context().exposure()))
                .put("threads", Formats.spelled(finding.context().threads()))
                .put("owner", Formats.spelled(finding.context().owner()))
                .put("monitor", finding.context().monitor())
                .put("group", Fingerprints.group(finding));
        RunBy runBy = finding.context().runBy();
        ArrayNode endPoints = node.putArray("endPoints");
        runBy.endPoints().forEach(endPoints::add);
        node.set("share", runBy.isKnown() ? Json.number(runBy.share()) : node.nullNode());
        finding.context()
                .measured()
                .ifPresentOrElse(measured -> measured(node, measured), () -> node.putNull("measured"));
        node.put("reachable", Formats.spelled(finding.reach()));
        node.put("artifact", finding.artifact())
                .put("class", finding.type())
                .put("method", finding.method())
                .put("descriptor", finding.descriptor())
                .put("display", MethodNames.display(finding.type(), finding.method()));
        MethodNames.written(finding.type(), finding.method()).ifPresent(name -> node.put("written", name));
        node.put("source", finding.source()).put("line", finding.line());
        ArrayNode path = node.putArray("path");
        finding.path()
                .forEach(step -> path.addObject()
                        .put("class", step.type())
                        .put("method", step.method())
                        .put("descriptor", step.descriptor())
                        .put("display", MethodNames.display(step.type(), step.method()))
                        .put("line", step.line())
                        .put("artifact", step.artifact()));
        node.put("sink", finding.sink()).put("advice", finding.advice()).put("fingerprint", fingerprint);
        finding.seen()
                .ifPresentOrElse(
                        seen -> node.putObject("seen")
                                .put("count", seen.count())
                                .set("totalMillis", Json.number(seen.totalMillis())),
                        () -> node.putNull("seen"));
        return node.put("match", Formats.spelled(match));
    }

    private static void odds(ObjectNode node, Odds odds) {
        Json.put(node, "probability", CheckPhrases.probability(odds));
        ArrayNode features = node.putArray("features");
        odds.features().forEach(feature -> {
            ObjectNode one = features.addObject().put("name", feature.name());
            Json.put(one, "value", feature.value());
            Json.put(one, "weight", feature.weight());
        });
    }

    private static void read(ObjectNode node, Check.Read read) {
        node.put("artifacts", read.artifacts())
                .put("classes", read.classes())
                .put("classesThere", read.classesThere())
                .put("methods", read.methods())
                .put("unknownCallSites", read.unknownCallSites());
        ArrayNode unknown = node.putArray("unknown");
        read.unknown()
                .forEach(site -> unknown.addObject()
                        .put("site", site.site())
                        .put("called", site.called())
                        .put("targets", site.targets()));
        ArrayNode unreadable = node.putArray("unreadable");
        read.unreadable()
                .forEach(file ->
                        unreadable.addObject().put("place", file.place()).put("why", file.why()));
    }

    private static void reference(ObjectNode root, Reference reference) {
        switch (reference) {
            case Reference.None _ -> root.putNull("reference");
            case Reference.Accepted accepted ->
                texts(
                        root.putObject("reference")
                                .put("baseline", accepted.file())
                                .putArray("gone"),
                        accepted.gone());
            case Reference.Older older ->
                root.putObject("reference")
                        .put("target", older.target())
                        .set(
                                "went",
                                findings(older.went().stream()
                                        .map(finding -> new Matched(finding, Match.PREDICTED))
                                        .toList()));
        }
    }

    private static void texts(ArrayNode list, List<String> texts) {
        texts.forEach(list::add);
    }
}
