package io.heddle.race;

import io.heddle.model.Capacity;
import io.heddle.model.Figures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/// Finds the highest constant rate that meets an objective. It multiplies or divides the rate by a stride, which grows
/// by [#FASTER] with each step, until one rate has met the objective and another has missed it. Then it bisects.
///
/// The stopping rule is fixed in advance: the rate that missed is at most `resolution` above the rate that met, and
/// each of the two has done so in two windows. So one lucky or disturbed window does not decide. If a rate did both,
/// its later window counts. The search takes at most [#MOST] windows.
final class CapacitySearch {

    static final int MOST = 30;
    private static final double STRIDE = 1.2;
    private static final double FASTER = 1.25;

    /// Share of the first guess below which nothing is tried any more.
    private static final double LEAST = 0.01;

    /// Measures one window.
    interface Window {

        Capacity.Step at(double rate) throws InterruptedException;
    }

    private final Window window;
    private final double start;
    private final double resolution;
    private final List<Capacity.Step> steps = new ArrayList<>();
    private double met;
    private double missed = Double.POSITIVE_INFINITY;
    private double stride = STRIDE;

    /// @param start first rate to try, above 0
    /// @param resolution such as 0.05
    CapacitySearch(Window window, double start, double resolution) {
        this.window = window;
        this.start = start;
        this.resolution = resolution;
    }

    /// @param arm for the result, as `repetition`
    Capacity.Search run(String arm, int repetition) throws InterruptedException {
        while (steps.size() < MOST) {
            boolean narrow = met > 0 && missed <= met * (1 + resolution);
            if (narrow && times(met, true) > 1 && times(missed, false) > 1) {
                return search(
                        arm,
                        repetition,
                        "met twice at " + Figures.rate(met) + ", missed twice at " + Figures.rate(missed));
            }
            if (missed < start * LEAST) {
                return search(arm, repetition, "missed at every rate down to " + Figures.rate(missed));
            }
            double rate = narrow ? times(met, true) > 1 ? missed : met : next();
            Capacity.Step step = window.at(rate);
            steps.add(step);
            if (step.met()) {
                met = rate;
                missed = ends(false).filter(other -> other > rate).min().orElse(Double.POSITIVE_INFINITY);
            } else {
                missed = rate;
                met = ends(true).filter(other -> other < rate).max().orElse(0);
            }
        }
        return search(
                arm,
                repetition,
                missed == Double.POSITIVE_INFINITY
                        ? "still met at " + Figures.rate(met) + ", where the search gave up"
                        : MOST + " windows were not enough: met at " + Figures.rate(met) + ", missed at "
                                + Figures.rate(missed));
    }

    private long times(double rate, boolean met) {
        return steps.stream()
                .filter(step -> step.met() == met && step.rate() == rate)
                .count();
    }

    /// Rates whose last window met, or missed.
    private DoubleStream ends(boolean met) {
        Map<Double, Boolean> last = new LinkedHashMap<>();
        steps.forEach(step -> last.put(step.rate(), step.met()));
        return last.entrySet().stream().filter(rate -> rate.getValue() == met).mapToDouble(Map.Entry::getKey);
    }

    private double next() {
        if (steps.isEmpty()) {
            return said(start);
        }
        if (met > 0 && missed < Double.POSITIVE_INFINITY) {
            return said(Math.sqrt(met * missed));
        }
        double rate = said(met > 0 ? met * stride : missed / stride);
        stride *= FASTER;
        return rate;
    }

    /// Three digits, so that a rate can be said and typed: a tenth of the finest resolution.
    private static double said(double rate) {
        double unit = Math.pow(10, Math.floor(Math.log10(rate)) - 2);
        return Math.round(rate / unit) * unit;
    }

    private Capacity.Search search(String arm, int repetition, String ended) {
        return new Capacity.Search(arm, repetition, met, missed, ended, steps);
    }
}
