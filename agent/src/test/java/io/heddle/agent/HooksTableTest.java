package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.agent.weave.Hook;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class HooksTableTest {

    private static final Path PAGE = Path.of(System.getProperty("heddle.root"), "docs", "hooks.md");
    private static final Path LIST = Path.of("src", "main", "resources").resolve(Hooks.LIST);
    private static final Path HOOKS = Path.of("src", "main", "java", "io", "heddle", "agent");

    @Test
    void the_page_is_what_the_tests_run_through() throws IOException {
        if (Boolean.getBoolean("heddle.bless")) {
            Files.writeString(PAGE, HooksTable.text());
        }
        assertEquals(HooksTable.text(), Files.readString(PAGE), "./dev bless rewrites docs/hooks.md");
    }

    @Test
    void the_agent_looks_for_every_hook_that_there_is() throws Exception {
        StringBuilder list = new StringBuilder();
        for (Path file : sources()) {
            // A base class of hooks registers none.
            if (!Files.readString(file).contains("        found(new ")) {
                continue;
            }
            Path relative = HOOKS.relativize(file);
            String name = relative.toString().replace(File.separatorChar, '.');
            name = name.substring(0, name.length() - ".java".length());
            Hook hook = Hook.named(name);
            list.append(name)
                    .append(' ')
                    .append(hook.target())
                    .append(hook.retransforms() ? " " + Hooks.IN_PLACE : "")
                    .append('\n');
        }
        if (Boolean.getBoolean("heddle.bless")) {
            Files.writeString(LIST, list);
        }
        assertEquals(list.toString(), Files.readString(LIST), "./dev bless rewrites " + LIST);
    }

    @Test
    void every_hook_that_the_page_names_exists() throws IOException {
        StringBuilder sources = new StringBuilder();
        for (Path file : sources()) {
            sources.append(Files.readString(file));
        }
        Matcher named = Pattern.compile("`([a-z0-9-]+)` \\|").matcher(HooksTable.text());
        while (named.find()) {
            assertTrue(sources.indexOf("\"" + named.group(1) + "\"") >= 0, named.group(1));
        }
    }

    @Test
    void every_test_that_the_page_names_exists() throws IOException {
        Matcher named = Pattern.compile("\\| ([A-Za-z]+IT)[, |]").matcher(HooksTable.text());
        assertTrue(named.find());
        do {
            String file = named.group(1) + ".java";
            Path cli = Path.of(System.getProperty("heddle.root"), "cli", "src", "test", "java", "io", "heddle", "cli");
            assertTrue(
                    Files.exists(Path.of("src", "test", "java", "io", "heddle", "agent", file))
                            || Files.exists(cli.resolve(file)),
                    file);
        } while (named.find());
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(HOOKS)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }
}
