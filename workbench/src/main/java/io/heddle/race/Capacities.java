package io.heddle.race;

import io.heddle.model.Arm;
import io.heddle.model.Capacity;
import io.heddle.model.Capacity.OfArm;
import io.heddle.model.Capacity.Search;
import io.heddle.model.Capacity.Versus;
import io.heddle.model.Figures;
import io.heddle.model.Ratio;
import io.heddle.race.plan.Objective;
import io.heddle.race.plan.Pairs;
import io.heddle.race.stats.Mean;
import io.heddle.race.stats.MeanRatio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Brings the searches of several JVMs together.
///
/// A search knows the capacity to its last bracket only, and several may end in the same one. So intervals over JVMs,
/// of the middles of the brackets, are widened by half a bracket either way: otherwise searches that agree by their
/// grid would look as if they knew.
final class Capacities {

    private static final double CONFIDENCE = 0.95;

    private Capacities() {}

    /// @param searches of one path, at least one
    static Capacity of(String workload, Objective objective, List<Arm> arms, List<Search> searches) {
        List<OfArm> found = new ArrayList<>();
        for (Arm arm : arms) {
            List<Search> own = of(arm, searches);
            if (!own.isEmpty()) {
                found.add(arm(arm, own));
            }
        }
        List<Versus> ratios = new ArrayList<>();
        Pairs.judged(arms)
                .forEach(arm ->
                        versus(arm, arms.getFirst(), searches, objective, found).ifPresent(ratios::add));
        Pairs.resized(arms)
                .forEach(arm ->
                        versus(arms.get(1), arm, searches, objective, found).ifPresent(ratios::add));
        return new Capacity(workload, objective.text(), found, ratios, searches);
    }

    private static Optional<Versus> versus(
            Arm above, Arm below, List<Search> searches, Objective objective, List<OfArm> found) {
        List<Search> up = of(above, searches);
        List<Search> down = of(below, searches);
        return bracketed(up) && bracketed(down)
                ? Optional.of(versus(above, below, up, down, objective, found))
                : Optional.empty();
    }

    private static List<Search> of(Arm arm, List<Search> searches) {
        return searches.stream()
                .filter(search -> search.arm().equals(arm.label()))
                .toList();
    }

    private static boolean bracketed(List<Search> searches) {
        return !searches.isEmpty()
                && searches.stream().allMatch(search -> search.met() > 0 && Double.isFinite(search.missed()));
    }

    private static OfArm arm(Arm arm, List<Search> searches) {
        if (bracketed(searches)) {
            Ratio mean = Mean.of(middles(searches)).interval(CONFIDENCE);
            double width = Math.exp(halfBracket(searches));
            return new OfArm(arm.label(), mean.estimate(), mean.low() / width, mean.high() * width);
        }
        boolean none = searches.stream().anyMatch(search -> search.met() == 0);
        double least = searches.stream().mapToDouble(Search::met).min().orElseThrow();
        double most = searches.stream().mapToDouble(Search::missed).max().orElseThrow();
        return new OfArm(arm.label(), none ? 0 : least, none ? 0 : least, most);
    }

    private static Versus versus(
            Arm arm, Arm against, List<Search> above, List<Search> below, Objective objective, List<OfArm> found) {
        Ratio ratio = MeanRatio.of(middles(above), middles(below)).interval(CONFIDENCE);
        double width = Math.exp(halfBracket(above) + halfBracket(below));
        Ratio widened = new Ratio(ratio.estimate(), ratio.low() / width, ratio.high() * width);
        String text = objective.text() + " is met up to " + rate(arm, found) + ", " + rate(against, found) + ": "
                + Figures.times(widened);
        return new Versus(arm.label(), against.label(), widened, text);
    }

    private static String rate(Arm arm, List<OfArm> found) {
        OfArm of = found.stream()
                .filter(one -> one.arm().equals(arm.label()))
                .findFirst()
                .orElseThrow();
        String interval = Double.isFinite(of.high())
                ? String.format(Locale.ROOT, " [%s–%s]", Figures.number(of.low()), Figures.number(of.high()))
                : "";
        return Figures.rate(of.estimate()) + interval + " " + arm.label();
    }

    private static List<Double> middles(List<Search> searches) {
        return searches.stream()
                .map(search -> Math.sqrt(search.met() * search.missed()))
                .toList();
    }

    private static double halfBracket(List<Search> searches) {
        return searches.stream()
                .mapToDouble(search -> Math.log(search.missed() / search.met()) / 2)
                .average()
                .orElseThrow();
    }
}
