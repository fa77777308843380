package io.heddle.fix.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.Compiled;
import io.heddle.fix.Fixer;
import io.heddle.model.Fix.Answer;
import io.heddle.model.Fix.Kind;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A Maven project, a driver that sleeps in a monitor, and later releases of it in a local repository.
class UpgraderTest {

    private static final String HARMFUL = """
            package driver;
            public class Driver {
                public synchronized void ask() throws InterruptedException { Thread.sleep(100); }
            }
            """;
    private static final String MENDED = HARMFUL.replace("synchronized ", "");
    private static final String POM = """
            <project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId><version>1</version>
              <dependencies>
                <!-- the driver -->
                <dependency><groupId>org.example</groupId><artifactId>driver</artifactId><version>1.0.0</version></dependency>
              </dependencies>
            </project>
            """;
    private static final String SHOP = """
            package shop;
            public class Shop {
                public static void main(String[] args) throws InterruptedException { new driver.Driver().ask(); }
            }
            """;
    private static final String LOCAL = "maven.repo.local";

    @TempDir
    private Path folder;

    private String before = "";

    @BeforeEach
    void useTheLocalRepository() {
        before = System.getProperty(LOCAL, "");
        System.setProperty(LOCAL, folder.resolve("repository").toString());
    }

    @AfterEach
    void useTheUsersAgain() {
        if (before.isEmpty()) {
            System.clearProperty(LOCAL);
        } else {
            System.setProperty(LOCAL, before);
        }
    }

    @Test
    void theSmallestStepThatMendsIsWrittenIntoThePom() throws IOException {
        Fixer.Fixed fixed = fixed(Map.of("1.0.1", HARMFUL, "1.2.0", MENDED, "2.0.0", MENDED), POM);
        Answer answer = fixed.fix().answers().getFirst();
        assertEquals(Kind.MENDED, answer.kind(), answer::why);
        assertEquals(
                List.of(POM.replace("1.0.0", "1.2.0")),
                List.copyOf(fixed.texts().values()));
        assertTrue(answer.why().contains("org.example:driver 1.0.0 → 1.2.0"), answer::why);
        assertTrue(fixed.fix().patch().contains("+    <dependency><groupId>org.example"), fixed.fix()::patch);
    }

    @Test
    void aReleaseThatDoesNotLinkIsNamed() throws IOException {
        Fixer.Fixed fixed = fixed(Map.of("2.0.0", MENDED.replace("ask()", "query()")), POM);
        Answer answer = fixed.fix().answers().getFirst();
        assertEquals(Refusal.DOES_NOT_LINK, answer.refusal().orElseThrow(), answer::why);
        assertTrue(answer.why().contains("shop.Shop needs driver.Driver.ask()V, which is gone"), answer::why);
        assertEquals(Map.of(), fixed.texts());
    }

    @Test
    void noReleaseMends() throws IOException {
        Answer answer = fixed(Map.of("1.0.1", HARMFUL), POM).fix().answers().getFirst();
        assertEquals(Refusal.NO_RELEASE_MENDS, answer.refusal().orElseThrow(), answer::why);
        assertTrue(answer.why().contains("1.0.1 has it too"), answer::why);
    }

    @Test
    void aVersionThatIsARangeIsRefused() throws IOException {
        Answer answer = fixed(Map.of("2.0.0", MENDED), POM.replace("1.0.0", "[1.0,1.1)"))
                .fix()
                .answers()
                .getFirst();
        assertEquals(Refusal.VERSION_NOT_LITERAL, answer.refusal().orElseThrow(), answer::why);
    }

    @Test
    void whatWasFoundBeforeTheUserStopsIsOffered() throws IOException {
        List<String> said = new ArrayList<>();
        Fixer.Fixed fixed = fixed(
                Map.of("1.0.1", MENDED, "2.0.0", MENDED),
                POM,
                new UpgradeSearch(Duration.ofHours(1), () -> said.stream().anyMatch(line -> line.contains("1.0.1"))),
                said::add);
        assertEquals(Kind.MENDED, fixed.fix().answers().getFirst().kind());
        assertTrue(
                fixed.fix().notes().stream().anyMatch(note -> note.contains("was stopped")),
                fixed.fix().notes()::toString);
    }

    @Test
    void aSearchWithoutTimeOffersNothingAndRefusesNothing() throws IOException {
        Fixer.Fixed fixed = fixed(Map.of("2.0.0", MENDED), POM, new UpgradeSearch(Duration.ZERO, () -> false), _ -> {});
        Answer answer = fixed.fix().answers().getFirst();
        assertEquals(Kind.REFUSED, answer.kind(), answer::why);
        assertEquals(Refusal.SOURCE_MISSING, answer.refusal().orElseThrow(), answer::why);
        assertEquals(Map.of(), fixed.texts());
        assertTrue(
                fixed.fix().notes().toString().contains("1 of 1 libraries with findings were not looked at"),
                fixed.fix().notes()::toString);
    }

    private Fixer.Fixed fixed(Map<String, String> later, String pom) throws IOException {
        return fixed(later, pom, new UpgradeSearch(Duration.ofHours(1), () -> false), _ -> {});
    }

    private Fixer.Fixed fixed(Map<String, String> later, String pom, UpgradeSearch search, Consumer<String> say)
            throws IOException {
        Path project = Files.createTempDirectory(folder, "project");
        Path repository = folder.resolve("repository");
        LocalLibrary driver = new LocalLibrary(repository);
        Path first = driver.install("1.0.0", HARMFUL);
        for (Map.Entry<String, String> release : new TreeMap<>(later).entrySet()) {
            driver.install(release.getKey(), release.getValue());
        }
        Files.writeString(project.resolve("pom.xml"), pom);
        Compiled.all(Files.createDirectories(project.resolve("target/classes")), Map.of("Shop", SHOP), List.of(first));
        return Upgraded.of(project, Map.of(), true, search, say);
    }
}
