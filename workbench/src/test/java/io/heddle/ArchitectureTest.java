package io.heddle;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The walls between the parts: packages follow the flow and know no more than they must.
class ArchitectureTest {

    private static final Path ROOT = Path.of(System.getProperty("heddle.root", ".."));
    private static final JavaClasses WORKBENCH =
            new ClassFileImporter().importPath(ROOT.resolve("workbench/target/classes"));

    private static final Pattern OF_UNIX = Pattern.compile("/(?:proc|bin|dev|etc|sys|usr)(?:/|$)");

    @Test
    void theWorkbenchWasRead() {
        assertFalse(WORKBENCH.isEmpty());
    }

    @Test
    void modelKnowsNobody() {
        classes()
                .that()
                .resideInAPackage("io.heddle.model..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.heddle.model..", "java..", "org.jspecify..")
                .check(WORKBENCH);
    }

    @Test
    void raceKnowsTheModelAndNoOtherStep() {
        heddlesPartKnows("io.heddle.race..", "io.heddle.race..", "io.heddle.net..", "io.heddle.model..");
    }

    @Test
    void whatARaceIsMadeOfDoesNotKnowTheRace() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.heddle.race.plan..",
                        "io.heddle.race.arm..",
                        "io.heddle.race.trial..",
                        "io.heddle.race.bound..",
                        "io.heddle.race.verdict..",
                        "io.heddle.race.bystander..",
                        "io.heddle.race.load..",
                        "io.heddle.race.target..",
                        "io.heddle.race.stats..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.heddle.race")
                .check(WORKBENCH);
    }

    @Test
    void theLoadDoesNotKnowTheTarget() {
        noClasses()
                .that()
                .resideInAPackage("io.heddle.race.load..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.heddle.race.target..")
                .check(WORKBENCH);
    }

    @Test
    void filesOfRequestsKnowTheLoadAlone() {
        heddlesPartKnows(
                "io.heddle.race.requests..", "io.heddle.race.requests..", "io.heddle.race.load..", "io.heddle.model..");
    }

    @Test
    void statisticsKnowTheModelAtMost() {
        heddlesPartKnows("io.heddle.race.stats..", "io.heddle.race.stats..", "io.heddle.model..");
    }

    @Test
    void checkKnowsTheModelAndNoOtherStep() {
        heddlesPartKnows(
                "io.heddle.check..",
                "io.heddle.check..",
                "io.heddle.analysis..",
                "io.heddle.maven..",
                "io.heddle.jdk..",
                "io.heddle.attach..",
                "io.heddle.model..");
    }

    @Test
    void attachingKnowsTheModelAlone() {
        heddlesPartKnows("io.heddle.attach..", "io.heddle.attach..", "io.heddle.model..");
    }

    @Test
    void eachPartOfACheckKnowsTheOnesBelowIt() {
        heddlesPartKnows("io.heddle.check.read..", "io.heddle.check.read..", "io.heddle.jdk..", "io.heddle.model..");
        heddlesPartKnows(
                "io.heddle.check.input..", "io.heddle.check.input..", "io.heddle.maven..", "io.heddle.model..");
        heddlesPartKnows(
                "io.heddle.check.process..",
                "io.heddle.check.process..",
                "io.heddle.check.input..",
                "io.heddle.check.read..",
                "io.heddle.attach..",
                "io.heddle.model..");
        heddlesPartKnows("io.heddle.check.cache..", "io.heddle.check.cache..", "io.heddle.model..");
        heddlesPartKnows(
                "io.heddle.check.rule..",
                "io.heddle.check.rule..",
                "io.heddle.analysis..",
                "io.heddle.check.read..",
                "io.heddle.model..");
    }

    @Test
    void theReaderOfAJdkKnowsNobody() {
        heddlesPartKnows("io.heddle.jdk..", "io.heddle.jdk..");
    }

    @Test
    void theAnalysisKnowsClassFilesAndTheModel() {
        heddlesPartKnows("io.heddle.analysis..", "io.heddle.analysis..", "io.heddle.check.read..", "io.heddle.model..");
    }

    @Test
    void reportKnowsTheModelOnly() {
        heddlesPartKnows("io.heddle.report..", "io.heddle.report..", "io.heddle.model..");
    }

    @Test
    void jarsByCoordinatesKnowTheModelAtMost() {
        heddlesPartKnows("io.heddle.maven..", "io.heddle.maven..", "io.heddle.model..");
    }

    @Test
    void watchKnowsTheModelAndNoOtherStep() {
        heddlesPartKnows(
                "io.heddle.watch..",
                "io.heddle.watch..",
                "io.heddle.waits..",
                "io.heddle.attach..",
                "io.heddle.jdk..",
                "io.heddle.model..");
    }

    @Test
    void theAccountOfTimeKnowsTheModelAlone() {
        heddlesPartKnows("io.heddle.waits..", "io.heddle.waits..", "io.heddle.model..");
    }

    @Test
    void canaryKnowsTheModelAndNoOtherStep() {
        heddlesPartKnows(
                "io.heddle.canary..",
                "io.heddle.canary..",
                "io.heddle.metrics..",
                "io.heddle.net..",
                "io.heddle.model..");
    }

    @Test
    void predictKnowsTheModelAndNoOtherStep() {
        heddlesPartKnows(
                "io.heddle.predict..",
                "io.heddle.predict..",
                "io.heddle.waits..",
                "io.heddle.metrics..",
                "io.heddle.net..",
                "io.heddle.model..");
        heddlesPartKnows("io.heddle.metrics..", "io.heddle.metrics..", "io.heddle.net..", "io.heddle.model..");
    }

    @Test
    void fixKnowsCheckAndWhatIsBelowIt() {
        heddlesPartKnows(
                "io.heddle.fix..",
                "io.heddle.fix..",
                "io.heddle.check..",
                "io.heddle.analysis..",
                "io.heddle.maven..",
                "io.heddle.model..");
    }

    @Test
    void eachPartOfAFixKnowsTheOnesBelowIt() {
        heddlesPartKnows("io.heddle.fix.source..", "io.heddle.fix.source..", "io.heddle.model..");
        heddlesPartKnows(
                "io.heddle.fix.lock..",
                "io.heddle.fix.lock..",
                "io.heddle.fix.source..",
                "io.heddle.analysis..",
                "io.heddle.check.read..",
                "io.heddle.model..");
        heddlesPartKnows(
                "io.heddle.fix.build..", "io.heddle.fix.build..", "io.heddle.fix.source..", "io.heddle.model..");
        heddlesPartKnows(
                "io.heddle.fix.edit..",
                "io.heddle.fix.edit..",
                "io.heddle.fix.lock..",
                "io.heddle.fix.source..",
                "io.heddle.analysis..",
                "io.heddle.model..");
    }

    @Test
    void eachPartOfACanaryKnowsTheOnesBelowIt() {
        heddlesPartKnows("io.heddle.canary.stats..", "io.heddle.canary.stats..");
        heddlesPartKnows(
                "io.heddle.canary.source..",
                "io.heddle.canary.source..",
                "io.heddle.canary.stats..",
                "io.heddle.metrics..",
                "io.heddle.net..",
                "io.heddle.model..");
        heddlesPartKnows(
                "io.heddle.canary.why..",
                "io.heddle.canary.why..",
                "io.heddle.canary.source..",
                "io.heddle.metrics..",
                "io.heddle.net..",
                "io.heddle.model..");
    }

    @Test
    void oneClientTalksToServers() {
        heddlesPartKnows("io.heddle.net..", "io.heddle.net..");
        noClasses()
                .that()
                .resideOutsideOfPackage("io.heddle.net..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net.http..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(URLConnection.class)
                .check(WORKBENCH);
    }

    @Test
    void whatAWatchReadsDoesNotKnowTheDiagnosis() {
        noClasses()
                .that()
                .resideInAnyPackage("io.heddle.watch.signal..", "io.heddle.watch.code..", "io.heddle.watch.read..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.heddle.watch", "io.heddle.watch.live..", "io.heddle.watch.dump..")
                .check(WORKBENCH);
    }

    @Test
    void whatAnEventMeansDoesNotDependOnWhoReadsIt() {
        noClasses()
                .that()
                .resideInAPackage("io.heddle.watch.signal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.heddle.watch.read..")
                .check(WORKBENCH);
    }

    @Test
    void theProbeKnowsTheJdkAlone() {
        classes()
                .that()
                .resideInAPackage("io.heddle.agent.probe..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.heddle.agent.probe..", "java..", "javax.management..", "org.jspecify..")
                .check(agent());
    }

    @Test
    void theWorkbenchNeitherPrintsNorExits() {
        // A class named …Main is a process of its own.
        noClasses()
                .that()
                .haveSimpleNameNotEndingWith("Main")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(WORKBENCH);
    }

    @Test
    void packagesStandInNoCircle() {
        slices().matching("io.heddle.(**)").should().beFreeOfCycles().check(WORKBENCH);
    }

    @Test
    void packagesAreAtMostTwoDeep() {
        classes()
                .that()
                .resideInAPackage("io.heddle.*.*.*..")
                .should()
                .beInterfaces()
                .allowEmptyShould(true)
                .as("no package is more than two deep below io.heddle")
                .check(WORKBENCH);
        assertEquals(
                List.of(),
                WORKBENCH.stream()
                        .map(type -> type.getPackageName())
                        .distinct()
                        .filter(name -> name.split("\\.").length > 4)
                        .toList());
    }

    @Test
    void theAgentKnowsTheJdkAndItsOwnAsm() {
        JavaClasses agent = agent();
        classes()
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "io.heddle.agent..",
                        "java..",
                        "javax.management..",
                        "jdk..",
                        "sun.misc..",
                        "org.objectweb.asm..",
                        "org.jspecify..")))
                .check(agent);
    }

    @Test
    void theAgentsRuntimeKnowsTheJdkAlone() {
        // It is woven into the target's classes, where ASM is not to be seen.
        classes()
                .that()
                .resideInAPackage("io.heddle.agent.runtime..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("io.heddle.agent.runtime..", "java..", "jdk..", "org.jspecify..")
                .check(agent());
    }

    private static JavaClasses agent() {
        Path folder = ROOT.resolve("agent/target/classes");
        assumeTrue(Files.isDirectory(folder), "the agent is not compiled yet: ./dev quick compiles it");
        return new ClassFileImporter().importPath(folder);
    }

    /// Of Heddle's own classes, those in `part` may depend on those in `known` alone.
    private static void heddlesPartKnows(String part, String... known) {
        noClasses()
                .that()
                .resideInAPackage(part)
                .should()
                .dependOnClassesThat(are(resideInAPackage("io.heddle..")).and(not(resideInAnyPackage(known))))
                .check(WORKBENCH);
    }

    /// `check`, `fix`, `explain` and `watch FILE` run on Windows: a path of Unix stands only where a process is
    /// started, attached to or put under load.
    @Test
    void pathsOfUnixStandWhereProcessesAre() throws IOException {
        List<String> places =
                List.of("io/heddle/race/target/", "io/heddle/race/load/", "io/heddle/attach/", "io/heddle/watch/live/");
        Path classes = ROOT.resolve("workbench/target/classes");
        List<String> found = new ArrayList<>();
        List<String> allowed = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(classes)) {
            for (Path file :
                    walk.filter(each -> each.toString().endsWith(".class")).toList()) {
                String name = classes.relativize(file).toString().replace('\\', '/');
                boolean may = places.stream().anyMatch(name::startsWith);
                for (PoolEntry constant : ClassFile.of().parse(file).constantPool()) {
                    if (constant instanceof StringEntry string
                            && OF_UNIX.matcher(string.stringValue()).lookingAt()) {
                        (may ? allowed : found).add(name + ": " + string.stringValue());
                    }
                }
            }
        }
        assertEquals(List.of(), found);
        assertFalse(allowed.isEmpty(), "the search finds what is there");
    }
}
