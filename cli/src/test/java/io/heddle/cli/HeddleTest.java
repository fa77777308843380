package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Exit codes and sentences, with a command that fails in every way there is.
class HeddleTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void anUnknownCommandIsAMistakeWithTheNextStep() {
        assertEquals(2, heddle("rce"));
        assertTrue(err.toString().contains("'rce'"), err::toString);
        assertTrue(err.toString().contains("try: heddle help"), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    @Test
    void anUnknownOptionNamesTheCommandWhoseHelpToRead() {
        assertEquals(2, heddle("race", "--no-such-option"));
        assertTrue(err.toString().contains("try: heddle help race"), err::toString);
    }

    @Test
    void anOverloadThatIsNoneIsRefused() {
        for (String factor : List.of("much", "1x", "0.5x", "100x")) {
            assertEquals(2, heddle("race", "app.jar", "--overload", factor));
            assertTrue(err.toString().contains("--overload takes factors"), err::toString);
            assertTrue(err.toString().contains("such as --overload 1.5x,3x"), err::toString);
            err.getBuffer().setLength(0);
        }
        assertEquals(2, heddle("race", "app.jar", "--limit", "0"));
        assertTrue(err.toString().contains("--limit takes 1 or more"), err::toString);
        assertEquals(2, heddle("race", "app.jar", "--overload", "none", "--limit", "5"));
        assertTrue(err.toString().contains("leave --overload none out"), err::toString);
    }

    @Test
    void nobodyElsesServiceIsOverloaded() {
        assertEquals(
                2,
                heddle(
                        "race",
                        "--platform-url",
                        "http://127.0.0.1:1",
                        "--virtual-url",
                        "http://192.0.2.7:80",
                        "--i-own-this-target",
                        "192.0.2.7",
                        "--overload",
                        "2x"));
        assertTrue(err.toString().contains("--overload goes to loopback only, and 192.0.2.7 is not"), err::toString);
        assertEquals(
                2,
                heddle(
                        "race",
                        "--platform-url",
                        "http://127.0.0.1:1",
                        "--virtual-url",
                        "http://127.0.0.1:2",
                        "--limit",
                        "10"));
        assertTrue(err.toString().contains("--limit needs Heddle's agent in the service"), err::toString);
    }

    /// picocli repeats the value that it cannot read, and so do sentences.
    @Test
    void aSecretInAWrongValueIsNotRepeated() {
        assertEquals(2, heddle("race", "--platform-url", "http://me:hunter2@ho st", "--virtual-url", "http://a"));
        assertTrue(err.toString().contains("--platform-url"), err::toString);
        assertEquals(2, heddle("race", "--platform-url", "http://me:hunter2@my_host", "--virtual-url", "http://a"));
        assertFalse(err.toString().contains("hunter2"), err::toString);
    }

    @Test
    void helpAndVersionGoToStdout() {
        assertEquals(0, heddle("help", "race"));
        assertTrue(out.toString().startsWith("Usage: heddle race"), out::toString);
        assertEquals(0, heddle("--version"));
        assertTrue(out.toString().contains("heddle " + Heddle.version()), out::toString);
        assertEquals("", err.toString());
    }

    @Test
    void aFailureIsItsSentenceAndItsNextStep() {
        assertEquals(2, heddle("fail", "failure"));
        assertEquals("heddle: the port is taken%n  try: another port%n".formatted(), err.toString());
    }

    @Test
    void verboseShowsWhereAFailureComesFrom() {
        assertEquals(2, heddle("fail", "failure", "--verbose"));
        assertTrue(err.toString().contains("  |  at io.heddle"), err::toString);
    }

    @Test
    void whatNobodyForesawEndsWithTwoAndWithoutStackTrace() {
        assertEquals(2, heddle("fail", "defect"));
        assertTrue(err.toString().contains("--verbose"), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    @Test
    void anErrorOfTheJvmEndsWithTwo() {
        assertEquals(2, heddle("fail", "error"));
    }

    @Test
    void aCommandsOwnExitCodeIsKept() {
        assertEquals(1, heddle("fail", "harm"));
    }

    @Test
    void theFeatureReleaseIsReadFromOldAndNewVersions() {
        assertEquals(8, Main.feature("1.8"));
        assertEquals(25, Main.feature("25"));
        assertEquals(0, Main.feature(""));
    }

    private int heddle(String... args) {
        Heddle heddle = new Heddle();
        CommandLine line = heddle.commandLine().addSubcommand("fail", new Failing());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return heddle.run(line, args);
    }

    @Command
    static final class Failing implements java.util.concurrent.Callable<Integer> {

        @Parameters
        private String how = "";

        @Override
        public Integer call() {
            return switch (how) {
                case "failure" -> throw new Failure("the port is taken", "another port");
                case "defect" -> throw new IllegalStateException("nobody foresaw this");
                case "error" -> throw new StackOverflowError();
                default -> 1;
            };
        }
    }
}
