package io.heddle.check.rule;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The page of a rule, in Markdown. It is the comment above the rule's class: the build puts the sources of the rules
/// beside their classes, so that source, `explain`, site and test have one text.
///
/// @param rule its name
/// @param summary what it finds, in one sentence
/// @param sections the text below each heading, in the order of [#HEADINGS]
public record RulePage(String rule, String summary, Map<String, String> sections) {

    /// The headings of every page, in order.
    public static final List<String> HEADINGS = List.of("Why", "Bad", "Good", "JDK", "Limits", "References");

    private static final String HEADING = "## ";
    private static final String FENCE = "```";

    /// Reads a rule's page.
    static RulePage of(Rule rule) {
        String file = rule.getClass().getSimpleName() + ".java";
        try (InputStream source = rule.getClass().getResourceAsStream(file)) {
            if (source == null) {
                throw new Failure(
                        "the page of " + rule.name() + " is missing",
                        "this build of Heddle is damaged: build it again");
            }
            return parse(rule.name(), new String(source.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new Failure(
                    "the page of " + rule.name() + " cannot be read: " + IoReason.of(e),
                    "this build of Heddle is damaged: build it again",
                    e);
        }
    }

    private static RulePage parse(String rule, String source) {
        List<String> lines = source.lines()
                .dropWhile(line -> !line.startsWith("///"))
                .takeWhile(line -> line.startsWith("///"))
                .map(line -> line.length() > 3 ? line.substring(4) : "")
                .toList();
        Map<String, String> sections = new LinkedHashMap<>();
        StringBuilder text = new StringBuilder();
        String heading = "";
        for (String line : lines) {
            if (line.startsWith(HEADING)) {
                sections.put(heading, text.toString().strip());
                text.setLength(0);
                heading = line.substring(HEADING.length()).strip();
            } else {
                text.append(line).append('\n');
            }
        }
        sections.put(heading, text.toString().strip());
        String summary = sections.remove("") + "";
        return new RulePage(rule, summary, Map.copyOf(sections));
    }

    /// Text below a heading, without the heading; empty when the page has no such heading.
    public String section(String heading) {
        return sections.getOrDefault(heading, "");
    }

    /// Java in the fenced blocks below a heading.
    public String code(String heading) {
        StringBuilder code = new StringBuilder();
        boolean inside = false;
        for (String line : section(heading).lines().toList()) {
            if (line.startsWith(FENCE)) {
                inside = !inside;
            } else if (inside) {
                code.append(line).append('\n');
            }
        }
        return code.toString();
    }

    /// The whole page, with its headings in order.
    public String markdown() {
        return "# " + rule + "\n\n" + summary + "\n\n"
                + HEADINGS.stream()
                        .map(heading -> HEADING + heading + "\n\n" + section(heading) + "\n")
                        .collect(Collectors.joining("\n"));
    }
}
