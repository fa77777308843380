package io.heddle.predict;

import io.heddle.model.Decision;
import io.heddle.model.Failure;
import io.heddle.model.Figures;
import io.heddle.model.Prediction;
import io.heddle.model.Prediction.BusyThreads;
import io.heddle.model.Prediction.Estimate;
import io.heddle.model.Prediction.Need;
import io.heddle.model.Prediction.NotKnown;
import io.heddle.model.Prediction.Observed;
import io.heddle.model.Prediction.OnJdk;
import io.heddle.model.Prediction.Rate;
import io.heddle.model.Prediction.Spent;
import io.heddle.model.Verdict;
import io.heddle.model.WaitClass;
import io.heddle.predict.MetricNames.Role;
import io.heddle.waits.ServiceSeen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Predicts from metrics, recordings and thread dumps.
public final class Predictor {

    private static final double P99 = 0.99;
    /// Two instances of one service that differ by more are of two kinds.
    private static final double UNLIKE = 2;
    /// Timers and the limit of threads agree as far.
    private static final double BEYOND = 1.1;

    private final Wish wish;

    public Predictor(Wish wish) {
        this.wish = wish;
    }

    /// From two pages of metrics of one JVM, the earlier first.
    ///
    /// @param seconds between them; empty where the pages tell it
    /// @throws Failure when they say nothing of requests
    public Prediction pages(Path before, Path after, Optional<Integer> seconds) {
        Reading reading = Pages.read(before, after, seconds);
        return predict(reading, List.of(reading.busy()), before + " and " + after, List.of());
    }

    /// From what a Prometheus server keeps of a service.
    ///
    /// @param place such as `http://127.0.0.1:9090`
    /// @param selector such as `{job="shop"}`
    /// @param now seconds since 1970; empty for the present
    public Prediction prometheus(String place, String selector, Optional<Long> now) {
        List<PrometheusHistory.Instance> instances = new PrometheusHistory(place, selector, now).read();
        if (instances.isEmpty()) {
            throw new Failure("Prometheus has no rate of requests of that service yet", "wait for some scrapes");
        }
        PrometheusHistory.Instance first = instances.getFirst();
        List<String> notes = new ArrayList<>();
        if (instances.size() > 1) {
            double least = instances.getLast().busiest().busy();
            notes.add(instances.size() + " instances stand behind the selector; this is "
                    + first.busiest().instance() + ", the busiest"
                    + (first.busiest().busy() > UNLIKE * least
                            ? ". The least busy had " + Figures.number(least)
                                    + " threads busy at its peak: they may be of two kinds"
                            : ""));
        }
        return predict(first.busiest(), first.busy(), "Prometheus", notes);
    }

    /// From what recordings or thread dumps tell of a service.
    ///
    /// @throws Failure when no thread served a request, or virtual threads do already
    public Prediction seen(ServiceSeen seen) {
        return new ThreadsPrediction(seen, wish).predict();
    }

    private Prediction predict(Reading reading, List<Double> busy, String source, List<String> notes) {
        if (!(reading.count(Role.REQUESTS) > 0)) {
            throw new Failure(
                    "no request was counted " + reading.when(),
                    "take the pages while the service has load; Spring Boot counts requests as "
                            + "http_server_requests_seconds");
        }
        MetricsDemand metrics = new MetricsDemand(reading, wish);
        Demand seen = metrics.demand();
        Demand asked = wish.rate().map(seen::at).orElse(seen);
        Optional<Integer> threads = metrics.threads();
        Observed observed = observed(reading, busy, seen, threads);
        Optional<Forecast> forecast = threads.map(most -> new Forecast(asked, seen.rate(), most, wish.headroom()));
        Optional<Need> need = forecast.map(Forecast::need);
        Sentences sentences = new Sentences(
                observed,
                asked,
                need,
                forecast.flatMap(known -> known.platform().limit()),
                Scale.RATE);
        List<OnJdk> predicted = new ArrayList<>();
        List<NotKnown> notKnown = new ArrayList<>(metrics.notKnown());
        boolean asynchronous = threads.isPresent() && seen.busy() > threads.orElseThrow() * BEYOND;
        for (int jdk : wish.jdks()) {
            predicted.add(forecast.filter(_ -> !asynchronous)
                    .map(known -> onJdk(jdk, known, sentences))
                    .orElseGet(() -> unknown(jdk, asynchronous)));
        }
        if (predicted.stream().anyMatch(each -> each.code().equals("unexplained-time"))) {
            notKnown.add(new NotKnown(
                    "which waits would hold a carrier",
                    "heddle check app.jar names the code that may; heddle race measures it"));
        }
        return new Prediction(
                Prediction.Tier.METRICS,
                source,
                sentences.first(predicted, asynchronous),
                observed,
                need,
                predicted,
                notes,
                notKnown);
    }

