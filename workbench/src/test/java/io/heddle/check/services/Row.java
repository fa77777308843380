package io.heddle.check.services;

import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.util.List;
import java.util.Locale;

/// One finding of one service: what was told of it, and what was measured.
///
/// @param named the method that the finding names
/// @param innermost the last one on its path that holds a monitor; the same where it is the only one
/// @param namedShare share of the requests that entered the named one
/// @param entered how often the innermost one was entered
record Row(
        String service,
        String rule,
        Holder named,
        int line,
        Holder innermost,
        Exposure told,
        Confidence confidence,
        double namedShare,
        Entered entered,
        Pinned pinned) {

    static final String HEADER =
            "service,rule,class,method,descriptor,line,innermost,told,confidence,named share,start,warm-up,share,most,per request,at once,pins,pinned ms";

    private static final int CELLS = HEADER.split(",").length;

    static Row of(
            String service, Finding finding, Holder innermost, double namedShare, Entered entered, Pinned pinned) {
        return new Row(
                service,
                finding.rule(),
                Holder.of(finding),
                finding.line(),
                innermost,
                finding.context().exposure(),
                finding.confidence(),
                namedShare,
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
                Holder.method(cells.get(2), cells.get(3), cells.get(4)),
                Integer.parseInt(cells.get(5)),
                Holder.parse(cells.get(6)),
                Exposure.valueOf(cells.get(7)),
                Confidence.valueOf(cells.get(8)),
                Double.parseDouble(cells.get(9)),
                new Entered(
                        Long.parseLong(cells.get(10)),
                        Long.parseLong(cells.get(11)),
                        Double.parseDouble(cells.get(12)),
                        Double.parseDouble(cells.get(13)),
                        Double.parseDouble(cells.get(14)),
                        Double.parseDouble(cells.get(15))),
                new Pinned(Double.parseDouble(cells.get(16)), Double.parseDouble(cells.get(17))));
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%s,%s,%s,%s,%s,%d,%s,%s,%s,%.4f,%d,%d,%.4f,%.4f,%.3f,%.3f,%.1f,%.1f",
                service,
                rule,
                named.type(),
                named.method(),
                named.descriptor(),
                line,
                innermost.text(),
                told,
                confidence,
                namedShare,
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
