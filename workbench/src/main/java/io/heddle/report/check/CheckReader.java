package io.heddle.report.check;

import io.heddle.model.Check;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Match;
import io.heddle.model.Matched;
import io.heddle.model.Measured;
import io.heddle.model.Odds;
import io.heddle.model.RunBy;
import io.heddle.model.ThreadContext;
import io.heddle.report.JsonField;
import java.util.List;
import java.util.Optional;

/// Reads back what [CheckJson] wrote, for the commands that lay it beside what they see. Strict: a key that is missing
/// or of another type is an error that names it; a key it does not know is skipped.
public final class CheckReader {

    private CheckReader() {}

    /// @param json a whole report
    /// @throws io.heddle.model.Failure when it is not JSON, or not a check's report
    public static Check read(String json) {
        JsonField root = JsonField.parse("check", json);
        return new Check(
                root.at("tool").at("version").text(),
                root.at("tool").at("command").texts(),
                root.at("targets").texts(),
                root.at("jdk").each(JsonField::whole),
                read(root.at("read")),
                root.at("findings").each(CheckReader::finding),
                root.at("notes").texts(),
                root.at("seconds").number());
    }

    /// A finding beside what the runtime met of it, as the reports of other commands have it.
    public static Matched matched(JsonField field) {
        return new Matched(finding(field), field.at("match").choice(Match.class));
    }

    private static Check.Read read(JsonField field) {
        return new Check.Read(
                field.at("artifacts").whole(),
                field.at("classes").whole(),
                field.wholeOr("classesThere", field.at("classes").whole()),
                field.at("methods").whole(),
                field.at("unknownCallSites").big(),
                field.at("unknown")
                        .each(site -> new Check.UnknownSite(
                                site.at("site").text(),
                                site.at("called").text(),
                                site.at("targets").whole())),
                field.at("unreadable")
                        .each(file -> new Check.Unreadable(
                                file.at("place").text(), file.at("why").text())));
    }

    private static Finding finding(JsonField field) {
        JsonField until = field.at("jdk").at("until");
        JsonField seen = field.at("seen");
        return new Finding(
                field.at("rule").text(),
                field.at("jdk").at("since").whole(),
                until.isNull() ? Optional.empty() : Optional.of(until.whole()),
                field.at("severity").choice(Finding.Severity.class),
                field.at("confidence").choice(Finding.Confidence.class),
                field.at("reason").text(),
                odds(field),
                field.at("reachable").choice(Finding.Reach.class),
                context(field),
                field.at("artifact").text(),
                field.at("class").text(),
                field.at("method").text(),
                field.at("descriptor").text(),
                field.at("source").text(),
                field.at("line").whole(),
                field.at("path").each(CheckReader::step),
                field.at("sink").text(),
                field.at("advice").text(),
                seen.isNull()
                        ? Optional.empty()
                        : Optional.of(new Finding.Seen(
                                seen.at("count").big(), seen.at("totalMillis").number())));
    }

    // Older reports have none.
    private static Odds odds(JsonField field) {
        return field.has("features")
                ? new Odds(field.at("features")
                        .each(feature -> new Odds.Feature(
                                feature.at("name").text(),
                                feature.at("value").number(),
                                feature.at("weight").number())))
                : Odds.UNKNOWN;
    }

    // Reports of the first form have none.
    private static Finding.Context context(JsonField field) {
        return field.has("exposure")
                ? new Finding.Context(
                        field.at("exposure").choice(Exposure.class),
                        field.at("threads").choice(ThreadContext.class),
                        field.at("owner").choice(Finding.Owner.class),
                        field.at("monitor").text(),
                        runBy(field),
                        measured(field))
                : Finding.Context.UNKNOWN;
    }

    // Older reports have none. The share tells how many end points there are.
    private static RunBy runBy(JsonField field) {
        if (!field.has("endPoints") || field.at("share").isNull()) {
            return RunBy.UNKNOWN;
        }
        List<String> endPoints = field.at("endPoints").each(JsonField::text);
        return new RunBy(
                endPoints, (int) Math.round(endPoints.size() / field.at("share").number()));
    }

    // Reports before `--profile` have none.
    private static Optional<Measured> measured(JsonField field) {
        return field.has("measured") && !field.at("measured").isNull()
                ? Optional.of(new Measured(
                        field.at("measured").at("millisPerSecond").number(),
                        field.at("measured").at("share").number()))
                : Optional.empty();
    }

    private static Finding.Step step(JsonField field) {
        return new Finding.Step(
                field.at("class").text(),
                field.at("method").text(),
                field.at("descriptor").text(),
                field.at("line").whole(),
                field.at("artifact").text());
    }
}
