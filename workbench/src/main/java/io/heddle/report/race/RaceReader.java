package io.heddle.report.race;

import io.heddle.model.Bound;
import io.heddle.model.CarrierLife;
import io.heddle.model.Change;
import io.heddle.model.Comparison;
import io.heddle.model.Culprit;
import io.heddle.model.DroppedPath;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Machine;
import io.heddle.model.Pins;
import io.heddle.model.PoolUse;
import io.heddle.model.Race;
import io.heddle.model.Ratio;
import io.heddle.model.Remedies;
import io.heddle.model.Stalls;
import io.heddle.model.Target;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.report.JsonField;
import io.heddle.report.check.CheckReader;
import java.util.List;

/// Reads back what [RaceJson] wrote. Strict: a key that is missing or of another type is an error that names it; a key
/// it does not know is skipped.
public final class RaceReader {

    private RaceReader() {}

    /// @param json a whole report
    /// @throws io.heddle.model.Failure when it is not JSON, or not a race report
    public static Race read(String json) {
        return race(JsonField.parse("race", json));
    }

    private static Race race(JsonField root) {
        JsonField machine = root.at("machine");
        return new Race(
                root.at("tool").at("version").text(),
                root.at("started").instant(),
                root.at("seconds").number(),
                root.at("quick").yes(),
                root.at("tool").at("command").texts(),
                new Machine(
                        machine.at("cores").whole(),
                        machine.at("memoryBytes").big(),
                        machine.at("os").text()),
                target(root.at("target")),
                root.at("arms").each(ArmJson::read),
                root.at("bounds").each(RaceReader::bound),
                root.at("trials").each(RaceReader::trial),
                root.at("comparisons").each(RaceReader::comparison),
                verdict("", root.at("verdict")),
                root.at("verdicts").each(field -> verdict(field.at("path").text(), field)),
                root.at("carriers").each(RaceReader::life),
                root.at("findings").each(CheckReader::matched),
                root.each("capacities", CapacityJson::read),
                root.each("overload", OverloadJson::read),
                root.each("dropped", RaceReader::dropped),
                root.each("changes", RaceReader::change),
                root.at("interrupted").yes(),
                root.at("stopped").text());
    }

    private static Change change(JsonField field) {
        return new Change(
                field.at("id").text(),
                field.at("kind").choice(Change.Kind.class),
                field.at("path").text(),
                field.at("arm").text(),
                field.at("text").text(),
                field.at("example").text(),
                field.at("grave").yes());
    }

    private static DroppedPath dropped(JsonField field) {
        return new DroppedPath(
                field.at("path").text(),
                field.at("arm").text(),
                field.at("code").choice(DroppedPath.Code.class),
                field.at("text").text());
    }

    private static Target target(JsonField field) {
        return new Target(
                field.at("command").texts(),
                field.at("jdk").text(),
                field.at("server").text(),
                field.at("switch").text(),
                field.at("hooks").texts(),
                field.at("output").text(),
                field.at("notes").texts());
    }

    private static Bound bound(JsonField field) {
        return new Bound(
                field.at("path").text(),
                field.at("arm").text(),
                field.at("connections").whole(),
                field.at("kind").choice(Bound.Kind.class),
                field.at("name").text(),
                field.at("throughput").number(),
                field.at("why").text(),
                field.wholeOr("units", 0),
                field.has("ofPath") && field.at("ofPath").yes());
    }

    private static Trial trial(JsonField field) {
        JsonField pins = field.at("pins");
        JsonField stalls = field.at("stalls");
        return new Trial(
                field.at("arm").text(),
                field.at("repetition").whole(),
                field.at("path").text(),
                load(field.at("load")),
                field.at("seconds").number(),
                field.at("throughput").number(),
                field.at("bound").known(),
                field.at("requests").big(),
                field.at("errors").big(),
                field.at("timeouts").big(),
                field.at("errorKinds").counts(),
                field.at("inFlightAtStop").big(),
                latency(field.at("latencyMillis")),
                field.at("virtualShare").known(),
                field.at("cpuSeconds").number(),
                field.at("generatorCpuSeconds").number(),
                field.at("machineCpu").number(),
                field.at("rssBytes").big(),
                field.at("peakPlatformThreads").whole(),
                pins.isNull()
                        ? null
                        : new Pins(pins.at("count").big(), pins.at("seconds").number()),
                stalls.isNull()
                        ? null
                        : new Stalls(
                                stalls.at("count").big(),
                                stalls.at("longestMillis").number()),
                field.at("holders").each(HolderJson::read),
                field.at("pools").each(RaceReader::pool),
                field.at("little").number(),
                field.at("steady").yes(),
                field.at("doubts").texts(),
                BystanderJson.read(field));
    }

    private static Load load(JsonField field) {
        String kind = field.at("kind").text();
        return switch (kind) {
            case "closed" -> new Load.Closed(field.at("connections").whole());
            case "open" ->
                new Load.Open(
                        field.at("rate").number(), field.at("maxConnections").whole());
            default -> throw field.at("kind").wrong("closed or open");
        };
    }

    private static LatencyMillis latency(JsonField field) {
        return new LatencyMillis(
                field.at("mean").number(),
                field.at("p50").number(),
                field.at("p90").number(),
                field.at("p99").number(),
                field.at("p999").number(),
                field.at("max").number(),
                field.at("percentiles")
                        .each(point -> new LatencyMillis.Point(
                                point.at(0).number(), point.at(1).number())));
    }

    private static PoolUse pool(JsonField field) {
        return new PoolUse(
                field.at("name").text(),
                field.at("kind").text(),
                field.at("maximum").whole(),
                field.at("peakActive").whole(),
                field.at("peakWaiting").whole(),
                field.at("holds").big(),
                field.at("holdMillisP5").number(),
                field.at("holdMillisMean").number());
    }

    private static Comparison comparison(JsonField field) {
        return new Comparison(
                field.at("arm").text(),
                field.at("against").text(),
                field.at("path").text(),
                load(field.at("load")),
                field.at("metric").choice(Comparison.Metric.class),
                field.at("primary").yes(),
                ratio(field.at("ratio")),
                field.at("pairs").whole(),
                field.at("confidence").number(),
                field.at("text").text());
    }

    static Ratio ratio(JsonField field) {
        boolean interval = !field.at("high").isNull();
        return new Ratio(
                field.at("estimate").number(),
                interval ? field.at("low").number() : 0,
                interval ? field.at("high").number() : Double.POSITIVE_INFINITY);
    }

    private static Verdict verdict(String workload, JsonField field) {
        JsonField limit = field.at("limit");
        return new Verdict(
                workload,
                field.textOr("arm", ""),
                field.textOr("against", ""),
                field.at("kind").choice(Verdict.Kind.class),
                field.at("text").text(),
                new Verdict.Limit(
                        limit.at("kind").text(),
                        limit.at("name").text(),
                        limit.at("bound").number()),
                field.at("culprits").each(RaceReader::culprit),
                field.each("holders", RaceReader::culprit),
                field.at("notes").texts());
    }

    private static Culprit culprit(JsonField field) {
        return new Culprit(
                HolderJson.read(field),
                field.at("trials").whole(),
                field.at("of").whole(),
                new Remedies.Remedy(field.at("remedy").text(), field.at("rule").text()),
                field.textOr("fingerprint", ""));
    }

    private static CarrierLife life(JsonField field) {
        return new CarrierLife(
                field.at("arm").text(),
                field.at("repetition").whole(),
                field.at("heldShares").each(JsonField::number),
                field.at("requests").each(JsonField::big),
                field.has("paths") ? field.at("paths").texts() : List.of());
    }
}
