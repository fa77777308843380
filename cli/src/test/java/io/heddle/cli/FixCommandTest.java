package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `heddle fix` as a user runs it, on a class that holds its monitor while it sleeps.
class FixCommandTest {

    private static final String CLIENT = """
            package shop;

            public class Client {
                private int asked;

                public synchronized void ask() throws InterruptedException {
                    asked++;
                    Thread.sleep(100);
                }

                public synchronized int asked() {
                    return asked;
                }
            }
            """;

    @TempDir
    private Path folder;

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();
    private Path source = Path.of("");
    private Path classes = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void compile() throws IOException {
        source = folder.resolve("src");
        file = Files.createDirectories(source.resolve("shop")).resolve("Client.java");
        Files.writeString(file, CLIENT);
        classes = Files.createDirectories(folder.resolve("classes"));
        compiled();
    }

    private void compiled() {
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-g", "--release", "21", "-d", classes.toString(), file.toString()));
    }

    @Test
    void saysFirstWhatANewerJdkRemovesAndWritesNothing() throws IOException {
        assertEquals(0, heddle("fix", classes.toString(), "--sources", source.toString()), err::toString);
        assertTrue(out.toString().startsWith("JDK 25 removes 1 of 1; what is left: nothing" + "\n"), out::toString);
        assertTrue(out.toString().contains("becomes a ReentrantLock at 2 places"), out::toString);
        assertEquals(CLIENT, Files.readString(file));
    }

    @Test
    void writesWhatIsProvenAndASecondRunFindsNothing() throws IOException {
        assertEquals(0, heddle("fix", classes.toString(), "--sources", source.toString(), "--write"), err::toString);
        String edited = Files.readString(file);
        assertTrue(edited.contains("private final ReentrantLock lock = new ReentrantLock();"), edited);
        assertFalse(edited.contains("synchronized"), edited);
        assertTrue(out.toString().contains("1 file written"), out::toString);
        compiled();
        assertEquals(0, heddle("fix", classes.toString(), "--sources", source.toString(), "--write"), err::toString);
        assertTrue(out.toString().startsWith("JDK 25 removes 0 of 0; what is left: nothing\n"), out::toString);
        assertEquals(edited, Files.readString(file));
    }

    @Test
    void gitTakesThePatch() throws IOException, InterruptedException {
        Path patch = folder.resolve("heddle.patch");
        assertEquals(
                0,
                heddle("fix", classes.toString(), "--sources", source.toString(), "--patch", patch.toString()),
                err::toString);
        Process git = new ProcessBuilder("git", "apply", patch.toString())
                .directory(folder.getRoot().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, git.waitFor(), said);
        assertTrue(Files.readString(file).contains("lock.unlock();"), said);
    }

    @Test
    void jsonHasTheProofsAndTheRefusal() throws IOException {
        assertEquals(
                0, heddle("fix", classes.toString(), "--sources", source.toString(), "--json", "-"), err::toString);
        JsonNode answer = JsonMapper.builder().build().readTree(out.toString()).at("/answers/0");
        assertEquals("mended", answer.get("kind").textValue());
        assertEquals("lock", answer.get("mend").textValue());
        List<String> proofs = new ArrayList<>();
        answer.get("proofs")
                .forEach(proof -> proofs.add(
                        proof.get("kind").textValue() + " " + proof.get("state").textValue()));
        assertEquals(
                List.of(
                        "parses passed",
                        "compiles passed",
                        "released-on-every-path passed",
                        "none-new passed",
                        "gone passed",
                        "second-run-empty passed",
                        "tests not-run"),
                proofs);
        assertEquals(
                1,
                heddle("fix", classes.toString(), "--sources", source.toString(), "--world", "library", "--json", "-"));
        JsonNode refused = JsonMapper.builder().build().readTree(out.toString());
        assertEquals("public-monitor", refused.at("/answers/0/refusal").textValue());
        assertEquals("", refused.get("patch").textValue());
        assertEquals(1, refused.get("remaining").intValue());
    }

    @Test
    void sarifCarriesTheEditAndThePageShowsItSideBySide() throws IOException {
        Path sarif = folder.resolve("fix.sarif");
        Path html = folder.resolve("fix.html");
        String[] where = {"fix", classes.toString(), "--sources", source.toString()};
        assertEquals(
                0,
                heddle(Stream.concat(
                                Stream.of(where), Stream.of("--sarif", sarif.toString(), "--html", html.toString()))
                        .toArray(String[]::new)),
                err::toString);
        JsonNode change = JsonMapper.builder()
                .build()
                .readTree(Files.readString(sarif))
                .at("/runs/0/results/0/fixes/0/artifactChanges/0");
        assertTrue(change.at("/artifactLocation/uri").textValue().endsWith("shop/Client.java"), change::toString);
        assertEquals(3, change.at("/replacements/0/deletedRegion/startLine").intValue());
        assertTrue(
                change.get("replacements").toString().contains("private final ReentrantLock lock"), change::toString);
        String page = Files.readString(html);
        assertTrue(page.contains("<td class=\"old\">    public synchronized void ask()"), page);
        assertTrue(page.contains("<td class=\"new\">    public void ask()"), page);
        assertEquals(CLIENT, Files.readString(file));
    }

    @Test
    void saysWhatGitHasNotCommitted() throws IOException, InterruptedException {
        for (List<String> command : List.of(List.of("git", "init", "-q"), List.of("git", "add", "."))) {
            assertEquals(
                    0,
                    new ProcessBuilder(command)
                            .directory(folder.toFile())
                            .start()
                            .waitFor());
        }
        assertEquals(0, heddle("fix", classes.toString(), "--sources", source.toString(), "--write"), err::toString);
        assertTrue(err.toString().contains("git has not committed"), err::toString);
        assertTrue(Files.readString(file).contains("lock.unlock();"));
    }

    @Test
    void mistakesEndWithTwoAndSayWhatToDo() {
        assertEquals(2, heddle("fix"));
        assertTrue(err.toString().contains("Missing a TARGET to fix"), err::toString);
        assertEquals(
                2,
                heddle(
                        "fix",
                        classes.toString(),
                        "--sources",
                        folder.resolve("none").toString()));
        assertTrue(err.toString().contains("there is no folder"), err::toString);
        assertEquals(2, heddle("fix", classes.toString(), "--jdk", "17"));
        assertEquals(2, heddle("fix", classes.toString(), "--rule", "no-such-rule"));
        assertEquals(2, heddle("fix", classes.toString(), "--allow", "source-missing"));
        assertTrue(err.toString().contains("these can be allowed: aliased, "), err::toString);
    }

    @Test
    void explainsARefusal() {
        assertEquals(0, heddle("explain", "public-monitor"));
        assertTrue(out.toString().startsWith("# public-monitor\n"), out::toString);
    }

    private int heddle(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        Heddle heddle = new Heddle();
        return heddle.run(
                heddle.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)), args);
    }
}
