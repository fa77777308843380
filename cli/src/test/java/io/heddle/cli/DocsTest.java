package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// What the pages for people name must exist.
class DocsTest {

    private static final Path ROOT = Shell.root();
    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)#\\s]*)[^)]*\\)");
    private static final Pattern TASK = Pattern.compile("\\./dev ([a-z0-9-]+)(?: ([a-z]+)`)?");
    private static final Pattern ROW_OF_FOLDER = Pattern.compile("^\\| [^|]+\\? \\| `([^`]+)` \\|$", Pattern.MULTILINE);
    private static final int MOST_COLUMNS = 120;
    private static final int MOST_OF_A_SUBJECT = 72;
    private static final String SUBJECTS_SINCE = "2026-11-25T00:00:00Z";
    private static final Pattern UNBREAKABLE = Pattern.compile("(?<=])\\([^)]*\\)|https?://\\S+");
    private static final Pattern ROW_OF_COMMAND =
            Pattern.compile("^\\| `heddle ([a-z]+)` \\|[^|]*\\|$", Pattern.MULTILINE);

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
    void everyLineIsShort() throws IOException {
        List<String> wide = new ArrayList<>();
        for (Path page : pages()) {
            boolean code = false;
            List<String> lines = Files.readAllLines(page);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                code ^= line.startsWith("```");
                boolean exempt = code || line.startsWith("|") || line.startsWith("![");
                if (!exempt && UNBREAKABLE.matcher(line).replaceAll("").length() > MOST_COLUMNS) {
                    wide.add(ROOT.relativize(page) + ":" + (i + 1));
                }
            }
        }
        assertEquals(List.of(), wide, "more than " + MOST_COLUMNS + " columns outside of tables, code and links");
    }

    @Test
    void theSharesOfJudgedFindingsComeFromTheirData() throws IOException, InterruptedException {
        Path results = ROOT.resolve("docs/results");
        String page = Files.readString(results.resolve("check-judged.md"));
        for (String table : List.of("shares", "draws", "rules")) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            ROOT.resolve("dev.d/lib/Judged.java").toString(),
                            results.toString(),
                            table)
                    .redirectError(Redirect.INHERIT)
                    .start();
            String counted = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertEquals(0, process.waitFor());
            assertTrue(page.contains(counted), () -> "./dev judged writes these counts: " + counted);
        }
    }

    /// A clone of the repository has git; an archive of it has no history to judge.
    @Test
    void subjectsOfCommitsAreShort() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.exists(ROOT.resolve(".git")), "no git repository");
        Process git = new ProcessBuilder(
                        "git", "log", "-20", "--no-merges", "--since=" + SUBJECTS_SINCE, "--format=%h %s")
                .directory(ROOT.toFile())
                .redirectError(Redirect.INHERIT)
                .start();
        String log = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Assumptions.assumeTrue(git.waitFor() == 0, "git cannot read its log here");
        assertEquals(
                List.of(),
                log.lines()
                        .filter(line -> line.substring(line.indexOf(' ') + 1).length() > MOST_OF_A_SUBJECT)
                        .toList(),
                "subjects of more than " + MOST_OF_A_SUBJECT + " characters");
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
                List<String> lines = Files.readAllLines(task);
                assertEquals("#!/bin/sh", lines.getFirst(), () -> task + " is not POSIX sh");
                assertTrue(lines.get(1).startsWith("# "), () -> task + " has no comment on its second line");
            }
        }
    }

    @Test
    void theReadmeListsEachCommand() {
        List<String> listed = matches(ROW_OF_COMMAND, ROOT.resolve("README.md"))
                .map(match -> match.group(1))
                .sorted()
                .toList();
        List<String> commands = new Heddle()
                .commandLine().getSubcommands().keySet().stream().sorted().toList();
        assertEquals(commands, listed);
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
