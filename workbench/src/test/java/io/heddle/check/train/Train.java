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

    /// From these shares on the terminal might show a finding.
    private static final List<Double> SHOWN = List.of(0.8, 0.75, 0.7, 0.65, 0.6, 0.5);
    /// From here on it shows those of libraries.
    private static final double SURE = 0.65;
    /// Draws that a model needs before the first that it is asked about.
    private static final int BEFORE = 3;

    private Train() {}

    /// Arguments: what to do, and the folder of results. `check`, the home of a JDK 21, the folder for what was
    /// checked, that of the corpus, and perhaps draws: finds the examples again, or those of these draws alone.
    /// `weights` and the file of weights: fits them. Else the table to print.
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
            case "later" -> later(Example.read(results), results);
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
        Calibration calibration =
                Calibration.leavingOneLibraryOut(examples, PENALTY).of(Example::isFresh);
        print("Of releases of libraries:", calibration.of(example -> !example.isOfService()));
        print("Of whole services:", calibration.of(Example::isOfService));
    }

    private static void print(String what, Calibration calibration) {
        System.out.println(what);
        System.out.println();
        calibration.reliability().forEach(System.out::println);
        System.out.println();
        calibration.precisionAndRecall(SHOWN).forEach(System.out::println);
        System.out.println();
    }

    // A model needs some draws before the first that it is asked about.
    private static void later(List<Example> examples, Path results) throws IOException {
        List<String> draws = Judgement.draws(results);
        List<String> fresh = draws.stream()
                .filter(draw -> examples.stream()
                        .anyMatch(example -> example.isFresh() && example.draw().equals(draw)))
                .toList();
        List<String> told = fresh.subList(BEFORE, fresh.size());
        Calibration calibration = Calibration.ofLaterDraws(examples, draws, told, PENALTY);
        calibration.reliability().forEach(System.out::println);
        System.out.println();
        System.out.println("| draw | told in the mean | right | told with 65 % or more |");
        System.out.println("|---|---|---|---|");
        for (String draw : told) {
            List<Calibration.Told> of =
                    calibration.of(example -> example.draw().equals(draw)).told();
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %.0f %% | %s | %s |%n",
                    draw,
                    100
                            * of.stream()
                                    .mapToDouble(Calibration.Told::probability)
                                    .average()
                                    .orElse(0),
                    Calibration.share(of),
                    Calibration.share(
                            of.stream().filter(one -> one.probability() >= SURE).toList()));
        }
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
                Calibration.leavingOneLibraryOut(examples, penalty)
                        .of(Example::isFresh)
                        .logLoss()));
    }
}
