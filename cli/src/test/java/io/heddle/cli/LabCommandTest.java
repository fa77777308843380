package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// What `heddle lab` says without running anything.
class LabCommandTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void withoutANameItListsTheExperiments() {
        assertEquals(0, heddle("lab"));
        assertTrue(out.toString().contains("  threads "), out::toString);
        assertTrue(out.toString().contains("  pinning-map "), out::toString);
    }

    @Test
    void anUnknownExperimentNamesThoseThereAre() {
        assertEquals(2, heddle("lab", "thread"));
        assertTrue(err.toString().contains("there is no experiment 'thread'"), err::toString);
        assertTrue(err.toString().contains("threads"), err::toString);
    }

    @Test
    void quickAndFullExcludeEachOther() {
        assertEquals(2, heddle("lab", "threads", "--quick", "--full"));
        assertTrue(err.toString().contains("exclude each other"), err::toString);
    }

    @Test
    void mistakesAreSaidBeforeAnythingRuns() {
        assertEquals(2, heddle("lab", "semaphore", "--jdk", "2l"));
        assertTrue(err.toString().contains("none of these JDKs is installed"), err::toString);
        assertEquals(2, heddle("lab", "semaphore", "--jdk", "99999999999"));
        assertEquals(2, heddle("lab", "semaphore", "--quick", "--html", "no/such/folder/lab.html"));
        assertTrue(err.toString().contains("there is no folder"), err::toString);
        assertEquals(2, heddle("lab", "semaphore", "--quick", "--row", "semafore"));
        assertTrue(err.toString().contains("    semaphore"), err::toString);
    }

    @Test
    void aResultThatIsNotThereIsNamed() {
        assertEquals(2, heddle("lab", "diff", "no-such-a.json", "no-such-b.json"));
        assertTrue(err.toString().contains("cannot read no-such-a.json"), err::toString);
    }

    private int heddle(String... args) {
        Heddle heddle = new Heddle();
        CommandLine line = heddle.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return heddle.run(line, args);
    }
}
