package io.heddle.predict;

import io.heddle.model.Figures;
import io.heddle.model.Prediction.Estimate;
import java.util.Locale;

/// How throughput is told: in requests a second, or, where nobody knows these, in parts of the load that was seen.
enum Scale {
    RATE,
    LOAD;

    private static final double LARGE = 10;

    String text(double carried) {
        return this == RATE ? Figures.rate(carried) : number(carried) + " times that load";
    }

    String about(Estimate estimate) {
        return this == RATE
                ? Figures.rate(estimate.estimate()) + " [" + Figures.number(estimate.low()) + " to "
                        + Figures.number(estimate.high()) + "]"
                : number(estimate.estimate()) + " [" + number(estimate.low()) + " to " + number(estimate.high())
                        + "] times that load";
    }

    private static String number(double times) {
        return String.format(Locale.ROOT, times >= LARGE ? "%,.0f" : "%.1f", times);
    }
}
