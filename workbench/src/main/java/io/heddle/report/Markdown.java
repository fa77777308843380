package io.heddle.report;

import io.heddle.model.ClojureNames;
import java.util.List;
import java.util.stream.Stream;

/// Text in Markdown, as GitHub and GitLab read it in a job's summary or a comment: never markup by accident.
public final class Markdown {

    /// GitHub refuses a comment of more than 65,536 characters.
    private static final int MOST_OF_A_REPORT = 48_000;

    private Markdown() {}

    /// Text that is never markup, nor ends a table's cell.
    public static String text(String text) {
        return escaped(text).replaceAll("([\\\\`*_\\[\\]#|~@])", "\\\\$1");
    }

    /// The same as code.
    public static String code(String text) {
        return "<code>"
                + escaped(text)
                        .replace("|", "&#124;")
                        .replace("`", "&#96;")
                        .replace("*", "&#42;")
                        .replace("_", "&#95;")
                        .replace("[", "&#91;")
                        .replace("@", "&#64;")
                        .replace("$", "&#36;")
                + "</code>";
    }

    /// A report for a terminal, folded away behind a title; what is too long for a comment is cut off.
    public static List<String> folded(String title, String report) {
        String shown = report.length() <= MOST_OF_A_REPORT
                ? report
                : report.substring(0, report.lastIndexOf('\n', MOST_OF_A_REPORT)) + "\n…\n";
        return Stream.of(
                        Stream.of("<details><summary>" + text(title) + "</summary>", "", "<pre>"),
                        shown.lines().map(Markdown::escaped),
                        Stream.of("</pre>", "", "</details>"))
                .flatMap(lines -> lines)
                .toList();
    }

    private static String escaped(String text) {
        return TerminalSanitizer.of(ClojureNames.readable(text))
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
