package io.heddle.lab;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.lab.page.LabText;
import java.util.List;

/// What a run must have shown: that nothing was broken is no evidence where nothing was run.
final class Shown {

    private Shown() {}

    static void require(Result result) {
        String text = LabText.render(result).text();
        List<String> without = result.rows().stream()
                .filter(row -> row.state() != Row.State.MEASURED)
                .map(row -> row.name() + " (JDK " + row.jdk() + "): " + row.remark())
                .toList();
        assertAll(
                () -> assertFalse(result.rows().isEmpty(), text),
                () -> assertEquals(List.of(), without, "rows without a figure"),
                () -> assertFalse(result.broken(), text),
                () -> assertTrue(
                        result.expectations().stream().anyMatch(one -> one.state() == Expectation.State.HELD), text),
                () -> assertTrue(
                        result.claims().stream().anyMatch(claim -> !claim.seen().isEmpty()), text));
    }
}
