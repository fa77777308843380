package io.heddle.report.race;

import io.heddle.model.Arm;
import io.heddle.model.Figures;
import io.heddle.model.Load;
import io.heddle.model.Race;
import io.heddle.model.Trial;
import io.heddle.report.Formats;
import java.util.List;
import java.util.function.Predicate;

/// How the race was measured, in five sentences; in one where nothing was.
final class Procedure {

    private Procedure() {}

    static List<String> sentences(Race race) {
        if (race.trials().isEmpty()) {
            return List.of("No trial was finished, so nothing was measured.");
        }
        return List.of(arms(race), closed(race), open(race), ratios(race), proof(race));
    }

    private static String arms(Race race) {
        String names = Formats.list(new TrialMatrix(race).arms());
        if (Setup.ranAlready(race)) {
            return "Heddle loaded two services that already ran as " + names + " in turn (A B B A), "
                    + Formats.count(Setup.jvms(race), "round")
                    + " an arm and never two at once, without an agent in them, so that the threads are the only difference by the word of who started them.";
        }
        String sizes = String.join(
                "",
                race.arms().stream()
                        .filter(arm -> arm.threads().isPresent())
                        .map(Procedure::size)
                        .toList());
        return "Heddle started the " + (Setup.differInBuild(race) ? "" : "same unmodified ") + "service as " + names
                + " in turn (" + order(race) + "), "
                + Formats.count(Setup.jvms(race), "fresh JVM")
                + " an arm and never two at once, with the same " + (Setup.differInBuild(race) ? "" : "JDK, ")
                + "flags, arguments and environment and with Heddle's agent in every arm"
                + sizes
                + (Setup.differInBuild(race)
                        ? ", so that the threads, and the JDK and the jar where an arm names its own, are the only differences."
                        : ", so that the threads are the only difference.");
    }

    /// Such as `A B C C B A`.
    private static String order(Race race) {
        String there = String.join(
                " ",
                List.of("A", "B", "C", "D").subList(0, Math.min(4, race.arms().size())));
        return there + " " + new StringBuilder(there).reverse();
    }

    private static String size(Arm arm) {
        return " (" + arm.label() + " with " + arm.threads().orElseThrow() + " server threads)";
    }

    private static String closed(Race race) {
        List<String> loads = loads(race, Load.Closed.class::isInstance);
        long unsteady = race.trials().stream().filter(trial -> !trial.steady()).count();
        return "Each JVM was warmed up until it was steady"
                + (unsteady == 0 ? "" : " (" + Formats.count(unsteady, "trial") + " reached the cap first)")
                + (loads.isEmpty()
                        ? "; there was no closed loop."
                        : " and then loaded by " + Formats.list(loads) + " for " + seconds(race)
                                + " each, every connection sending its next request when the last was answered.");
    }

    private static String open(Race race) {
        List<String> loads = loads(race, Load.Open.class::isInstance);
        return loads.isEmpty()
                ? "No load of constant rate was run, so latency is known under closed loops only, which hide the wait of requests not yet sent."
                : "Requests also started at constant rates (" + Formats.list(loads)
                        + "), whatever the service did, and latency counts from the intended start,"
                        + " so that one slow answer cannot hide the wait of those behind it.";
    }

    private static String ratios(Race race) {
        String levels = Formats.list(race.comparisons().stream()
                .filter(comparison -> Double.isFinite(comparison.confidence()))
                .map(comparison -> Figures.number(100 * comparison.confidence()) + " %")
                .distinct()
                .sorted()
                .toList());
        return "A ratio compares geometric means over JVMs, its interval is Student's t on their logarithms"
                + (levels.isEmpty() ? "" : " (at " + levels + ")")
                + (race.arms().size() > 2
                        ? "; each arm is held against the first, its throughput at the most connections of a path is primary, and the primary comparisons of a path and the others are two families that Holm's method corrects"
                        : "; one comparison a path is primary and the others are corrected by Holm's method")
                + "; a gain lies wholly above 1.05 and a harm wholly below 0.95.";
    }

    private static String proof(Race race) {
        if (Setup.ranAlready(race)) {
            return "Bounds come from the 5th percentile of warm service times, each trial is held against its bound and against Little's law, and the share of requests on virtual threads is not known.";
        }
        return "Bounds come from the 5th percentile of warm service and hold times, each trial is held against its bound and against Little's law,"
                + " and the share of requests on virtual threads is counted inside the service where its server dispatches them.";
    }

    private static List<String> loads(Race race, Predicate<Load> kind) {
        return new TrialMatrix(race)
                .paths().stream()
                        .flatMap(workload -> new TrialMatrix(race).loads(workload).stream())
                        .filter(kind)
                        .map(Formats::load)
                        .distinct()
                        .toList();
    }

    private static String seconds(Race race) {
        double[] seconds = race.trials().stream()
                .filter(trial -> trial.load() instanceof Load.Closed)
                .mapToDouble(Trial::seconds)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (seconds.length == 0) {
            return "an unknown time";
        }
        String least = Figures.number(seconds[0]);
        String most = Figures.number(seconds[seconds.length - 1]);
        return least.equals(most) ? least + " s" : least + " to " + most + " s";
    }
}
