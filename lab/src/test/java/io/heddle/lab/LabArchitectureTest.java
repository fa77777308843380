package io.heddle.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// The walls of the lab: experiments know the frame and not each other; the bench knows no experiment; the lab knows
/// of the workbench what makes load, finds JDKs and fetches jars.
class LabArchitectureTest {

    private static final JavaClasses LAB =
            new ClassFileImporter().importPath(Path.of(System.getProperty("heddle.root", ".."), "lab/target/classes"));

    @Test
    void experimentsDoNotKnowEachOther() {
        slices().matching("io.heddle.lab.(*)..")
                .namingSlices("$1")
                .should()
                .notDependOnEachOther()
                .ignoreDependency(
                        DescribedPredicate.alwaysTrue(), JavaClass.Predicates.resideInAPackage("io.heddle.lab.bench"))
                .check(LAB);
    }

    @Test
    void theLabKnowsOfTheWorkbenchWhatItNeeds() {
        noClasses()
                .that()
                .resideInAPackage("io.heddle.lab..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.heddle.race", "io.heddle.check..", "io.heddle.watch..", "io.heddle.cli..")
                .check(LAB);
    }

    @Test
    void theBenchKnowsNobodyElseOfTheLab() {
        noClasses()
                .that()
                .resideInAPackage("io.heddle.lab.bench..")
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.heddle.lab..")
                        .and(DescribedPredicate.not(JavaClass.Predicates.resideInAPackage("io.heddle.lab.bench.."))))
                .check(LAB);
    }

    @Test
    void theLabNeitherPrintsNorExits() {
        noClasses()
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(LAB);
    }

    @Test
    void onlyReportsKnowTheReport() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.heddle.lab.page")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.heddle.report..")
                .check(LAB);
    }
}
