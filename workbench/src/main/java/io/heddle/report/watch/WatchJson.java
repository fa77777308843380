package io.heddle.report.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Holder;
import io.heddle.model.Remedies;
import io.heddle.model.WaitAccount;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.Watch;
import io.heddle.report.Json;
import io.heddle.report.MethodNames;
import io.heddle.report.check.CheckJson;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A watch as JSON, for scripts: the keys that they rely on, and more.
public final class WatchJson {

    private WatchJson() {}

    /// @return indented, with a line feed at the end
    public static String render(WatchReport report) {
        Watch watch = report.watch();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode tool = root.putObject("tool").put("version", watch.version());
        texts(tool, "command", watch.command());
        root.putObject("jvm")
                .put("version", watch.jvm().version())
                .put("pid", watch.jvm().pid());
        root.set("seconds", Json.number(watch.seconds()));
        root.put("state", spelled(watch.state()))
                .put("certainty", spelled(watch.certainty()))
                .put("text", watch.text());
        carriers(root.putObject("carriers"), watch.carriers());
        watch.probe().ifPresentOrElse(probe -> probe(root.putObject("probe"), probe), () -> root.putNull("probe"));
        ArrayNode holders = root.putArray("holders");
        watch.holders().forEach(holder -> holder(holders.addObject(), holder, report.remedy(holder)));
        ArrayNode waits = root.putArray("waits");
        watch.account().waits().forEach(wait -> wait(waits.addObject(), wait));
        account(root.putObject("account"), watch.account());
        ObjectNode threads = root.putObject("virtualThreads");
        count(threads, "started", watch.virtualThreads().started());
        count(threads, "live", watch.virtualThreads().live());
        threads.put("submitFailed", watch.virtualThreads().submitFailed());
        pinned(threads.putObject("pinned"), watch.virtualThreads().pinned());
        report.predicted().ifPresent(predicted -> root.set("findings", CheckJson.findings(predicted.findings())));
        report.memory().ifPresent(memory -> MemorySaid.json(root.putObject("memory"), memory));
        texts(root, "graph", watch.graph().lines());
        texts(root, "notes", report.notes());
        return Json.write(root);
    }

    private static void carriers(ObjectNode node, Watch.Carriers carriers) {
        node.put("parallelism", carriers.parallelism())
                .put("compensated", carriers.compensated())
                .put("maxPoolSize", carriers.maxPoolSize())
                .set("lostShare", Json.number(carriers.lostShare()));
        ArrayNode timeline = node.putArray("timeline");
        for (Watch.Slice slice : carriers.timeline()) {
            ObjectNode part = timeline.addObject();
            part.set("held", Json.number(slice.held()));
            part.set("computing", Json.number(slice.computing()));
        }
    }

    private static void probe(ObjectNode node, Watch.Probe probe) {
        node.set("p50Millis", Json.number(probe.p50Millis()));
        node.set("p99Millis", Json.number(probe.p99Millis()));
        node.set("maxMillis", Json.number(probe.maxMillis()));
        node.put("stalls", probe.stalls());
        node.set("outstandingMillis", Json.number(probe.outstandingMillis()));
        node.set("controlP99Millis", Json.number(probe.controlP99Millis()));
    }

    private static void holder(ObjectNode node, Holder holder, Remedies.Remedy remedy) {
        node.put("cause", holder.cause().spelled())
                .put("class", holder.type())
                .put("method", holder.method())
                .put("display", MethodNames.display(holder.type(), holder.method()))
                .put("line", holder.line());
        node.put("artifact", holder.artifact()).put("count", holder.count());
        node.set("totalMillis", Json.number(holder.totalMillis()));
        node.set("longestMillis", Json.number(holder.longestMillis()));
        node.set("lostShare", Json.number(holder.lostShare()));
        node.put("certainty", spelled(holder.certainty()));
        texts(node, "signals", holder.signals());
        texts(node, "stack", holder.stack());
        node.put("detail", holder.detail()).put("advice", remedy.advice()).put("rule", remedy.rule());
    }

    private static void wait(ObjectNode node, Wait wait) {
        node.put("class", wait.kind().spelled()).put("name", wait.name()).put("place", wait.place());
        wait.owner()
                .ifPresentOrElse(
                        owner -> node.putObject("owner")
                                .put("class", owner.type())
                                .put("method", owner.method())
                                .put("display", MethodNames.display(owner.type(), owner.method()))
                                .put("does", owner.does()),
                        () -> node.putNull("owner"));
        node.set("meanThreads", Json.number(wait.meanThreads()));
        wait.millisPerRequest()
                .ifPresentOrElse(
                        millis -> {
                            ObjectNode interval = node.putObject("millisPerRequest");
                            interval.set("estimate", Json.number(millis.estimate()));
                            interval.set("low", Json.number(millis.low()));
                            interval.set("high", Json.number(millis.high()));
                        },
                        () -> node.putNull("millisPerRequest"));
        node.put("waiting", wait.waiting()).put("size", wait.size()).put("used", wait.used());
        node.set("share", Json.number(wait.share()));
        node.put("contended", wait.contended());
        texts(node, "stack", wait.stack());
    }

    private static void account(ObjectNode node, WaitAccount account) {
        node.put("samples", account.samples())
                .put("basis", account.basis().spelled() + "s")
                .set("servingThreads", Json.number(account.servingThreads()));
        account.rate()
                .ifPresentOrElse(
                        rate -> node.set("ratePerSecond", Json.number(rate)), () -> node.putNull("ratePerSecond"));
        node.put("recognised", account.recognised());
    }

    private static void pinned(ObjectNode node, Watch.Pinned pinned) {
        node.put("count", pinned.count());
        node.set("totalMillis", Json.number(pinned.totalMillis()));
        node.set("longestMillis", Json.number(pinned.longestMillis()));
    }

    private static void count(ObjectNode node, String key, Optional<Long> count) {
        count.ifPresentOrElse(known -> node.put(key, known), () -> node.putNull(key));
    }

    private static void texts(ObjectNode node, String key, List<String> texts) {
        ArrayNode array = node.putArray(key);
        texts.forEach(array::add);
    }

    private static String spelled(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
