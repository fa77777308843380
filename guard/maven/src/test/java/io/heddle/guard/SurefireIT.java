package io.heddle.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Surefire runs a project whose tests all pin, each in a way that a guard could miss.
@Tag("slow")
class SurefireIT {

    private static final Path ROOT =
            Path.of(System.getProperty("heddle.root", "../..")).toAbsolutePath().normalize();
    private static final Path THIS_JDK = Path.of(System.getProperty("java.home"));
    private static final Path REPOSITORY = Path.of("target/repository-surefire").toAbsolutePath();
    private static final String PINNED = " pinned a carrier: 1 pin, ";
    private static final List<String> PINS = List.of(
            "DeepTest.pinsBelowEightyFrames()" + PINNED,
            "DeepTest.pinsBelowTwoHundredFrames()" + PINNED,
            "OldTest.pinsInJUnit4" + PINNED,
            "OnceTest.pinsOnceInAJvm()" + PINNED,
            "RecordingsTest.pinsWhileAStreamIsOpen()" + PINNED,
            "RecordingsTest.pinsBeforeARecordingOfItsOwn()" + PINNED,
            "was ended or changed, or lost events, during RecordingsTest.endsAllRecordingsAfterItPinned()",
            "RecordingsTest.pinsAfterAllRecordingsWereEnded()" + PINNED);

    @TempDir
    private static Path project;

    @BeforeAll
    static void prepare() throws IOException {
        LocalRepository.remove(REPOSITORY);
        LocalRepository.make(
                REPOSITORY,
                Path.of(System.getProperty("heddle.maven.repository")),
                ROOT,
                System.getProperty("heddle.version"));
        LocalRepository.copy(Path.of("src/test/projects/pinned"), project);
    }

    @Test
    void eachTestFailsOnJdk21() throws IOException, InterruptedException {
        assertTells(PINS, test(jdk21()));
    }

    @Test
    void eachTestFailsOnThisJdkWithTheNewestJUnit() throws IOException, InterruptedException {
        assertTells(PINS, test(THIS_JDK, "-Djupiter.version=" + System.getProperty("heddle.junit.newest")));
    }

    /// The oldest JUnit does not run the extension without a setting of its own.
    @Test
    void aRunWithoutTheExtensionFailsTooWithTheOldestJUnit() throws IOException, InterruptedException {
        String output = test(
                jdk21(),
                "-Djupiter.version=" + System.getProperty("heddle.junit.oldest"),
                "-Dpinned.surefire=3.2.5",
                "-Dtest=OnceTest,DeepTest");
        assertTells(
                PINS.stream().filter(pin -> pin.matches("(Once|Deep)Test.*")).toList(), output);
        assertTrue(output.contains("tests of this run that cannot fail by themselves"), output);
    }

    @Test
    void aTestThatIsRunAgainFailsAgain() throws IOException, InterruptedException {
        String output = test(jdk21(), "-Dtest=OnceTest", "-Dreruns=1");
        assertTells(Stream.of(PINS.get(3), "to run it again does not mend it").toList(), output);
    }

    private static void assertTells(List<String> pins, String output) {
        assertEquals(
                List.of(), pins.stream().filter(pin -> !output.contains(pin)).toList(), output);
        assertTrue(output.contains("BUILD FAILURE"), output);
    }

    private static Path jdk21() {
        String home = System.getProperty("heddle.jdk21", "");
        assumeTrue(!home.isEmpty(), "no JDK 21: ./dev quick brings one");
        return Path.of(home);
    }

    private static String test(Path jdk, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("heddle.maven") + "/bin/mvn",
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + REPOSITORY,
                "-Dheddle.version=" + System.getProperty("heddle.version"),
                "-Djvm=" + jdk.resolve("bin/java"),
                "-Dreruns=0"));
        command.addAll(Arrays.asList(arguments));
        command.add("test");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", THIS_JDK.toString());
        builder.environment().put("MAVEN_OPTS", "");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
