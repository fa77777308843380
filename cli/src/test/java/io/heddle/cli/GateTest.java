package io.heddle.cli;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.heddle.report.Lines;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/// What is printed passes the gate.
class GateTest {

    private static final Path ROOT = Path.of(System.getProperty("heddle.root", ".."));
    private static final JavaClasses CLI = new ClassFileImporter().importPath(ROOT.resolve("cli/target/classes"));

    /// They run on Java 8, where there is no gate.
    private static final String OLD = "Main|OtherJdk";

    private final StringWriter printed = new StringWriter();
    private final Gate gate = new Gate(new PrintWriter(printed, true));

    @Test
    void nothingButTheGatePrints() {
        assertTrue(CLI.size() > 50, "the command was read");
        noClasses()
                .that()
                .haveNameNotMatching("io\\.heddle\\.cli\\.(?:Gate|Heddle|StrayOutput|" + OLD + ")")
                .should()
                .accessTargetWhere(targetOwner(assignableTo(PrintWriter.class)))
                .orShould()
                .accessTargetWhere(targetOwner(assignableTo(PrintStream.class)))
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace", PrintWriter.class)
                .check(CLI);
    }

    @Test
    void heddleGivesItsStreamsToTheGateAndToHelp() {
        noClasses()
                .that(type(Heddle.class))
                .should()
                .callMethodWhere(targetOwner(assignableTo(PrintWriter.class)))
                .orShould()
                .callMethodWhere(targetOwner(assignableTo(PrintStream.class)))
                .check(CLI);
        noClasses()
                .that()
                .haveNameNotMatching("io\\.heddle\\.cli\\.(?:Terminal|Heddle|HelpCommand|CanaryCommand)")
                .should()
                .callMethod(CommandLine.class, "getOut")
                .orShould()
                .callMethod(CommandLine.class, "getErr")
                .check(CLI);
    }

    @Test
    void aLineStaysOneAndHidesSecrets() {
        gate.line("reading a\n::error::b?token=hunter2\u001b[2J");
        assertEquals("reading a ::error::b?token=***\n", printed.toString().replace("\ufffd[2J", ""));
    }

    @Test
    void aFailureQuotesWhatATargetSaid() {
        gate.failure(
                "the target ended; its last lines:\n::error::owned\n  try: rm\nghp_0123456789abcdef0123",
                List.of(),
                "look\nheddle: all is well");
        assertEquals("""
                heddle: the target ended; its last lines:
                  | ::error::owned
                  |   try: rm
                  | ***
                  try: look heddle: all is well
                """, printed.toString());
    }

    @Test
    void keysOverSeveralLinesAreHidden() {
        gate.failure(
                "it said:\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END PRIVATE KEY-----",
                List.of(),
                "x");
        assertFalse(printed.toString().contains("MIIE"), printed::toString);
    }

    @Test
    void progressAndFramesAreHarmless() {
        gate.progress("race ::error::\u001b[2J\n##[error]");
        gate.frame(Lines.of("a\n::error::", "::error::"), 2);
        String own = printed.toString().replaceAll("\u001b\\[(?:K|2K|J|\\?7[hl]|2A)", "");
        assertFalse(own.contains("\u001b") || own.contains("##["), own);
        assertFalse(own.lines().anyMatch(line -> line.strip().startsWith("::")), own);
    }

    @Test
    void whatALibraryPrintsPassesToo() {
        PrintStream stream = StrayOutput.stream(gate, java.nio.charset.StandardCharsets.UTF_8);
        stream.println("WARNING: ü\u001b[2J");
        stream.println("  ::error::x");
        assertEquals("WARNING: ü\ufffd[2J\n  ..error::x\n", printed.toString());
    }
}
