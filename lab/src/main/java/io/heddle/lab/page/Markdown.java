package io.heddle.lab.page;

import io.heddle.report.HtmlPage;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The little Markdown that the experiments' pages use: paragraphs, lists, bold, code. The first heading is left to
/// the page around.
final class Markdown {

    private static final Pattern BOLD = Pattern.compile("\\*\\*([^*]+)\\*\\*");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private Markdown() {}

    static String html(String markdown) {
        return List.of(markdown.strip().split("\\n\\s*\\n")).stream()
                .filter(block -> !block.startsWith("#"))
                .map(Markdown::block)
                .collect(Collectors.joining("\n"));
    }

    private static String block(String block) {
        if (block.startsWith("- ")) {
            return "<ul>"
                    + List.of(block.substring(2).split("\\n- ", -1)).stream()
                            .map(item -> "<li>" + inline(item) + "</li>")
                            .collect(Collectors.joining())
                    + "</ul>";
        }
        return "<p>" + inline(block) + "</p>";
    }

    private static String inline(String text) {
        return CODE.matcher(BOLD.matcher(HtmlPage.escape(text)).replaceAll("<b>$1</b>"))
                .replaceAll("<code>$1</code>");
    }
}
