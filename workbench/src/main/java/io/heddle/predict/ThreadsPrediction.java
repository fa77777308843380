package io.heddle.predict;

import io.heddle.model.Failure;
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
import io.heddle.waits.RequestWork.Doing;
import io.heddle.waits.ServiceSeen;
import io.heddle.waits.ServiceSeen.Limit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Predicts from what the threads of a service do.
record ThreadsPrediction(ServiceSeen seen, Wish wish) {

    private static final double P99 = 0.99;
    /// Fewer busy threads tell of a service without load.
    private static final double LEAST_BUSY = 0.02;
    private static final double NORMAL = 1.96;
    private static final double MUCH = 0.5;

    Prediction predict() {
        double mean = seen.work().mean();
        if (seen.work().virtual() > MUCH * mean && mean > 0) {
            throw new Failure(
                    "requests run on virtual threads already: there is no switch left to predict",
                    "heddle watch " + seen.source() + " says what they wait for");
        }
        if (mean < LEAST_BUSY) {
            throw new Failure(
                    "no thread served a request in " + (seen.when().isEmpty() ? seen.source() : seen.when())
                            + ": without load nothing can be said",
                    "record the service under its load of every day");
        }
        Optional<Rate> rate = seen.rate()
                .map(counted -> new Rate(counted.perSecond(), counted.by()))
                .or(() -> wish.rate().map(told -> new Rate(told, "--rate")));
        ThreadsDemand threads =
                new ThreadsDemand(seen, wish, rate.map(Rate::value).orElse(1.0));
        Demand demand = threads.demand();
        Demand asked = wish.rate().map(demand::at).orElse(demand);
        Optional<Limit> limit = threads.threads();
        Optional<Forecast> forecast =
                limit.map(most -> new Forecast(asked, demand.rate(), most.threads(), wish.headroom()));
        Optional<Need> need = forecast.map(Forecast::need);
        Observed observed = observed(rate, limit, demand);
        Sentences sentences = new Sentences(
                observed,
                asked,
                need,
                forecast.flatMap(known -> known.platform().limit()),
                rate.isPresent() ? Scale.RATE : Scale.LOAD);
        List<NotKnown> notKnown = new ArrayList<>();
        if (rate.isEmpty()) {
            notKnown.add(new NotKnown(
                    "requests a second: so there are no milliseconds a request",
                    "say it with --rate 450/s; on JDK 25 and later heddle predict PID counts them"));
        }
        notKnown.addAll(threads.notKnown());
        notKnown.add(new NotKnown(
                "limits that were never reached, such as those of other services", "heddle race measures them"));
        List<OnJdk> predicted = wish.jdks().stream()
                .map(jdk -> forecast.map(known -> Predictor.onJdk(jdk, known, sentences))
                        .orElseGet(() -> Predictor.unknown(jdk, false)))
                .toList();
        return new Prediction(
                seen.events() ? Prediction.Tier.EVENTS : Prediction.Tier.STATES,
                seen.source(),
                sentences.first(predicted, false),
                observed,
                need,
                predicted,
                notes(observed, predicted, demand.rate()),
                notKnown);
    }

    private List<String> notes(Observed observed, List<OnJdk> predicted, double load) {
        List<String> notes = new ArrayList<>(seen.notes());
        predicted.stream()
                .filter(each -> each.verdict() == Verdict.Kind.GAIN)
                .findFirst()
                .ifPresent(gain -> overload(observed, gain, load).ifPresent(notes::add));
        if (!seen.work().recognised().isEmpty()) {
            notes.add(seen.work().recognised());
        }
        return notes;
    }

    /// Whose queue moves from the threads to somebody else: by Little's law, if times stay as they are.
    private static Optional<String> overload(Observed observed, OnJdk gain, double load) {
        Optional<Double> times = gain.virtual().map(most -> most.estimate() / load);
        Optional<Spent> peer = observed.waits().stream()
                .filter(spent -> spent.kind() == WaitClass.SOCKET && spent.meanThreads() >= 1)
                .findFirst();
        return times.filter(_ -> peer.isPresent()).map(factor -> {
            Spent asked = peer.orElseThrow();
            return String.format(
                    Locale.ROOT,
                    "at what virtual threads carry, %s has some %,.0f requests at once, and not %,.0f: no thread pool"
                            + " guards it any more, so limit it to what it can take; some %,.0f requests and their"
                            + " thread-locals are in memory then",
                    asked.name().isEmpty() ? "the service behind its sockets" : asked.name(),
                    asked.meanThreads() * factor,
                    asked.meanThreads(),
                    observed.busy().orElseThrow().mean() * factor);
        });
    }

    private Observed observed(Optional<Rate> rate, Optional<Limit> limit, Demand demand) {
        double[] sorted = seen.work().busy().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        double p99 = sorted[(int) Math.min(sorted.length - 1L, Math.round(P99 * sorted.length))];
        String when = seen.when().isEmpty() ? seen.source() : seen.when();
        return new Observed(
                seen.work().seconds(),
                when,
                rate,
                Optional.of(new BusyThreads(
                        seen.work().mean(),
                        p99,
                        sorted[sorted.length - 1],
                        sorted.length,
                        limit.map(Limit::threads).filter(most -> most < ThreadsDemand.UNLIMITED))),
                spent(rate, demand));
    }

    private record Key(WaitClass kind, String name) {}

    private List<Spent> spent(Optional<Rate> rate, Demand demand) {
        Map<Key, double[]> sums = new LinkedHashMap<>();
        for (Doing doing : seen.work().doings()) {
            double[] sum = sums.computeIfAbsent(new Key(doing.kind(), doing.what()), _ -> new double[2]);
            sum[0] += doing.threads();
            sum[1] += doing.squares();
        }
        double mean = seen.work().mean();
        return sums.entrySet().stream()
                .map(each -> new Spent(
                        each.getKey().kind(),
                        each.getKey().name(),
                        each.getValue()[0],
                        rate.map(known -> Estimate.within(
                                each.getValue()[0] / known.value() * 1e3,
                                NORMAL * Math.sqrt(each.getValue()[1]) / (each.getValue()[0] / mean)))))
                .filter(each -> each.meanThreads() > 0)
                .sorted(Comparator.comparingDouble(Spent::meanThreads).reversed())
                .toList();
    }
}
