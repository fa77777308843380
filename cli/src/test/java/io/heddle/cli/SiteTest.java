package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.cli.Shell.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The site as `./dev site` writes it.
@Tag("slow")
class SiteTest {

    @TempDir
    private Path folder;

    @Test
    void everyPageIsThereAndEveryLinkLeadsSomewhere() throws Exception {
        Result result = site(Shell.root());
        assertEquals(0, result.exit(), result::err);
        String index = Files.readString(folder.resolve("site/index.html"));
        assertTrue(index.contains("<a href=\"docs/fix.html\">"), index);
        String rule = Files.readString(folder.resolve("site/rules/lock-under-monitor.html"));
        assertTrue(rule.contains("<h1 id=\"lock-under-monitor\">"), rule);
        assertTrue(rule.contains("href=\"../site.css\""), rule);
        assertTrue(Files.readString(folder.resolve("site/search.js")).contains("[\"rules/lock-under-monitor.html\","));
        assertTrue(Files.exists(folder.resolve("site/docs/images/check.png")));
    }

    @Test
    void aBrokenLinkAndABrokenAnchorAreNamed() throws Exception {
        Path clone = Files.createDirectories(folder.resolve("clone"));
        Files.createDirectories(clone.resolve("docs"));
        Files.createDirectories(clone.resolve("dev.d/lib/site"));
        for (String name : new String[] {"page.html", "site.css", "search.js"}) {
            Files.copy(
                    Shell.root().resolve("dev.d/lib/site").resolve(name),
                    clone.resolve("dev.d/lib/site").resolve(name));
        }
        Files.writeString(clone.resolve("README.md"), "# A\n\n[gone](docs/gone.md) [no](CHANGELOG.md#none) [b](#a)\n");
        Files.writeString(clone.resolve("CHANGELOG.md"), "# Changes\n");
        Files.writeString(clone.resolve("CONTRIBUTING.md"), "# Contributing\n");
        Result result = site(clone);
        assertEquals(1, result.exit(), result::err);
        assertTrue(result.err().startsWith("index.html: CHANGELOG.html#none\nindex.html: docs/gone.md\n"), result::err);
        assertTrue(result.err().endsWith(" 2 broken links\n"), result::err);
    }

    private Result site(Path root) throws Exception {
        return Shell.run(
                folder,
                Map.of(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Shell.root().resolve("dev.d/lib/site/Site.java").toString(),
                root.toString(),
                folder.resolve("site").toString(),
                "https://example.com/heddle");
    }
}
