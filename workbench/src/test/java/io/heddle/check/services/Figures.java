package io.heddle.check.services;

import io.heddle.model.Exposure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// What the rows of services say in all. The innermost holder of several findings counts once in a service, with
/// the most frequent exposure that is told of it.
final class Figures {

    private final List<Row> holders;
    private final List<Row> named;

    Figures(List<Row> rows) {
        this.holders = each(rows, Row::innermost);
        this.named = each(rows, Row::named);
    }

    private static List<Row> each(List<Row> rows, Function<Row, Holder> holder) {
        Map<List<Object>, Row> first = new LinkedHashMap<>();
        rows.stream()
                .sorted(Comparator.comparing(Row::told))
                .forEach(row -> first.putIfAbsent(List.of(row.service(), holder.apply(row)), row));
        return List.copyOf(first.values());
    }

    /// The shares that the project asks of itself, a line each: `WHAT: HITS of OF`.
    List<String> shares() {
        return Stream.of(
                        share(
                                holders,
                                "told as each request, met by at least one request in ten",
                                row -> row.told() == Exposure.EACH_REQUEST,
                                row -> row.entered().isOften()),
                        share(
                                holders,
                                "met by at least one request in ten, told as each or some",
                                row -> row.entered().isOften(),
                                row -> row.told().isMetByRequests()),
                        share(
                                named,
                                "whose method at least one request in ten enters, told as each or some",
                                row -> row.namedShare() >= Entered.OFTEN,
                                row -> row.told().isMetByRequests()),
                        share(
                                holders,
                                "told as some requests, met by a request",
                                row -> row.told() == Exposure.SOME_REQUESTS,
                                row -> row.entered().isByRequests()),
                        share(
                                holders,
                                "told as once, met by no request after the warm-up",
                                row -> row.told() == Exposure.ONCE,
                                row -> !row.entered().isByRequests()),
                        share(
                                holders,
                                "told as unknown, met by no request after the warm-up",
                                row -> row.told() == Exposure.UNKNOWN,
                                row -> !row.entered().isByRequests()))
                .flatMap(List::stream)
                .toList();
    }

    private static List<String> share(List<Row> rows, String what, Predicate<Row> of, Predicate<Row> hit) {
        List<Row> asked = rows.stream().filter(of).toList();
        return asked.isEmpty()
                ? List.of()
                : List.of(what + ": " + asked.stream().filter(hit).count() + " of " + asked.size());
    }

    /// A Markdown table: of each service how many holders of each exposure were entered how often.
    List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("| service | holders | each: often, seldom, no | some: often, seldom, no | once: often, seldom, no |"
                + " unknown: often, seldom, no |");
        lines.add("|---|---|---|---|---|---|");
        for (String service :
                holders.stream().map(Row::service).distinct().sorted().toList()) {
            List<Row> of = holders.stream()
                    .filter(row -> row.service().equals(service))
                    .toList();
            StringBuilder line = new StringBuilder("| " + service + " | " + of.size() + " |");
            for (Exposure told : Exposure.values()) {
                List<Entered> here = of.stream()
                        .filter(row -> row.told() == told)
                        .map(Row::entered)
                        .toList();
                long often = here.stream().filter(Entered::isOften).count();
                long ever = here.stream().filter(Entered::isByRequests).count();
                line.append(String.format(Locale.ROOT, " %d, %d, %d |", often, ever - often, here.size() - ever));
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
