package io.heddle.check.services;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.util.List;
import java.util.Locale;

/// One finding of one service: what was told of it, and what was measured.
record Row(
        String service,
        String rule,
        Holder holder,
        int line,
        Exposure told,
        Confidence confidence,
        Entered entered,
        Pinned pinned) {

    static final String HEADER =
            "service,rule,class,method,descriptor,line,told,confidence,start,warm-up,share,most,per request,at once,pins,pinned ms";

    private static final int CELLS = HEADER.split(",").length;

    static Row of(String service, Finding finding, Entered entered, Pinned pinned) {
        return new Row(
                service,
                finding.rule(),
                Holder.of(finding),
                finding.line(),
                finding.context().exposure(),
                finding.confidence(),
                entered,
                pinned);
    }

    /// @throws IllegalArgumentException when it is no row
    static Row parse(String line) {
        List<String> cells = List.of(line.split(",", -1));
        if (cells.size() != CELLS) {
            throw new IllegalArgumentException(cells.size() + " cells: " + line);
        }
        return new Row(
                cells.get(0),
                cells.get(1),
                new Holder(cells.get(2), cells.get(3), cells.get(4)),
                Integer.parseInt(cells.get(5)),
                Exposure.valueOf(cells.get(6)),
                Confidence.valueOf(cells.get(7)),
                new Entered(
                        Long.parseLong(cells.get(8)),
                        Long.parseLong(cells.get(9)),
                        Double.parseDouble(cells.get(10)),
                        Double.parseDouble(cells.get(11)),
                        Double.parseDouble(cells.get(12)),
                        Double.parseDouble(cells.get(13))),
                new Pinned(Double.parseDouble(cells.get(14)), Double.parseDouble(cells.get(15))));
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%s,%d,%s,%s,%d,%d,%.4f,%.4f,%.3f,%.3f,%.1f,%.1f",
                service,
                rule,
                holder.type(),
                holder.method(),
                holder.descriptor(),
                line,
                told,
                confidence,
                entered.start(),
                entered.warmUp(),
                entered.share(),
                entered.most(),
                entered.perRequest(),
                entered.atOnce(),
                pinned.pins(),
                pinned.millis());
    }
}
