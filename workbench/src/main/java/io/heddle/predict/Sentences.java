package io.heddle.predict;

import io.heddle.model.Decision;
import io.heddle.model.Figures;
import io.heddle.model.Prediction;
import io.heddle.model.Prediction.BusyThreads;
import io.heddle.model.Prediction.Estimate;
import io.heddle.model.Prediction.HeldBy;
import io.heddle.model.Prediction.Need;
import io.heddle.model.Prediction.Observed;
import io.heddle.model.Prediction.OnJdk;
import io.heddle.model.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What a forecast says to people.
///
/// @param limit of platform threads; empty where how many there may be is not known
/// @param scale how throughput is told
record Sentences(Observed observed, Demand demand, Optional<Need> need, Optional<Station> limit, Scale scale) {

    private static final double TEN = 10;
    private static final double LEAST_HELD = 0.05;
    private static final double OTHER_PLACE = 0.1;
    private static final Set<String> EXPLAINED = Set.of("unexplained-time", "size-not-known", "carriers-held");
    private static final String CHECK = "heddle check app.jar says which code may hold carriers";
    private static final String NEWER = "take JDK 25: there a monitor holds no carrier";
    private static final String RACE = "heddle race --quick app.jar measures both kinds of threads";

    /// The answer: the first JDK's, where they differ.
    String first(List<OnJdk> predicted, boolean asynchronous) {
        String busy = busy();
        if (asynchronous) {
            return "undecided: " + busy + ": requests in flight do not have a thread each, or it has more threads";
        }
        if (need.isEmpty()) {
            return "undecided: " + busy + "; of how many is not known";
        }
        List<Verdict.Kind> kinds =
                predicted.stream().map(OnJdk::verdict).distinct().toList();
        if (!predicted.isEmpty()
                && predicted.stream().allMatch(each -> isNoNeed(each.decision()))
                && !need.orElseThrow().needed()) {
            return "no need: " + busy + "; " + limitFrom();
        }
        if (kinds.size() == 1) {
            String text = predicted.getFirst().text();
            int colon = text.indexOf(": ");
            return text.substring(0, colon + 2) + busy + "; " + text.substring(colon + 2);
        }
        return "it depends on the JDK: " + busy + "; "
                + String.join(
                        "; ",
                        predicted.stream()
                                .map(each -> "on " + each.jdk() + " "
                                        + (isNoNeed(each.decision()) ? "no need" : each.text()))
                                .toList());
    }

    /// Such as `at most 37 of 200 threads were busy (312/s × 119 ms, in the 300 s before …)`.
    private String busy() {
        String of = observed.busy()
                .flatMap(BusyThreads::of)
                .map(most -> String.format(Locale.ROOT, " of %,d", most))
                .orElse("");
        double seen = observed.rate().map(Prediction.Rate::value).orElse(1.0);
        String asked = demand.rate() == seen
                ? ""
                : "; at " + scale.text(demand.rate()) + " it would be " + threads(demand.busy());
        boolean most = observed.busy().orElseThrow().intervals() > 1 && !sampled();
        return (most ? "at most " : "") + threads(observed.busy().orElseThrow().mean()) + of
                + " threads were busy" + (most ? "" : " in the mean") + " ("
                + observed.rate()
                        .map(rate ->
                                Figures.rate(rate.value()) + " × " + Figures.millis(demand.response() * 1e3) + ", ")
                        .orElse("")
                + observed.when() + ")" + asked;
    }

    /// Moments of one time, not intervals of many days.
    private boolean sampled() {
        return demand.holding().isPresent();
    }

    private static String threads(double mean) {
        return String.format(Locale.ROOT, mean >= TEN ? "%,.0f" : "%.1f", mean);
    }

    private String limitFrom() {
        Estimate from = need.orElseThrow().threadsLimitFrom();
        return limit.filter(station -> !station.kind().equals(Station.THREADS))
                .map(station -> "threads are not the limit, " + station.title()
                        + (station.kind().equals(Station.CPU) ? " are" : " is") + ", from " + about(from) + " on")
                .orElseGet(() -> "threads limit from " + about(from) + " on");
    }

    private String about(Estimate estimate) {
        return scale.about(estimate);
    }

    /// The verdict for one JDK in one sentence.
    String verdict(int jdk, Forecast.Judged judged, Forecast.Carried platform) {
        String carried = carried(jdk, judged, platform);
        return switch (judged.kind()) {
            case GAIN -> "gain: " + carried;
            case NO_GAIN -> "no gain: " + carried;
            case HARM -> "harm: " + holders(jdk).map(held -> held + "; ").orElse("") + carried;
            case UNDECIDED ->
                "undecided: " + holders(jdk).map(held -> held + "; ").orElse("") + carried
                        + (EXPLAINED.contains(judged.code()) ? "" : ": too close to tell");
        };
    }

