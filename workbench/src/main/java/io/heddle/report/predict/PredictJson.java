package io.heddle.report.predict;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Prediction;
import io.heddle.model.Prediction.Estimate;
import io.heddle.model.Prediction.Need;
import io.heddle.model.Prediction.Observed;
import io.heddle.model.Prediction.OnJdk;
import io.heddle.model.Prediction.Rate;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.MethodNames;
import java.util.List;
import java.util.Optional;

/// A prediction as JSON, for scripts.
public final class PredictJson {

    private PredictJson() {}

    /// @param command Heddle's own command line, without secrets
    /// @return indented, with a line feed at the end
    public static String render(Prediction prediction, String version, List<String> command) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode tool = root.putObject("tool").put("version", version);
        ArrayNode words = tool.putArray("command");
        command.forEach(words::add);
        root.put("tier", prediction.tier().spelled())
                .put("source", prediction.source())
                .put("text", prediction.first());
        observed(root.putObject("observed"), prediction.observed());
        prediction
                .need()
                .ifPresentOrElse(
                        need -> need(
                                root.putObject("need"),
                                need,
                                prediction.observed().rate()),
                        () -> root.putNull("need"));
        ArrayNode predicted = root.putArray("predicted");
        prediction
                .predicted()
                .forEach(each ->
                        onJdk(predicted.addObject(), each, prediction.observed().rate()));
        ArrayNode notes = root.putArray("notes");
        prediction.notes().forEach(notes::add);
        ArrayNode notKnown = root.putArray("notKnown");
        prediction
                .notKnown()
                .forEach(each -> notKnown.addObject().put("what", each.what()).put("how", each.how()));
        return Json.write(root);
    }

    private static void observed(ObjectNode node, Observed observed) {
        node.set("seconds", Json.number(observed.seconds()));
        node.put("when", observed.when());
        observed.rate()
                .ifPresentOrElse(
                        rate -> node.putObject("rate")
                                .put("source", rate.source())
                                .set("value", Json.number(rate.value())),
                        () -> node.putNull("rate"));
        observed.busy()
                .ifPresentOrElse(
                        busy -> {
                            ObjectNode threads = node.putObject("busyThreads");
                            threads.set("mean", Json.number(busy.mean()));
                            threads.set("p99", Json.number(busy.p99()));
                            threads.set("max", Json.number(busy.max()));
                            threads.put("intervals", busy.intervals());
                            busy.of().ifPresentOrElse(of -> threads.put("of", of), () -> threads.putNull("of"));
                        },
                        () -> node.putNull("busyThreads"));
        ArrayNode waits = node.putArray("waits");
        observed.waits().forEach(spent -> {
            ObjectNode wait =
                    waits.addObject().put("class", spent.kind().spelled()).put("name", spent.name());
            wait.set("meanThreads", Json.number(spent.meanThreads()));
            estimate(wait, "millisPerRequest", spent.millisPerRequest());
        });
    }

    private static void need(ObjectNode node, Need need, Optional<Rate> rate) {
        node.put("needed", need.needed());
        rate.ifPresentOrElse(_ -> node.set("atRate", Json.number(need.atRate())), () -> node.putNull("atRate"));
        node.set("headroom", Json.number(need.headroom()));
        estimate(node, "threadsLimitFrom", rate.map(_ -> need.threadsLimitFrom()));
        estimate(node, "timesLoad", Optional.of(times(need.threadsLimitFrom(), rate)));
    }

    private static Estimate times(Estimate estimate, Optional<Rate> rate) {
        double load = rate.map(Rate::value).orElse(1.0);
        return new Estimate(estimate.estimate() / load, estimate.low() / load, estimate.high() / load);
    }

    private static void onJdk(ObjectNode node, OnJdk each, Optional<Rate> rate) {
        node.put("jdk", each.jdk())
                .put("verdict", Formats.spelled(each.verdict()))
                .put("code", each.code())
                .put("text", each.text());
        ObjectNode decision = node.putObject("decision")
                .put("kind", Formats.spelled(each.decision().kind()));
        ArrayNode because = decision.putArray("because");
        each.decision().because().forEach(because::add);
        ArrayNode next = decision.putArray("next");
        each.decision().next().forEach(next::add);
        ObjectNode limit = node.putObject("limit")
                .put("kind", each.limit().kind())
                .put("name", each.limit().name());
        if (rate.isPresent()) {
            limit.set("bound", Json.number(each.limit().bound()));
        } else {
            limit.putNull("bound");
        }
        ObjectNode capacity = node.putObject("capacity");
        estimate(capacity, "platform", each.platform().filter(_ -> rate.isPresent()));
        estimate(capacity, "virtual", each.virtual().filter(_ -> rate.isPresent()));
        ObjectNode times = node.putObject("timesLoad");
        estimate(times, "platform", each.platform().map(known -> times(known, rate)));
        estimate(times, "virtual", each.virtual().map(known -> times(known, rate)));
        each.carriers()
                .ifPresentOrElse(
                        held -> {
                            ObjectNode carriers = node.putObject("carriersHeld");
                            carriers.set("mean", Json.number(held.mean().estimate()));
                            carriers.set("low", Json.number(held.mean().low()));
                            carriers.set("high", Json.number(held.mean().high()));
                            carriers.set("allHeldShare", Json.number(held.allHeldShare()));
                            held.of().ifPresentOrElse(of -> carriers.put("of", of), () -> carriers.putNull("of"));
                        },
                        () -> node.putNull("carriersHeld"));
        ArrayNode holders = node.putArray("holders");
        each.holders()
                .forEach(holder -> holders.addObject()
                        .put("class", holder.type())
                        .put("method", holder.method())
                        .put("display", MethodNames.display(holder.type(), holder.method()))
                        .put("line", holder.line())
                        .put("artifact", holder.artifact())
                        .put("cause", holder.cause().spelled())
                        .put("fingerprint", "")
                        .set("millisPerSecond", Json.number(holder.millisPerSecond())));
    }

    private static void estimate(ObjectNode node, String key, Optional<Estimate> estimate) {
        estimate.ifPresentOrElse(
                known -> {
                    ObjectNode interval = node.putObject(key);
                    interval.set("estimate", Json.number(known.estimate()));
                    interval.set("low", Json.number(known.low()));
                    interval.set("high", Json.number(known.high()));
                },
                () -> node.putNull(key));
    }
}
