package io.heddle.fix;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The pages of refusals, which `heddle explain` shows. They lie in one resource, a section each.
public final class Refusals {

    private static final String HEADING = "# ";
    private static final String PAGES = pages();

    private Refusals() {}

    /// As people and scripts write it, such as `public-monitor`.
    public static String name(Refusal refusal) {
        return refusal.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// The refusal of a name.
    public static Optional<Refusal> named(String name) {
        return Arrays.stream(Refusal.values())
                .filter(refusal -> name(refusal).equals(name))
                .findFirst();
    }

    /// The whole page, as Markdown.
    public static String page(Refusal refusal) {
        List<String> lines = PAGES.lines()
                .dropWhile(line -> !line.equals(HEADING + name(refusal)))
                .toList();
        if (lines.isEmpty()) {
            throw new Failure(
                    "the page of " + name(refusal) + " is missing", "this build of Heddle is damaged: build it again");
        }
        StringBuilder page = new StringBuilder(lines.getFirst()).append('\n');
        lines.stream()
                .skip(1)
                .takeWhile(line -> !line.startsWith(HEADING))
                .forEach(line -> page.append(line).append('\n'));
        return page.toString().strip() + "\n";
    }

    /// The first sentence of a page.
    public static String summary(Refusal refusal) {
        String body = page(refusal)
                .lines()
                .skip(1)
                .reduce("", (all, line) -> all + " " + line)
                .strip();
        int end = body.indexOf(". ");
        return end < 0 ? body : body.substring(0, end + 1);
    }

    private static String pages() {
        try (InputStream pages = Refusals.class.getResourceAsStream("refusals.md")) {
            if (pages == null) {
                throw new Failure(
                        "the pages of refusals are missing", "this build of Heddle is damaged: build it again");
            }
            return new String(pages.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new Failure(
                    "the pages of refusals cannot be read: " + IoReason.of(e),
                    "this build of Heddle is damaged: build it again",
                    e);
        }
    }
}
