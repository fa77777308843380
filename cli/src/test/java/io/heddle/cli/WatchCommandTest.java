package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `heddle watch` of a recording, as a user runs it.
class WatchCommandTest {

    @TempDir
    private Path folder;

    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    @Test
    void optionsOfAProcessAreRefusedForARecording() throws Exception {
        String recording = recording();
        assertRefused(
                "--record needs a running process",
                recording,
                "--record",
                folder.resolve("b.jfr").toString());
        assertRefused("--probe, --until-stall need a running process", recording, "--until-stall", "--probe");
        assertRefused("--seconds needs a running process", "--compare", recording, recording, "--seconds", "5");
        assertFalse(Files.exists(folder.resolve("b.jfr")));
    }

    @Test
    void whatCannotBeToldIsNoAllClear() throws Exception {
        Path json = folder.resolve("watch.json");
        Path html = folder.resolve("watch.html");
        assertEquals(2, watch(recording(), "--json", json.toString(), "--html", html.toString()));
        assertTrue(out.toString().startsWith("unknown   nothing can be said of pins"), out::toString);
        assertTrue(err.toString().contains("heddle: whether requests wait is not known: nothing"), err::toString);
        JsonNode told = JsonMapper.builder().build().readTree(json.toFile());
        assertEquals("unknown", told.get("state").asText());
        assertTrue(Files.readString(html).contains("class=\"kind unknown\""));
    }

    @Test
    void whatGoesToStandardOutputIsAloneThere() throws Exception {
        String recording = recording();
        watch(recording, "--json", "-");
        assertEquals(
                "unknown",
                JsonMapper.builder()
                        .build()
                        .readTree(out.toString())
                        .get("state")
                        .asText());
        assertTrue(err.toString().contains("unknown   nothing can be said"), err::toString);
        watch(recording, "--html", "-");
        assertTrue(out.toString().startsWith("<!doctype html>"), out::toString);
        assertTrue(out.toString().stripTrailing().endsWith("</html>"), out::toString);
        assertFalse(Files.exists(Path.of("-")), "a file that is called -");
    }

    private void assertRefused(String sentence, String... words) {
        assertEquals(2, watch(words));
        assertTrue(err.toString().contains(sentence), err::toString);
        assertEquals("", out.toString());
    }

    private int watch(String... words) {
        out = new StringWriter();
        err = new StringWriter();
        String[] all = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("watch"), java.util.Arrays.stream(words))
                .toArray(String[]::new);
        Heddle heddle = new Heddle();
        return heddle.run(heddle.commandLine(all).setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), all);
    }

    /// Without any of the events that matter.
    private String recording() throws Exception {
        Path file = folder.resolve("bare.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ActiveSetting");
            recording.enable("jdk.JVMInformation");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        return file.toString();
    }
}