    /// What either kind of threads carries, in one sentence.
    String carried(int jdk, Forecast.Judged judged, Forecast.Carried platform) {
        String own = "platform threads carry " + about(platform.capacity()) + limited(platform.limit());
        String best = judged.best()
                .map(carried -> "virtual threads " + about(carried.capacity()) + limited(carried.limit()))
                .orElse("nothing that is known limits virtual threads");
        boolean sizeOpen = judged.worst()
                .flatMap(Forecast.Carried::limit)
                .filter(demand.suspected()::contains)
                .isPresent();
        if (sizeOpen) {
            return own + ", " + best + " if what it shares is large enough"
                    + judged.worst()
                            .map(worst -> ", " + about(worst.capacity()) + limited(worst.limit())
                                    + " if it is as large as was seen")
                            .orElse("");
        }
        if (!judged.code().equals("unexplained-time")) {
            return own + ", " + best;
        }
        return own + ", " + best + " if no wait holds a carrier"
                + judged.worst()
                        .map(worst -> ", " + about(worst.capacity()) + " if all " + unexplained(jdk) + " do")
                        .orElse("");
    }

    private String unexplained(int jdk) {
        return sampled()
                ? String.format(
                        Locale.ROOT, "%.1f threads of which nothing tells", demand.unexplained(jdk) * demand.rate())
                : Figures.millis(demand.unexplained(jdk) * 1e3) + " that the metrics do not explain";
    }

    /// Such as `Ledger.write would hold 3.1 of 4 carriers`; empty where nothing that matters would.
    Optional<String> holders(int jdk) {
        double held = demand.heldInAll(jdk) * demand.rate();
        List<HeldBy> places =
                demand.holding().map(known -> known.on(jdk).places()).orElse(List.of());
        if (places.isEmpty() || held < LEAST_HELD) {
            return Optional.empty();
        }
        HeldBy worst = places.getFirst();
        long others = places.stream()
                .skip(1)
                .filter(place -> place.millisPerSecond() >= OTHER_PLACE * worst.millisPerSecond())
                .count();
        String of = demand.cpus()
                .map(cpus -> String.format(Locale.ROOT, " of %,d carriers", cpus))
                .orElse(" carriers");
        return Optional.of(worst.place()
                + (others > 0
                        ? String.format(
                                Locale.ROOT, " and %,d %s", others, others == 1 ? "other place" : "other places")
                        : "")
                + (demand.cpus().filter(cpus -> held > cpus).isPresent()
                        ? String.format(
                                Locale.ROOT,
                                " would hold all %,d carriers (it asks for %.1f)",
                                demand.cpus().orElseThrow(),
                                held)
                        : " would hold " + String.format(Locale.ROOT, "%.1f", held) + of));
    }

    private static String limited(Optional<Station> station) {
        return station.map(each -> " (" + each.title() + ")").orElse("");
    }

    /// What to do.
    ///
    /// @param mended whether a newer JDK takes the harm away
    Decision decision(int jdk, Forecast.Judged judged, Forecast.Carried platform, boolean mended) {
        List<String> because = List.of(verdict(jdk, judged, platform));
        if (judged.kind() == Verdict.Kind.HARM) {
            return mended
                    ? new Decision(Decision.Kind.NEWER_JDK, because, List.of(NEWER, CHECK))
                    : new Decision(Decision.Kind.MEND_FIRST, because, List.of(CHECK));
        }
        if (need.isPresent() && !need.orElseThrow().needed()) {
            return new Decision(
                    Decision.Kind.NO_NEED,
                    List.of(
                            "no need: " + busy() + "; " + limitFrom(),
                            "if load grew: " + carried(jdk, judged, platform)),
                    List.of());
        }
        return switch (judged.kind()) {
            case HARM, UNDECIDED -> new Decision(Decision.Kind.MEASURE_MORE, because, List.of(CHECK, RACE));
            case NO_GAIN -> new Decision(Decision.Kind.NO_NEED, because, List.of());
            case GAIN -> {
                Optional<Station> pool = judged.best()
                        .flatMap(Forecast.Carried::limit)
                        .filter(station -> station.kind().equals(Station.POOL));
                yield pool.isPresent()
                        ? new Decision(
                                Decision.Kind.SWITCH_WITH_LIMIT,
                                because,
                                List.of(
                                        "limit requests at "
                                                + pool.orElseThrow().title(),
                                        RACE))
                        : new Decision(Decision.Kind.SWITCH, because, List.of(RACE));
            }
        };
    }

    boolean isNoNeed(Decision decision) {
        return decision.kind() == Decision.Kind.NO_NEED
                && need.isPresent()
                && !need.orElseThrow().needed();
    }

    static Verdict.Limit limit(Station station) {
        return new Verdict.Limit(station.kind(), station.name(), station.bound());
    }
}
