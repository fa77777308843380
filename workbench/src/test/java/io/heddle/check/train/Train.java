package io.heddle.check.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Fits the confidence model to the findings that readers judged and to the pins of the corpus.
public final class Train {

    /// See the table that `penalties` prints.
    private static final double PENALTY = 3;

    private static final List<Double> PENALTIES = List.of(0.3, 1.0, 3.0, 10.0, 30.0);
    private static final double RECALL = 0.95;

    /// From these shares on the terminal might show a finding of which no request is known.
    private static final List<Double> SHOWN = List.of(0.9, 0.85, 0.8, 0.75, 0.7, 0.6);

    private Train() {}

    /// Arguments: what to do, and the folder of results. `check`, the home of a JDK 21, the folder for what was
    /// checked, that of the corpus, and perhaps draws: finds the examples again, or those of these draws alone.
    /// `weights` and the file of weights: fits them. `reliability`, `precision` or `penalties`: prints a table.
    public static void main(String[] arguments) throws IOException {
        Path results = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "check" ->
                check(
                        results,
                        new Examples(Path.of(arguments[2]), Path.of(arguments[3])),
                        Path.of(arguments[4]),
                        List.of(arguments).subList(5, arguments.length));
            case "weights" -> weights(Example.read(results), Path.of(arguments[2]));
            case "reliability" -> reliability(Example.read(results));
            case "precision" -> precision(Example.read(results));
            case "penalties" -> penalties(Example.read(results));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static void check(Path results, Examples examples, Path corpus, List<String> draws) throws IOException {
        List<Judgement> all = Judgement.all(results);
        List<Judgement> places = Judgement.lastOnEachPlace(all);
        List<Example> found = new ArrayList<>();
        if (draws.isEmpty()) {
            found.addAll(examples.judged(places));
            found.addAll(examples.pins(corpus));
        } else {
            Map<String, String> drawOf = places.stream().collect(Collectors.toMap(Judgement::id, Judgement::draw));
            found.addAll(Example.read(results).stream()
                    .filter(kept ->
                            kept.isPin() || drawOf.containsKey(kept.id()) && !draws.contains(drawOf.get(kept.id())))
                    .toList());
            found.addAll(examples.judged(
                    places.stream().filter(one -> draws.contains(one.draw())).toList()));
        }
        long pins = found.stream().filter(Example::isPin).count();
        System.out.println(all.size() + " judgements of " + places.size() + " findings; " + (found.size() - pins)
                + " of these are found, and " + pins + " at the methods of the corpus.");
        Example.write(results, found);
    }

    private static void weights(List<Example> examples, Path file) throws IOException {
        Map<String, Double> weights = Logistic.fit(examples, PENALTY);
        Files.writeString(
                file,
                weights.entrySet().stream()
                        .map(weight -> String.format(Locale.ROOT, "%.3f %s", weight.getValue(), weight.getKey()))
                        .collect(Collectors.joining(
                                "\n",
                                "# What each feature adds to the logarithm of the odds that a finding is right."
                                        + " `./dev train` writes this file.\n",
                                "\n")));
    }

    private static void reliability(List<Example> examples) {
        Calibration calibration = Calibration.leavingOneLibraryOut(examples, PENALTY);
        calibration.reliability().forEach(System.out::println);
        System.out.println();
        System.out.println("The same of what a check of a release shows first (the draws `first-…`):");
        System.out.println();
        Calibration first = calibration.of(example -> example.id().startsWith("first"));
        first.reliability().forEach(System.out::println);
        System.out.println();
        first.precisionAndRecall(SHOWN).forEach(System.out::println);
    }

    private static void precision(List<Example> examples) {
        Calibration calibration = Calibration.leavingOneLibraryOut(examples, PENALTY);
        calibration.precisionAndRecall().forEach(System.out::println);
        System.out.println();
        System.out.println("Where both find as much of what is right, the model's precision differs by");
        System.out.println(calibration.difference() + " for all, and by");
        System.out.println(
                calibration.of(example -> example.id().startsWith("other")).difference()
                        + " on the class paths that are not the popular ones.");
        double least = calibration.threshold(RECALL);
        System.out.printf(
                Locale.ROOT, "Of the pins of the corpus %.0f %% have %.1f %% or more.%n", 100 * RECALL, 100 * least);
    }

    private static void penalties(List<Example> examples) {
        System.out.println("| penalty | mean log loss |");
        System.out.println("|---|---|");
        PENALTIES.forEach(penalty -> System.out.printf(
                Locale.ROOT,
                "| %s | %.4f |%n",
                penalty,
                Calibration.leavingOneLibraryOut(examples, penalty).logLoss()));
    }
}
