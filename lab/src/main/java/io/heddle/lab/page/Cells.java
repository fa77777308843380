package io.heddle.lab.page;

import io.heddle.lab.Expectation;
import io.heddle.lab.Result;
import io.heddle.lab.Row;
import io.heddle.lab.bench.Limit;
import io.heddle.model.Figures;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The words of a table, the same on a terminal and on a page.
final class Cells {

    static final List<String> HEADS = List.of("case", "JDK", "published", "measured", "bound", "of it");

    private Cells() {}

    /// One cell for each head.
    static List<String> of(Row row) {
        String measured = switch (row.state()) {
            case MEASURED -> row.outcome().figure();
            case ABSENT -> "absent";
            case FAILED -> "failed";
        };
        String bound = row.outcome()
                .limit()
                .map(limit -> (limit.side() == Limit.Side.AT_MOST ? "≤ " : "≥ ") + Figures.number(limit.value()))
                .orElse("");
        boolean least = row.outcome()
                .limit()
                .map(limit -> limit.side() == Limit.Side.AT_LEAST)
                .orElse(false);
        String share = row.ofBound().isPresent()
                ? String.format(
                        Locale.ROOT, least ? "%.2f×" : "%.2f", row.ofBound().getAsDouble())
                : "";
        return List.of(row.name(), row.jdk(), row.published().words(), measured, bound, share);
    }

    /// Further figures, then remarks: one paragraph, empty when there is nothing to say.
    static String below(Row row) {
        String also = row.outcome().also().entrySet().stream()
                .map(figure -> figure.getKey() + " " + figure.getValue())
                .collect(Collectors.joining(", "));
        return Stream.of(also, row.remark()).filter(text -> !text.isBlank()).collect(Collectors.joining("; "));
    }

    static String sign(Expectation.State state) {
        return switch (state) {
            case HELD -> "holds";
            case BROKEN -> "BROKEN";
            case UNSEEN -> "unseen";
        };
    }

    /// Where and with what it ran.
    static String setting(Result result) {
        return String.format(
                Locale.ROOT,
                "%s, %d cores, %.0f GiB; JDK %s; %s, %.0f s, %s%s",
                result.machine().os(),
                result.machine().cores(),
                result.machine().memoryBytes() / (double) (1L << 30),
                String.join(", ", result.jdks()),
                result.extent().name().toLowerCase(Locale.ROOT),
                result.seconds(),
                result.started().truncatedTo(java.time.temporal.ChronoUnit.SECONDS),
                result.interrupted() ? "; stopped before its end" : "");
    }
}
