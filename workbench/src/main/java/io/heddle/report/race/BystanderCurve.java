package io.heddle.report.race;

import io.heddle.model.Bystander;
import java.util.ArrayList;
import java.util.List;

/// What another path got while one was raced, over time: the longest wait of the requests that were meant to
/// start in each half second, of all JVMs of an arm.
///
/// @param millis one for each half second from the trial's first request on; not a number where none was
///     asked
record BystanderCurve(String arm, List<Double> millis) {

    /// Seconds.
    static final double STEP = 0.5;

    static BystanderCurve of(Cell cell) {
        List<Double> longest = new ArrayList<>();
        for (Bystander bystander : cell.bystanders()) {
            for (Bystander.Point point : bystander.points()) {
                int slot = (int) (point.second() / STEP);
                while (longest.size() <= slot) {
                    longest.add(Double.NaN);
                }
                double before = longest.get(slot);
                longest.set(slot, Double.isNaN(before) ? point.millis() : Math.max(before, point.millis()));
            }
        }
        return new BystanderCurve(cell.arm(), List.copyOf(longest));
    }
}
