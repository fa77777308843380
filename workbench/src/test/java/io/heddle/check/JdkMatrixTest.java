package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which JDK's classes judge which release, and what becomes of findings that hold on some.
class JdkMatrixTest {

    private static final RunTime ON_21 = new RunTime(21, Optional.empty(), List.of(21));
    private static final RunTime ON_25 = new RunTime(25, Optional.empty(), List.of(25));

    @TempDir
    private Path folder;

    @Test
    void whatHoldsOnBothIsOneFindingWithTheRulesOwnRange() {
        assertEquals(
                List.of(finding("both", Optional.empty(), Confidence.LIKELY)),
                merged(
                        List.of(finding("both", Optional.empty(), Confidence.LIKELY)),
                        List.of(finding("both", Optional.empty(), Confidence.LIKELY))));
    }

    @Test
    void whatTheNewerClassesDoNotHaveEndsBeforeThem() {
        Finding gone = merged(List.of(finding("gone", Optional.empty(), Confidence.CERTAIN)), List.of())
                .getFirst();
        assertTrue(gone.holdsOn(21));
        assertEquals(Optional.of(24), gone.until());
    }

    @Test
    void whatTheRuleEndsEarlierEndsThere() {
        Optional<Integer> jep491 = Optional.of(23);
        assertEquals(
                jep491,
                merged(
                                List.of(finding("pin", jep491, Confidence.CERTAIN)),
                                List.of(finding("pin", jep491, Confidence.CERTAIN)))
                        .getFirst()
                        .until());
    }

    @Test
    void whatOnlyTheNewerClassesHaveBeginsAfterTheOlder() {
        Finding added = merged(List.of(), List.of(finding("new", Optional.empty(), Confidence.LIKELY)))
                .getFirst();
        assertEquals(22, added.since());
        assertTrue(added.holdsOn(25));
    }

    /// As of a class initialiser: on 26 the same place does less harm, which the rule tells as another finding.
    @Test
    void whatTheRuleTellsOfOtherReleasesIsAFindingOfItsOwn() {
        JdkMatrix matrix = new JdkMatrix(List.of(25, 26));
        matrix.add(ON_25, List.of(finding("init", Optional.of(25), Confidence.CERTAIN)));
        matrix.add(
                new RunTime(26, Optional.empty(), List.of(26)),
                List.of(finding("init", Optional.empty(), Confidence.CERTAIN).within(26, Optional.empty())));
        assertEquals(
                List.of("21–25", "26–"),
                matrix.merged().stream()
                        .map(told -> told.since() + "–"
                                + told.until().map(String::valueOf).orElse(""))
                        .toList());
    }

    @Test
    void theSurestEvidenceIsTold() {
        assertEquals(
                Confidence.CERTAIN,
                merged(
                                List.of(finding("one", Optional.empty(), Confidence.POSSIBLE)),
                                List.of(finding("one", Optional.empty(), Confidence.CERTAIN)))
                        .getFirst()
                        .confidence());
    }

    @Test
    void twoFindingsOfARuleInOneMethodStayTwo() {
        List<Finding> two = List.of(
                finding("same", Optional.empty(), Confidence.LIKELY),
                finding("same", Optional.empty(), Confidence.LIKELY));
        assertEquals(2, merged(two, two).size());
    }

    @Test
    void aReleaseThatIsNotAtHandIsJudgedByTheNearestAndSaysSo() {
        Path home = Path.of(System.getProperty("java.home"));
        List<RunTime> runTimes = RunTime.of(new CheckOptions(
                List.of(),
                List.of(),
                Map.of(),
                List.of(25, 21, 22, 23, 24),
                Map.of(21, home, 25, home),
                false,
                Confidence.LIKELY,
                Set.of()));
        assertEquals(List.of(21, 25), runTimes.stream().map(RunTime::feature).toList());
        assertEquals(List.of(21, 22, 23), runTimes.getFirst().releases());
        assertTrue(
                runTimes.getFirst().note().orElseThrow().contains("JDK 22, JDK 23 are not installed"),
                runTimes.getFirst().note()::toString);
    }

    @Test
    @Tag("slow")
    void aReleaseIsJudgedByItsOwnJdksClasses() throws IOException {
        String jdk21 = System.getProperty("heddle.jdk21", "");
        assumeFalse(jdk21.isBlank(), "no JDK 21 is at hand");
        // The class came with JDK 25: on 21 there is nothing that could wait.
        byte[] code = ClassFile.of()
                .build(
                        ClassDesc.of("Asks"),
                        type -> type.withMethodBody(
                                "<clinit>",
                                MethodTypeDesc.of(ConstantDescs.CD_void),
                                ClassFile.ACC_STATIC,
                                body -> body.invokestatic(
                                                ClassDesc.of("java.lang.IO"),
                                                "readln",
                                                MethodTypeDesc.of(ConstantDescs.CD_String))
                                        .pop()
                                        .return_()));
        Path file = Files.write(folder.resolve("Asks.class"), code);
        CheckOptions options = new CheckOptions(
                List.of(file),
                List.of(),
                Map.of(),
                List.of(21, 25),
                Map.of(21, Path.of(jdk21)),
                false,
                Confidence.POSSIBLE,
                Set.of("blocking-class-initializer"));
        List<Finding> findings = Checker.run(options).findings();
        assertEquals(List.of("<clinit>"), findings.stream().map(Finding::method).toList());
        assertEquals(22, findings.getFirst().since());
        assertTrue(findings.getFirst().holdsOn(25));
    }

    private static List<Finding> merged(List<Finding> on21, List<Finding> on25) {
        JdkMatrix both = new JdkMatrix(List.of(21, 25));
        both.add(ON_21, on21);
        both.add(ON_25, on25);
        return both.merged();
    }

    private static Finding finding(String method, Optional<Integer> until, Confidence confidence) {
        return new Finding(
                "rule",
                21,
                until,
                Severity.STALL,
                confidence,
                "",
                Reach.UNKNOWN,
                "g:a:1",
                "Type",
                method,
                "()V",
                "Type.java",
                1,
                List.of(),
                "",
                "",
                Optional.empty());
    }
}
