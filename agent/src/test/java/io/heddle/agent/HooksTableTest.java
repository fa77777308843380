package io.heddle.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.agent.hook.Hook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class HooksTableTest {

    private static final Path PAGE = Path.of(System.getProperty("heddle.root"), "docs", "hooks.md");
    private static final Path LIST = Path.of("src", "main", "resources").resolve(Hooks.LIST);
    private static final Path HOOKS = Path.of("src", "main", "java", "io", "heddle", "agent", "hook");

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
        try (Stream<Path> files = Files.list(HOOKS)) {
            for (String file : files.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith("Hook.java") && !name.equals("Hook.java"))
                    .sorted()
                    .toList()) {
                Hook hook = Hook.named(file.substring(0, file.length() - ".java".length()));
                list.append(hook.getClass().getSimpleName())
                        .append(' ')
                        .append(hook.target())
                        .append(hook.retransforms() ? " " + Hooks.IN_PLACE : "")
                        .append('\n');
            }
        }
        if (Boolean.getBoolean("heddle.bless")) {
            Files.writeString(LIST, list);
        }
        assertEquals(list.toString(), Files.readString(LIST), "./dev bless rewrites " + LIST);
    }

    @Test
    void every_hook_that_the_page_names_exists() throws IOException {
        StringBuilder sources = new StringBuilder();
        try (Stream<Path> files = Files.list(HOOKS)) {
            for (Path file : files.toList()) {
                sources.append(Files.readString(file));
            }
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
}
