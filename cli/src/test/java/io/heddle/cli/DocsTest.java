package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the pages for people name must exist.
class DocsTest {

    private static final Path ROOT = Shell.root();
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)#\\s]*)[^)]*\\)");
    private static final Pattern TASK = Pattern.compile("\\./dev ([a-z0-9-]+)(?: ([a-z]+)`)?");
    private static final Pattern ROW_OF_FOLDER = Pattern.compile("^\\| [^|]+\\? \\| `([^`]+)` \\|$", Pattern.MULTILINE);
    private static final Pattern ROW_OF_COMMAND =
            Pattern.compile("^\\| `heddle ([a-z]+)` \\|[^|]*\\| ([a-z ]+) \\|$", Pattern.MULTILINE);

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> broken = pages().stream()
                .flatMap(page -> matches(LINK, page)
                        .map(match -> match.group(1))
                        .filter(link -> !link.isEmpty() && !link.contains(":"))
                        .filter(link -> !Files.exists(page.resolveSibling(link)))
                        .map(link -> ROOT.relativize(page) + ": " + link))
                .toList();
        assertEquals(List.of(), broken);
    }

    @Test
    void everyFolderForAChangeExists() {
        List<String> folders = matches(ROW_OF_FOLDER, ROOT.resolve("CONTRIBUTING.md"))
                .map(match -> match.group(1))
                .toList();
        assertFalse(folders.isEmpty());
        assertEquals(
                List.of(),
                folders.stream()
                        .filter(folder -> !Files.exists(ROOT.resolve(folder)))
                        .toList());
    }

    @Test
    void everyTaskThatIsNamedExists() throws IOException {
        List<String> missing = pages().stream()
                .flatMap(page -> matches(TASK, page)
                        .map(match -> task(match))
                        .filter(task ->
                                !Files.isExecutable(ROOT.resolve("dev.d").resolve(task)))
                        .map(task -> ROOT.relativize(page) + ": " + task))
                .toList();
        assertEquals(List.of(), missing);
    }

    @Test
    void everyTaskSaysWhatItDoes() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("dev.d"))) {
            for (Path task : files.filter(Files::isRegularFile).toList()) {
                assertTrue(
                        Files.readAllLines(task).get(1).startsWith("# "),
                        () -> task + " has no comment on its second line");
            }
        }
    }

    @Test
    void theReadmeKnowsWhatWorksToday() {
        List<String> works = matches(ROW_OF_COMMAND, ROOT.resolve("README.md"))
                .filter(match -> match.group(2).equals("works today"))
                .map(match -> match.group(1))
                .sorted()
                .toList();
        List<String> commands = new Heddle()
                .commandLine().getSubcommands().keySet().stream().sorted().toList();
        assertEquals(commands, works);
    }

    @Test
    void everyDecisionIsInTheIndex() throws IOException {
        String index = Files.readString(ROOT.resolve("docs/decisions/README.md"));
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/decisions"))) {
            for (Path page : files.filter(file -> !file.endsWith("README.md")).toList()) {
                assertTrue(index.contains("](" + page.getFileName() + ")"), () -> page + " is not in the index");
            }
        }
    }

    private static String task(MatchResult match) {
        return match.group(1).equals("bench") && match.group(2) != null ? "bench-" + match.group(2) : match.group(1);
    }

    private static Stream<MatchResult> matches(Pattern pattern, Path page) {
        try {
            return pattern.matcher(Files.readString(page)).results();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Path> pages = files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !ROOT.relativize(file).toString().contains("target/")
                            && !ROOT.relativize(file).toString().startsWith("."))
                    .toList();
            assertFalse(pages.isEmpty());
            return pages;
        }
    }
}
