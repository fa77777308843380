package io.heddle.report.watch;

import io.heddle.model.WaitGraph;
import io.heddle.report.HtmlPage;
import io.heddle.report.TerminalSanitizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Who waits for whom, drawn: carriers on the left, the virtual threads that keep them, and on the right the locks
/// that these wait for. A thread without a carrier has none on its left.
final class WaitDrawing {

    private static final Pattern PACKAGE = Pattern.compile("\\b(?:[a-z_][a-z0-9_]{0,60}\\.){1,20}(?=[A-Z])");
    /// More than these are told in words alone.
    private static final int MOST = 16;
    private static final int ROW = 46;
    private static final int BOX = 36;
    private static final int[] LEFT = {0, 29, 71};
    private static final int[] WIDE = {24, 37, 29};

    private WaitDrawing() {}

    static void draw(StringBuilder html, WaitGraph graph) {
        if (graph.isEmpty()) {
            return;
        }
        List<WaitGraph.Held> held = graph.held().stream().limit(MOST).toList();
        List<WaitGraph.Waiter> waiters = graph.waiters().stream().limit(MOST).toList();
        List<String> locks = Stream.concat(
                        held.stream().map(WaitGraph.Held::lock),
                        waiters.stream().map(WaitGraph.Waiter::lock))
                .filter(lock -> !lock.isEmpty())
                .distinct()
                .toList();
        html.append("<svg class=\"drawing waits\" width=\"100%\" height=\"")
                .append(ROW * (held.size() + waiters.size()))
                .append("\" role=\"img\" aria-label=\"who waits for whom\">\n")
                .append(
                        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n");
        List<String> boxes = new ArrayList<>();
        for (int i = 0; i < held.size(); i++) {
            boxes.add(box(0, i, "carrier", held.get(i).carrier(), "carrier"));
            boxes.add(
                    box(1, i, "keeps", held.get(i).thread(), "in " + held.get(i).place()));
            line(html, 0, i, i);
            toLock(html, locks, held.get(i).lock(), i);
        }
        for (int i = 0; i < waiters.size(); i++) {
            boxes.add(box(1, held.size() + i, "idle", waiters.get(i).thread(), "has no carrier"));
            toLock(html, locks, waiters.get(i).lock(), held.size() + i);
        }
        for (int i = 0; i < locks.size(); i++) {
            boxes.add(box(2, i, "lock", locks.get(i), "waited for"));
        }
        boxes.forEach(html::append);
        html.append("</svg>\n");
    }

    private static void toLock(StringBuilder html, List<String> locks, String lock, int row) {
        if (!lock.isEmpty()) {
            line(html, 1, row, locks.indexOf(lock));
        }
    }

    private static void line(StringBuilder html, int column, int from, int to) {
        html.append(String.format(
                Locale.ROOT,
                "<line x1=\"%d%%\" y1=\"%d\" x2=\"%d%%\" y2=\"%d\" marker-end=\"url(#tip)\"/>%n",
                LEFT[column] + WIDE[column],
                from * ROW + BOX / 2,
                LEFT[column + 1],
                to * ROW + BOX / 2));
    }

    private static String box(int column, int row, String kind, String title, String more) {
        String first = HtmlPage.escape(TerminalSanitizer.of(title));
        String second = HtmlPage.escape(TerminalSanitizer.of(more));
        return String.format(
                Locale.ROOT,
                "<svg x=\"%d%%\" y=\"%d\" width=\"%d%%\" height=\"%d\"><title>%s, %s</title><rect class=\"%s\" width=\"100%%\" height=\"100%%\" rx=\"4\"/>"
                        + "<text x=\"7\" y=\"15\">%s</text><text class=\"axis\" x=\"7\" y=\"30\">%s</text></svg>%n",
                LEFT[column],
                row * ROW,
                WIDE[column],
                BOX,
                first,
                second,
                kind,
                shorter(first),
                shorter(second));
    }

    /// Without packages, for which a box has no room.
    private static String shorter(String text) {
        return PACKAGE.matcher(text).replaceAll("");
    }
}