    static OnJdk onJdk(int jdk, Forecast forecast, Sentences sentences) {
        Forecast.Judged judged = forecast.judged(jdk);
        Forecast.Carried platform = forecast.platform();
        boolean mended = judged.kind() == Verdict.Kind.HARM
                && forecast.demand().holding().isPresent()
                && jdk < Forecast.MONITORS_MENDED
                && forecast.judged(Forecast.MONITORS_MENDED).kind() != Verdict.Kind.HARM;
        Decision decision = sentences.decision(jdk, judged, platform, mended);
        return new OnJdk(
                jdk,
                judged.kind(),
                sentences.isNoNeed(decision) ? "threads-idle" : judged.code(),
                sentences.verdict(jdk, judged, platform),
                decision,
                judged.best()
                        .flatMap(Forecast.Carried::limit)
                        .map(Sentences::limit)
                        .orElse(Verdict.Limit.NONE),
                Optional.of(platform.capacity()),
                judged.best().map(Forecast.Carried::capacity),
                forecast.carriers(jdk),
                forecast.demand().holding().map(known -> known.on(jdk).places()).orElse(List.of()));
    }

    static OnJdk unknown(int jdk, boolean asynchronous) {
        String text = asynchronous
                ? "more requests are in flight than the server has threads: it answers some without one, or has more"
                : "how many threads may serve requests is not known";
        return new OnJdk(
                jdk,
                Verdict.Kind.UNDECIDED,
                asynchronous ? "asynchronous" : "threads-not-known",
                text,
                new Decision(
                        Decision.Kind.MEASURE_MORE,
                        List.of(text),
                        List.of(asynchronous ? "heddle race --quick app.jar measures it" : "say it: --threads 200")),
                Verdict.Limit.NONE,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private static Observed observed(Reading reading, List<Double> busy, Demand seen, Optional<Integer> threads) {
        double[] sorted =
                busy.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        double p99 = sorted[(int) Math.min(sorted.length - 1L, Math.round(P99 * sorted.length))];
        return new Observed(
                reading.seconds(),
                reading.when(),
                Optional.of(new Rate(seen.rate(), "metrics")),
                Optional.of(new BusyThreads(
                        reading.busy(),
                        p99,
                        Math.max(reading.busy(), sorted[sorted.length - 1]),
                        busy.size(),
                        threads)),
                spent(reading, seen));
    }

    private static List<Spent> spent(Reading reading, Demand seen) {
        List<Spent> spent = new ArrayList<>();
        reading.of(Role.POOL_WAIT)
                .forEach(wait ->
                        spent.add(spent(WaitClass.POOL, "a connection of " + wait.name(), wait.amount(), seen)));
        reading.of(Role.POOL_USE)
                .forEach(use ->
                        spent.add(spent(WaitClass.SOCKET, "with a connection of " + use.name(), use.amount(), seen)));
        reading.of(Role.CLIENT)
                .forEach(call ->
                        spent.add(spent(WaitClass.SOCKET, ("calls of " + call.name()).strip(), call.amount(), seen)));
        spent.add(spent(WaitClass.RUNNING, "", seen.computed() * seen.rate(), seen));
        double rest =
                seen.busy() - spent.stream().mapToDouble(Spent::meanThreads).sum();
        if (rest > 0) {
            spent.add(spent(WaitClass.OTHER, "what the metrics do not show", rest, seen));
        }
        return spent.stream()
                .filter(each -> each.meanThreads() > 0)
                .sorted(Comparator.comparingDouble(Spent::meanThreads).reversed())
                .toList();
    }

    private static Spent spent(WaitClass kind, String name, double threads, Demand seen) {
        double millis = threads / seen.rate() * 1e3;
        return new Spent(kind, name, threads, Optional.of(Estimate.within(millis, Forecast.counted(seen.requests()))));
    }
}
