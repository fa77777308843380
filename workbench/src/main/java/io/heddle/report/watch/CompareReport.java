package io.heddle.report.watch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.model.Figures;
import io.heddle.model.Holder;
import io.heddle.model.WatchComparison;
import io.heddle.model.WatchComparison.Change;
import io.heddle.model.WatchComparison.Kind;
import io.heddle.model.WatchComparison.Shift;
import io.heddle.report.Formats;
import io.heddle.report.Json;
import io.heddle.report.LineWrapper;
import io.heddle.report.Lines;
import io.heddle.report.Style;
import io.heddle.report.Style.Ink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Two recordings beside each other, for a terminal and for scripts.
public final class CompareReport {

    private CompareReport() {}

    /// Lines that are never wider than the style's width.
    public static Lines text(WatchComparison compared, Style style) {
        String kind = Formats.spelled(compared.kind()).replace('-', ' ');
        List<String> lines = new ArrayList<>(
                LineWrapper.lines("carrier time held: " + shift(compared.lost()), style.width(), kind + ": ", "  "));
        Ink ink = switch (compared.kind()) {
            case BETTER -> Ink.GAIN;
            case WORSE -> Ink.HARM;
            case NO_DIFFERENCE_SHOWN -> Ink.NO_GAIN;
        };
        lines.set(0, style.paint(ink, kind) + lines.getFirst().substring(kind.length()));
        side(lines, "before", compared.before(), style);
        side(lines, "after ", compared.after(), style);
        for (Change change : compared.changes()) {
            Holder holder = change.holder();
            lines.add("");
            lines.addAll(LineWrapper.lines(
                    Formats.spelled(change.fate()).replace('-', ' ') + ": "
                            + holder.cause().spelled() + "  " + holder.type() + "." + holder.method()
                            + (holder.artifact().isEmpty() ? "" : "  in " + holder.artifact()),
                    style.width(),
                    "",
                    "  "));
            lines.addAll(LineWrapper.lines(shift(change.lost()), style.width(), "  ", "    "));
            lines.addAll(LineWrapper.lines(
                    "before " + figures(change.before(), compared.before()) + "; after "
                            + figures(change.after(), compared.after()),
                    style.width(),
                    "  ",
                    "    "));
        }
        lines.add("");
        compared.notes().forEach(note -> lines.addAll(LineWrapper.lines(note, style.width(), "  - ", "    ")));
        style.html().ifPresent(file -> lines.addAll(LineWrapper.lines("report: " + file, style.width(), "", "  ")));
        return new Lines(lines);
    }

    private static void side(List<String> lines, String when, WatchComparison.Side side, Style style) {
        lines.addAll(LineWrapper.lines(
                when + " " + side.file() + ": JDK " + side.watch().jvm().version() + ", "
                        + Figures.number(side.watch().seconds()) + " s, "
                        + Formats.spelled(side.watch().state()),
                style.width(),
                "  ",
                "    "));
    }

    private static String figures(Optional<Holder> holder, WatchComparison.Side side) {
        return holder.map(known -> Figures.number(known.count() / side.watch().seconds()) + " times a second, "
                        + Figures.number(known.totalMillis() / side.watch().seconds()) + " ms a second, longest "
                        + Figures.millis(known.longestMillis()))
                .orElse("not seen");
    }

    /// Before, after and the difference with its interval, in percent of carrier time.
    static String shift(Shift shift) {
        return String.format(
                Locale.ROOT,
                "%.1f %% → %.1f %%, difference %+.1f points [%+.1f to %+.1f]",
                100 * shift.before(),
                100 * shift.after(),
                100 * shift.difference(),
                100 * shift.low(),
                100 * shift.high());
    }

    /// Indented JSON, with a line feed at the end.
    public static String json(WatchComparison compared) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode command =
                root.putObject("tool").put("version", compared.version()).putArray("command");
        compared.command().forEach(command::add);
        root.put("verdict", Formats.spelled(compared.kind()));
        side(root.putObject("before"), compared.before());
        side(root.putObject("after"), compared.after());
        shift(root.putObject("lostShare"), compared.lost());
        ArrayNode holders = root.putArray("holders");
        for (Change change : compared.changes()) {
            Holder holder = change.holder();
            ObjectNode node = holders.addObject()
                    .put("change", Formats.spelled(change.fate()))
                    .put("cause", holder.cause().spelled())
                    .put("class", holder.type())
                    .put("method", holder.method())
                    .put("artifact", holder.artifact());
            shift(node.putObject("lostShare"), change.lost());
            seen(node, "before", change.before());
            seen(node, "after", change.after());
        }
        ArrayNode notes = root.putArray("notes");
        compared.notes().forEach(notes::add);
        return Json.write(root);
    }

    private static void side(ObjectNode node, WatchComparison.Side side) {
        node.put("file", side.file())
                .put("jdk", side.watch().jvm().version())
                .put("state", Formats.spelled(side.watch().state()))
                .set("seconds", Json.number(side.watch().seconds()));
    }

    private static void shift(ObjectNode node, Shift shift) {
        node.set("before", Json.number(shift.before()));
        node.set("after", Json.number(shift.after()));
        node.set("difference", Json.number(shift.difference()));
        node.set("low", Json.number(shift.low()));
        node.set("high", Json.number(shift.high()));
    }

    private static void seen(ObjectNode node, String key, Optional<Holder> holder) {
        holder.ifPresentOrElse(
                known -> node.putObject(key)
                        .put("count", known.count())
                        .set("totalMillis", Json.number(known.totalMillis())),
                () -> node.putNull(key));
    }

    /// Whether more carrier time is held than before.
    public static boolean fails(WatchComparison compared) {
        return compared.kind() == Kind.WORSE;
    }
}
