package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where reports go, and what is left when one of them cannot be written.
class ReportsTest {

    @TempDir
    private Path folder;

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();
    private String target = "";

    @BeforeEach
    void target() throws IOException {
        Path classes = Files.createDirectory(folder.resolve("classes"));
        String own = ReportsTest.class.getName().replace('.', '/') + ".class";
        try (java.io.InputStream in = ReportsTest.class.getClassLoader().getResourceAsStream(own)) {
            Files.copy(java.util.Objects.requireNonNull(in), classes.resolve("ReportsTest.class"));
        }
        target = classes.toString();
    }

    @Test
    void aFifoIsWrittenInto() throws Exception {
        Path fifo = folder.resolve("fifo");
        assertTrue(Shell.succeeds("mkfifo", fifo.toString()));
        CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> text(fifo));
        check("--json", fifo.toString());
        assertTrue(ReportFile.isStream(fifo), "it is still a fifo");
        assertEquals("", err.toString().replaceAll("reading .*\\R", ""));
        assertTrue(read.get(20, TimeUnit.SECONDS).contains("\"findings\""));
    }

    @Test
    void aLinkStaysAndItsFileKeepsItsPermissions() throws IOException {
        Path file = Files.writeString(folder.resolve("real.json"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Path link = Files.createSymbolicLink(folder.resolve("link.json"), Path.of("real.json"));
        Path dangling = Files.createSymbolicLink(folder.resolve("page.html"), Path.of("new.html"));
        check("--json", link.toString(), "--html", dangling.toString());
        assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(dangling));
        assertTrue(Files.readString(file).contains("\"findings\""));
        assertTrue(Files.readString(folder.resolve("new.html")).contains("</html>"));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(List.of("classes", "link.json", "new.html", "page.html", "real.json"), names());
    }

    @Test
    void aLinkThatSomebodyHasPutBesideIsNotFollowed() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Files.createSymbolicLink(folder.resolve("a.json.part"), victim);
        check("--json", folder.resolve("a.json").toString());
        assertEquals("precious", Files.readString(victim));
    }

    @Test
    void aPlaceThatCannotBeIsToldBeforeTheWork() {
        Path nowhere = folder.resolve("nope");
        assertEquals(2, check("--json", nowhere.resolve("x.json").toString()));
        assertEquals(
                "heddle: cannot write " + nowhere.resolve("x.json") + ": there is no folder " + nowhere,
                err.toString().lines().findFirst().orElse(""));
        assertEquals("", out.toString());
        assertEquals(2, check("--html", folder.toString()));
        assertTrue(err.toString().contains(folder + ": it is a folder"), err::toString);
        assertEquals(2, check("--html", folder.resolve("a").toString(), "--json", folder + "/./a"));
        assertTrue(err.toString().contains("two reports cannot go to the same file"), err::toString);
    }

    @Test
    void whatCannotBeWrittenLaterCostsThatReportAlone() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/full")), "only Linux has it");
        Path full = Files.createSymbolicLink(folder.resolve("full.json"), Path.of("/dev/full"));
        Path page = folder.resolve("page.html");
        assertEquals(2, check("--json", full.toString(), "--html", page.toString()));
        assertTrue(out.toString().contains("No finding"), out::toString);
        assertTrue(Files.readString(page).contains("</html>"));
        assertTrue(err.toString().contains("cannot write " + full + ": the disk is full"), err::toString);
        assertTrue(Files.isSymbolicLink(full));
    }

    @Test
    void whatGoesToStandardOutputIsAloneThere() throws IOException {
        check("--html", "-");
        assertTrue(out.toString().startsWith("<!doctype html>"), out::toString);
        assertTrue(out.toString().stripTrailing().endsWith("</html>"), out::toString);
        assertTrue(err.toString().contains("No finding"), err::toString);
        assertFalse(err.toString().contains("HTML report"), err::toString);
        check("--json", "/dev/stdout");
        assertTrue(JsonMapper.builder().build().readTree(out.toString()).has("findings"));
        assertEquals(2, check("--json", "-", "--html", "-"));
    }

    private int check(String... options) {
        out = new StringWriter();
        err = new StringWriter();
        Heddle heddle = new Heddle();
        String[] words =
                Stream.concat(Stream.of("check", target), Stream.of(options)).toArray(String[]::new);
        return heddle.run(heddle.commandLine(words).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), words);
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
