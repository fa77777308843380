package io.heddle.lab;

import java.util.List;
import java.util.Optional;

/// Rows that differ in one number, such as the size of a pool, as curves.
///
/// @param title what is shown, such as `mariadb 4.0.0, select 1 (JDK 25)`
/// @param across name of the number that differs
/// @param unit of the figures
/// @param curves in the order of their legend, five at most
public record Plot(String title, String across, String unit, List<Curve> curves) {

    /// The fewest points of a curve that show more than its rows do.
    private static final int SHOWS = 3;

    public Plot {
        curves = List.copyOf(curves);
    }

    /// Those curves that have a point; nothing where none of them shows more than a table.
    ///
    /// @param curves the unit is that of their rows
    public static Optional<Plot> of(String title, String across, String unit, List<Curve> curves) {
        List<Curve> drawn =
                curves.stream().filter(curve -> !curve.points().isEmpty()).toList();
        return drawn.stream().anyMatch(curve -> curve.points().size() >= SHOWS)
                ? Optional.of(new Plot(title, across, unit, drawn))
                : Optional.empty();
    }

    /// @param name such as `virtual threads`
    /// @param points from left to right
    public record Curve(String name, List<Point> points) {

        public Curve {
            points = List.copyOf(points);
        }
    }

    /// @param at the number that differs, above 0
    /// @param error half of the figure's interval; 0 where its row has none
    /// @param row what was measured there
    public record Point(double at, double error, Row row) {

        public double figure() {
            return row.outcome().measured();
        }
    }
}
