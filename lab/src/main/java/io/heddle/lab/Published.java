package io.heddle.lab;

import io.heddle.model.Figures;
import java.util.OptionalDouble;

/// What somebody published for a row.
///
/// @param figure in the row's unit; empty where it is no figure
/// @param words as people read it, such as `843/s` or `OutOfMemoryError`; empty where nothing was published
public record Published(OptionalDouble figure, String words) {

    /// Nothing was published for this row.
    public static final Published NOTHING = new Published(OptionalDouble.empty(), "");

    public static Published figure(double figure, String unit) {
        return new Published(OptionalDouble.of(figure), Figures.number(figure) + " " + unit);
    }

    public static Published words(String words) {
        return new Published(OptionalDouble.empty(), words);
    }
}
