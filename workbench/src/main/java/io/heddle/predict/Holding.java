package io.heddle.predict;

import io.heddle.model.Prediction.HeldBy;
import java.util.List;

/// What of a request would hold a carrier while it waits, up to JDK 23 and from 24 on.
record Holding(On to23, On from24) {

    /// On some releases.
    ///
    /// @param held seconds of a request that hold a carrier, but for those in line for a monitor
    /// @param inLine seconds of a request in line for a monitor, which hold a carrier too: no demand, as they
    ///     grow and shrink with the load
    /// @param unexplained seconds of which nobody knows
    /// @param locks how much of the time each monitor is held for which others wait on their carriers, 0 to 1, at
    ///     the rate that was seen
    /// @param alone whether requests do nothing worth mentioning but what needs those monitors: then nobody
    ///     else waits for a carrier that is held in line
    /// @param error half of the interval of 95 % of the time held, over that time
    /// @param places code that holds, the worst first
    record On(
            double held,
            double inLine,
            double unexplained,
            List<Double> locks,
            boolean alone,
            double error,
            List<HeldBy> places) {}

    On on(int jdk) {
        return jdk < Forecast.MONITORS_MENDED ? to23 : from24;
    }
}
