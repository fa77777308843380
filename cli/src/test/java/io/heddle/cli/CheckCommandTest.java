package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.check.rule.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `heddle check` as a user runs it, on the wrong and the right code of a rule's own page, compiled.
class CheckCommandTest {

    private static final String RULE = "blocking-under-monitor";

    @TempDir
    private Path folder;

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();
    private Path bad = Path.of("");
    private Path good = Path.of("");

    @BeforeEach
    void compile() throws IOException {
        bad = compiled("Bad", "bad");
        good = compiled("Good", "good");
    }

    private Path compiled(String heading, String name) throws IOException {
        Path source = Files.createDirectories(folder.resolve(name + "-source")).resolve("Client.java");
        Files.writeString(source, Rule.named(Set.of(RULE)).getFirst().page().code(heading));
        Path classes = Files.createDirectories(folder.resolve(name));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-g", "-d", classes.toString(), source.toString()));
        return classes;
    }

    @Test
    void findingsEndWithOneAndSayWhere() {
        assertEquals(1, heddle("check", bad.toString()));
        assertTrue(out.toString().contains("Client.ask (Client.java:"), out::toString);
        assertTrue(out.toString().contains("Client.pause (Client.java:"), out::toString);
        assertTrue(out.toString().contains("moving from 21 to 25 removes 2 and adds 0."), out::toString);
        assertEquals("reading " + bad + System.lineSeparator(), err.toString());
        assertEquals(0, heddle("check", bad.toString(), "--fail-on", "never"));
        assertEquals(0, heddle("check", bad.toString(), "--jdk", "25"));
    }

    @Test
    void goodCodeEndsWithZero() {
        assertEquals(0, heddle("check", good.toString()));
        assertTrue(out.toString().contains("No finding"), out::toString);
    }

    @Test
    void dataGoesToStandardOutputAndTalkToStandardError() throws IOException {
        assertEquals(1, heddle("check", bad.toString(), "--json", "-", "--jdk", "21"));
        JsonNode json = JsonMapper.builder().build().readTree(out.toString());
        assertEquals(2, json.get("findings").size());
        assertEquals(RULE, json.at("/findings/0/rule").asText());
        assertTrue(err.toString().contains("2 findings"), err::toString);
    }

    @Test
    void everyReportIsWritten() throws IOException {
        assertEquals(
                1,
                heddle(
                        "check",
                        bad.toString(),
                        "--json",
                        file("a.json"),
                        "--sarif",
                        file("a.sarif"),
                        "--html",
                        file("a.html"),
                        "--markdown",
                        file("a.md"),
                        "--code-quality",
                        file("a.gitlab.json"),
                        "--lines",
                        file("a.lines"),
                        "--github"));
        for (String name : List.of("a.json", "a.sarif", "a.html", "a.md", "a.gitlab.json", "a.lines")) {
            assertTrue(Files.readString(folder.resolve(name)).contains(RULE), name);
        }
        assertTrue(out.toString().lines().allMatch(line -> line.startsWith("::error ")), out::toString);
    }

    @Test
    void whatARecordingMetComesFirstAndIsCertain() throws Exception {
        assertEquals(2, heddle("check", bad.toString(), "--profile", file("none.jfr")));
        assertTrue(err.toString().contains("there is no file " + file("none.jfr")), err::toString);
        assertFalse(err.toString().contains("reading"), err::toString);
        record();
        assertEquals(
                1,
                heddle(
                        "check",
                        bad.toString(),
                        "--jdk",
                        "21",
                        "--profile",
                        file("client.jfr"),
                        "--json",
                        file("client.json")));
        assertTrue(out.toString().indexOf("Client.pause") < out.toString().indexOf("Client.ask"), out::toString);
        assertTrue(out.toString().contains("certain: the recording shows it"), out::toString);
        assertTrue(out.toString().contains("met 1 of 2 places"), out::toString);
        JsonNode findings = JsonMapper.builder()
                .build()
                .readTree(folder.resolve("client.json").toFile())
                .path("findings");
        findings.forEach(finding -> assertEquals(
                finding.path("method").asText().equals("pause"),
                finding.at("/measured/millisPerSecond").asDouble() > 0,
                finding.toString()));
    }

    private void record() throws Exception {
        try (Recording recording = new Recording();
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {bad.toUri().toURL()})) {
            recording
                    .enable("jdk.ThreadSleep")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.start();
            Class<?> client = loader.loadClass("Client");
            client.getMethod("pause").invoke(client.getConstructor(Socket.class).newInstance(new Socket()));
            recording.stop();
            recording.dump(Path.of(file("client.jfr")));
        }
    }

    @Test
    void aBaselineLetsThroughWhatItAcceptsAndNothingElse() throws IOException {
        String baseline = file("baseline.txt");
        assertEquals(2, heddle("check", bad.toString(), "--baseline", baseline));
        assertTrue(err.toString().contains("there is no such file"), err::toString);
        assertEquals(0, heddle("check", "baseline", "create", bad.toString(), "--baseline", baseline));
        assertEquals(2, heddle("check", "baseline", "create", bad.toString(), "--baseline", baseline));
        assertEquals(0, heddle("check", bad.toString(), "--baseline", baseline));
        List<String> lines = Files.readAllLines(Path.of(baseline));
        Files.write(Path.of(baseline), lines.subList(0, lines.size() - 1));
        assertEquals(1, heddle("check", bad.toString(), "--baseline", baseline));
        assertTrue(out.toString().contains("1 finding"), out::toString);
        assertEquals(0, heddle("check", "baseline", "prune", good.toString(), "--baseline", baseline));
        assertTrue(out.toString().contains("accepts 0 findings (0 added, 1 removed)"), out::toString);
    }

    @Test
    void twoReleasesAreCompared() {
        assertEquals(0, heddle("check", bad.toString(), "--against", good.toString()));
        assertTrue(out.toString().contains("Gone since"), out::toString);
        assertEquals(1, heddle("check", good.toString(), "--against", bad.toString()));
    }

    @Test
    void mistakesEndWithTwoAndTheNextStep() {
        for (String[] mistake : Stream.of(
                        "check",
                        "check absent.jar",
                        "check X --jdk 17",
                        "check X --jdk newest",
                        "check X --rule nonsense",
                        "check X --json - --sarif -",
                        "check X --against X --baseline f",
                        "check X --fail-on sometimes",
                        "explain nonsense")
                .map(line -> line.replace("X", bad.toString()).split(" ", -1))
                .toList()) {
            assertEquals(2, heddle(mistake), () -> String.join(" ", mistake) + "\n" + out);
            assertTrue(err.toString().contains("try: "), err::toString);
            assertFalse(err.toString().contains("\tat "), err::toString);
        }
    }

    @Test
    void explainListsRulesAndShowsPages() {
        assertEquals(0, heddle("explain"));
        Rule.all().forEach(rule -> assertTrue(out.toString().contains(rule.name()), rule::name));
        assertEquals(0, heddle("explain", RULE));
        assertTrue(out.toString().startsWith("# " + RULE), out::toString);
        assertTrue(out.toString().contains("## References"), out::toString);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private int heddle(String... args) {
        out = new StringWriter();
        err = new StringWriter();
        Heddle heddle = new Heddle();
        return heddle.run(
                heddle.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true)), args);
    }
}
