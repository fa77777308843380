package io.heddle.report.race;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Bound;
import io.heddle.model.CarrierLife;
import io.heddle.model.Change;
import io.heddle.model.Comparison;
import io.heddle.model.Culprit;
import io.heddle.model.Decision;
import io.heddle.model.Decisions;
import io.heddle.model.DroppedPath;
import io.heddle.model.LatencyMillis;
import io.heddle.model.Load;
import io.heddle.model.Pins;
import io.heddle.model.PoolUse;
import io.heddle.model.Race;
import io.heddle.model.Ratio;
import io.heddle.model.Stalls;
import io.heddle.model.Target;
import io.heddle.model.Trial;
import io.heddle.model.Verdict;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.check.CheckJson;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A race as JSON, for scripts: the keys that they rely on, and more. [RaceReader] reads it back.
///
/// A figure that is not known, not finite or without limit is `null`; figures carry six significant digits, more than
/// any measurement here has.
public final class RaceJson {

    private RaceJson() {}

    /// @return indented, with a line feed at the end
    public static String render(Race race) {
        return Json.write(tree(race));
    }

    static ObjectNode tree(Race race) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode tool = root.putObject("tool").put("version", race.version());
        texts(tool, "command", race.command());
        root.put("started", race.started().toString());
        Json.put(root, "seconds", race.seconds());
        root.put("quick", race.quick());
        root.putObject("machine")
                .put("cores", race.machine().cores())
                .put("memoryBytes", race.machine().memoryBytes())
                .put("os", race.machine().os());
        target(root.putObject("target"), race.target());
        each(root, "arms", race.arms(), ArmJson::write);
        each(root, "bounds", race.bounds(), RaceJson::bound);
        each(root, "trials", race.trials(), RaceJson::trial);
        each(root, "comparisons", race.comparisons(), RaceJson::comparison);
        verdict(root.putObject("verdict"), race.verdict());
        each(
                root,
                "verdicts",
                race.verdicts(),
                (node, verdict) -> verdict(node.put("path", verdict.workload()), verdict));
        each(root, "carriers", race.lives(), RaceJson::life);
        each(root, "capacities", race.capacities(), CapacityJson::write);
        each(root, "overload", race.overloads(), OverloadJson::write);
        each(root, "dropped", race.dropped(), RaceJson::dropped);
        each(root, "changes", race.changes(), RaceJson::change);
        root.set("findings", CheckJson.findings(race.findings()));
        root.put("interrupted", race.interrupted()).put("stopped", race.stopped());
        decision(root, Decisions.of(race));
        return root;
    }

    private static void decision(ObjectNode root, Optional<Decision> decision) {
        root.putNull("decision");
        decision.ifPresent(made -> {
            ObjectNode node = root.putObject("decision").put("kind", Formats.spelled(made.kind()));
            texts(node, "because", made.because());
            texts(node, "next", made.next());
        });
    }

    private static void change(ObjectNode node, Change change) {
        node.put("id", change.id())
                .put("kind", Formats.spelled(change.kind()))
                .put("path", change.workload())
                .put("arm", change.arm())
                .put("text", change.text())
                .put("example", change.example())
                .put("grave", change.grave());
    }

    private static void dropped(ObjectNode node, DroppedPath path) {
        node.put("path", path.workload())
                .put("arm", path.arm())
                .put("code", Formats.spelled(path.code()))
                .put("text", path.text());
    }

    private static void target(ObjectNode node, Target target) {
        texts(node, "command", target.command());
        node.put("jdk", target.jdk()).put("server", target.server()).put("switch", target.switchedBy());
        texts(node, "hooks", target.hooks());
        node.put("output", target.output());
        texts(node, "notes", target.notes());
    }

    private static void bound(ObjectNode node, Bound bound) {
        node.put("path", bound.workload()).put("arm", bound.arm()).put("connections", bound.connections());
        node.put("kind", Formats.spelled(bound.kind())).put("name", bound.name());
        Json.put(node, "throughput", bound.throughput());
        node.put("why", bound.why()).put("units", bound.units());
        if (bound.ofPath()) {
            node.put("ofPath", true);
        }
    }

    private static void trial(ObjectNode node, Trial trial) {
        node.put("arm", trial.arm()).put("repetition", trial.repetition()).put("path", trial.workload());
        node.set("load", load(trial.load()));
        Json.put(node, "seconds", trial.seconds());
        Json.put(node, "throughput", trial.throughput());
        Json.put(node, "bound", trial.bound());
        node.put("requests", trial.requests()).put("errors", trial.errors()).put("timeouts", trial.timeouts());
        ObjectNode kinds = node.putObject("errorKinds");
        trial.errorKinds().entrySet().stream()
                .sorted(java.util.Map.Entry.comparingByKey())
                .forEach(kind -> kinds.put(kind.getKey(), kind.getValue()));
        node.put("inFlightAtStop", trial.inFlightAtStop());
        latency(node.putObject("latencyMillis"), trial.latencyMillis());
        Json.put(node, "virtualShare", trial.virtualShare());
        Json.put(node, "cpuSeconds", trial.cpuSeconds());
        Json.put(node, "generatorCpuSeconds", trial.generatorCpuSeconds());
        Json.put(node, "machineCpu", trial.machineCpu());
        node.put("rssBytes", trial.rssBytes()).put("peakPlatformThreads", trial.peakPlatformThreads());
        @Nullable Pins pins = trial.pins();
        if (pins == null) {
            node.putNull("pins");
        } else {
            Json.put(node.putObject("pins").put("count", pins.count()), "seconds", pins.seconds());
        }
        @Nullable Stalls stalls = trial.stalls();
        if (stalls == null) {
            node.putNull("stalls");
        } else {
            Json.put(node.putObject("stalls").put("count", stalls.count()), "longestMillis", stalls.longestMillis());
        }
        each(node, "holders", trial.holders(), HolderJson::write);
        each(node, "pools", trial.pools(), RaceJson::pool);
        Json.put(node, "little", trial.little());
        node.put("steady", trial.steady());
        texts(node, "doubts", trial.doubts());
        BystanderJson.write(node, trial.bystander());
    }

    static ObjectNode load(Load load) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        switch (load) {
            case Load.Closed closed -> node.put("kind", "closed").put("connections", closed.connections());
            case Load.Open open -> {
                Json.put(node.put("kind", "open"), "rate", open.rate());
                node.put("maxConnections", open.connections());
            }
        }
        return node;
    }

    private static void latency(ObjectNode node, LatencyMillis latency) {
        Json.put(node, "mean", latency.mean());
        Json.put(node, "p50", latency.p50());
        Json.put(node, "p90", latency.p90());
        Json.put(node, "p99", latency.p99());
        Json.put(node, "p999", latency.p999());
        Json.put(node, "max", latency.max());
        ArrayNode points = node.putArray("percentiles");
        latency.percentiles()
                .forEach(point ->
                        points.addArray().add(Json.exact(point.percent())).add(Json.number(point.millis())));
    }

    private static void pool(ObjectNode node, PoolUse pool) {
        node.put("name", pool.name()).put("kind", pool.kind()).put("maximum", pool.maximum());
        node.put("peakActive", pool.peakActive())
                .put("peakWaiting", pool.peakWaiting())
                .put("holds", pool.holds());
        Json.put(node, "holdMillisP5", pool.holdMillisP5());
        Json.put(node, "holdMillisMean", pool.holdMillisMean());
    }

    private static void comparison(ObjectNode node, Comparison comparison) {
        node.put("arm", comparison.arm()).put("against", comparison.against()).put("path", comparison.workload());
        node.set("load", load(comparison.load()));
        node.put("metric", Formats.spelled(comparison.metric())).put("primary", comparison.primary());
        node.set("ratio", ratio(comparison.ratio()));
        node.put("pairs", comparison.pairs());
        Json.put(node, "confidence", comparison.confidence());
        node.put("text", comparison.text());
    }

    /// Both ends are null where one JVM an arm leaves no interval.
    static ObjectNode ratio(Ratio ratio) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        boolean interval = Double.isFinite(ratio.high());
        Json.put(node, "estimate", ratio.estimate());
        Json.put(node, "low", interval ? ratio.low() : Double.NaN);
        Json.put(node, "high", ratio.high());
        return node;
    }

    private static void verdict(ObjectNode node, Verdict verdict) {
        node.put("arm", verdict.arm()).put("against", verdict.against());
        node.put("kind", Formats.spelled(verdict.kind())).put("text", verdict.text());
        ObjectNode limit = node.putObject("limit")
                .put("kind", verdict.limit().kind())
                .put("name", verdict.limit().name());
        Json.put(limit, "bound", verdict.limit().bound());
        each(node, "culprits", verdict.culprits(), RaceJson::culprit);
        each(node, "holders", verdict.holders(), RaceJson::culprit);
        texts(node, "notes", verdict.notes());
    }

    private static void culprit(ObjectNode node, Culprit culprit) {
        HolderJson.write(node, culprit.holder());
        node.put("trials", culprit.trials())
                .put("of", culprit.of())
                .put("remedy", culprit.remedy().advice())
                .put("rule", culprit.remedy().rule())
                .put("fingerprint", culprit.fingerprint());
    }

    private static void life(ObjectNode node, CarrierLife life) {
        node.put("arm", life.arm()).put("repetition", life.repetition());
        ArrayNode shares = node.putArray("heldShares");
        life.heldShares().forEach(share -> shares.add(Json.number(share)));
        ArrayNode requests = node.putArray("requests");
        life.requests().forEach(requests::add);
        texts(node, "paths", life.paths());
    }

    static void texts(ObjectNode node, String key, List<String> texts) {
        ArrayNode array = node.putArray(key);
        texts.forEach(array::add);
    }

    static <T> void each(ObjectNode node, String key, List<T> items, BiConsumer<ObjectNode, T> writer) {
        ArrayNode array = node.putArray(key);
        items.forEach(item -> writer.accept(array.addObject(), item));
    }
}
