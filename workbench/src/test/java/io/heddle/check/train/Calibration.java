package io.heddle.check.train;

import io.heddle.model.Finding.Confidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How good the probabilities are of examples whose library the model had not seen, as tables in Markdown.
///
/// @param told each example with the probability that a model told that was fitted to the other libraries
record Calibration(List<Told> told) {

    private static final int BINS = 10;
    private static final int RESAMPLES = 2_000;
    private static final double Z = 1.959964;

    record Told(Example example, double probability) {}

    static Calibration leavingOneLibraryOut(List<Example> examples, double penalty) {
        Map<String, List<Example>> byLibrary = examples.stream().collect(Collectors.groupingBy(Example::library));
        return new Calibration(byLibrary.entrySet().parallelStream()
                .flatMap(library -> {
                    Map<String, Double> weights = Logistic.fit(
                            examples.stream()
                                    .filter(example -> !example.library().equals(library.getKey()))
                                    .toList(),
                            penalty);
                    return library.getValue().stream()
                            .map(example -> new Told(example, Logistic.probability(weights, example)));
                })
                .sorted(Comparator.comparingDouble((Told one) -> -one.probability()))
                .toList());
    }

    /// Each draw is told by a model that was fitted to what was read before it, as a user is told.
    ///
    /// @param draws in the order in which they were read
    /// @param told draws whose examples are asked for
    static Calibration ofLaterDraws(List<Example> examples, List<String> draws, List<String> told, double penalty) {
        return new Calibration(told.parallelStream()
                .flatMap(draw -> {
                    List<String> before = draws.subList(0, draws.indexOf(draw));
                    Map<String, Double> weights = Logistic.fit(
                            examples.stream()
                                    .filter(example -> example.isPin() || before.contains(example.draw()))
                                    .toList(),
                            penalty);
                    return examples.stream()
                            .filter(example -> example.draw().equals(draw))
                            .map(example -> new Told(example, Logistic.probability(weights, example)));
                })
                .sorted(Comparator.comparingDouble((Told one) -> -one.probability()))
                .toList());
    }

    /// The same of some examples; what was told stays.
    Calibration of(Predicate<Example> some) {
        return new Calibration(
                told.stream().filter(one -> some.test(one.example)).toList());
    }

    /// The mean logarithm of the probability of what turned out, without its sign: less is better.
    double logLoss() {
        return told.stream()
                .mapToDouble(one -> -Math.log(one.example.right() ? one.probability : 1 - one.probability))
                .average()
                .orElse(Double.NaN);
    }

    /// Told probability against the share that is right.
    List<String> reliability() {
        List<String> lines = new ArrayList<>();
        lines.add("| told | findings | mean told | right |");
        lines.add("|---|---|---|---|");
        for (int bin = 0; bin < BINS; bin++) {
            int at = bin;
            List<Told> in = told.stream()
                    .filter(one -> Math.min(BINS - 1, (int) (one.probability * BINS)) == at)
                    .toList();
            if (!in.isEmpty()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "| %d–%d %% | %d | %.0f %% | %s |",
                        10 * bin,
                        10 * bin + 10,
                        in.size(),
                        100
                                * in.stream()
                                        .mapToDouble(Told::probability)
                                        .average()
                                        .orElse(0),
                        share(in)));
            }
        }
        return lines;
    }

    /// The model beside today's limits: precision at the same recall, and at others.
    List<String> precisionAndRecall() {
        List<String> lines = precisionAndRecall(List.of());
        List<Told> certain = told.stream()
                .filter(one -> one.example.confidence() == Confidence.CERTAIN)
                .toList();
        lines.add(point("today's *certain*", certain));
        lines.add(point("today's *certain* and *likely*", shown()));
        lines.add(point("the model, as many as *certain*", told.subList(0, certain.size())));
        lines.add(point("the model, as many as both", told.subList(0, shown().size())));
        lines.addAll(points(List.of(0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)));
        return lines;
    }

    /// Precision and recall of what has such probabilities or more.
    List<String> precisionAndRecall(List<Double> least) {
        List<String> lines = new ArrayList<>();
        lines.add("| shown | findings | right | of all that is right |");
        lines.add("|---|---|---|---|");
        lines.addAll(points(least));
        return lines;
    }

    private List<String> points(List<Double> least) {
        return least.stream()
                .map(one -> point("the model, " + Math.round(100 * one) + " % or more", atLeast(one)))
                .toList();
    }

    private List<Told> shown() {
        return told.stream().filter(one -> one.example.isShown()).toList();
    }

    private List<Told> atLeast(double probability) {
        return told.stream().filter(one -> one.probability >= probability).toList();
    }

    private String point(String what, List<Told> shown) {
        long right = told.stream().filter(one -> one.example.right()).count();
        long found = shown.stream().filter(one -> one.example.right()).count();
        return "| " + what + " | " + shown.size() + " | " + share(shown) + " | "
                + String.format(Locale.ROOT, "%.1f %%", 100.0 * found / right) + " |";
    }

    /// Precision of the model minus that of today's limits where both find as much of what is right, with the
    /// interval of resampled libraries.
    String difference() {
        Map<String, List<Told>> byLibrary = told.stream().collect(Collectors.groupingBy(one -> one.example.library()));
        List<List<Told>> libraries = List.copyOf(byLibrary.values());
        Random random = new Random(28);
        double[] differences = IntStream.range(0, RESAMPLES)
                .mapToObj(_ -> IntStream.range(0, libraries.size())
                        .mapToObj(_ -> libraries.get(random.nextInt(libraries.size())))
                        .flatMap(List::stream)
                        .sorted(Comparator.comparingDouble((Told one) -> -one.probability()))
                        .toList())
                .mapToDouble(sample -> new Calibration(sample).differenceAtSameRecall())
                .sorted()
                .toArray();
        return String.format(
                Locale.ROOT,
                "%+.1f points (95 %% interval %+.1f to %+.1f)",
                100 * differenceAtSameRecall(),
                100 * differences[RESAMPLES / 40],
                100 * differences[RESAMPLES - 1 - RESAMPLES / 40]);
    }

    private double differenceAtSameRecall() {
        List<Told> shown = shown();
        long wanted = shown.stream().filter(one -> one.example.right()).count();
        long found = 0;
        int needed = 0;
        while (found < wanted) {
            found += told.get(needed++).example.right() ? 1 : 0;
        }
        return (double) wanted / needed - (double) wanted / shown.size();
    }

    /// The greatest probability that leaves a share of the corpus' pins shown.
    double threshold(double recall) {
        List<Told> pins = told.stream()
                .filter(one -> one.example.isPin() && one.example.right())
                .toList();
        return pins.get((int) Math.ceil(recall * pins.size()) - 1).probability();
    }

    /// Such as `31 of 40, 78 % (62–88 %)`.
    static String share(List<Told> of) {
        return share(of, one -> one.example.right());
    }

    static <T> String share(List<T> of, Predicate<T> counts) {
        if (of.isEmpty()) {
            return "none";
        }
        long hits = of.stream().filter(counts).count();
        double n = of.size();
        double p = hits / n;
        double middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n);
        double reach = Z * Math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n);
        return String.format(
                Locale.ROOT,
                "%d of %d, %.0f %% (%.0f–%.0f %%)",
                hits,
                of.size(),
                100 * p,
                100 * Math.max(0, middle - reach),
                100 * (middle + reach));
    }
}
