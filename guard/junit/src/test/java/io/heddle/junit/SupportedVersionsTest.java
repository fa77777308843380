package io.heddle.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The guard in JVMs of its own: on JDK 21 and on this one, with the oldest JUnit and with the newest.
class SupportedVersionsTest {

    private static final Path THIS_JDK = Path.of(System.getProperty("java.home"));
    private static final String FOR_ALL = "-Dheddle.junit.enabled=true";

    @Test
    void monitorsPinOnJdk21WithTheOldestJUnit() throws IOException, InterruptedException {
        monitorsPin(run(jdk21(), oldest(), List.of(), Samples.Monitors.class));
    }

    @Test
    void monitorsPinOnJdk21WithTheNewestJUnit() throws IOException, InterruptedException {
        monitorsPin(run(jdk21(), newest(), List.of(), Samples.Monitors.class));
    }

    private static void monitorsPin(String output) {
        assertEquals(
                3, output.lines().filter(line -> line.startsWith("FAILED ")).count(), output);
        assertTrue(output.contains("held by a monitor: io.heddle.junit.Pins.inSynchronizedMethod(Pins.java:"), output);
        assertTrue(output.contains("held by a monitor, in io.heddle.junit.Samples$Monitors.lambda"), output);
        assertTrue(output.contains("use a java.util.concurrent lock"), output);
    }

    @Test
    void onThisJdkMonitorsDoNotPinAndTheGuardSaysSo() throws IOException, InterruptedException {
        String output = run(THIS_JDK, newest(), List.of(), Samples.Monitors.class);
        assertEquals(
                3, output.lines().filter(line -> line.startsWith("SUCCESSFUL ")).count(), output);
        assertTrue(output.contains("a monitor no longer pins"), output);
    }

    @Test
    void oneSettingGuardsAllTests() throws IOException, InterruptedException {
        String output = run(THIS_JDK, newest(), List.of(FOR_ALL), Samples.NotAnnotated.class);
        assertTrue(output.contains("FAILED pins(): NotAnnotated.pins() pinned a carrier"), output);
    }

    /// Whether JUnit does not know how to, or was told not to.
    @Test
    void whereJUnitDoesNotRunTheExtensionTheRunFails() throws IOException, InterruptedException {
        String output = run(jdk21(), oldest(), List.of(FOR_ALL), Samples.NotAnnotated.class);
        assertTrue(output.contains("SUCCESSFUL pins()"), output);
        assertTrue(
                output.contains("tests of this run that cannot fail by themselves:\nNotAnnotated.pins() pinned"),
                output);
        assertTrue(output.contains("exit code 1"), output);
        output = run(
                THIS_JDK,
                newest(),
                List.of(FOR_ALL, "-Djunit.jupiter.extensions.autodetection.exclude=io.heddle.*"),
                Samples.NotAnnotated.class);
        assertTrue(output.contains("SUCCESSFUL pins()"), output);
        assertTrue(
                output.contains("tests of this run that cannot fail by themselves:\nNotAnnotated.pins() pinned"),
                output);
        assertTrue(output.contains("exit code 1"), output);
    }

    @Test
    void whereTheOldestJUnitRunsTheExtensionTheTestFails() throws IOException, InterruptedException {
        String output = run(
                jdk21(),
                oldest(),
                List.of(FOR_ALL, "-Djunit.jupiter.extensions.autodetection.enabled=true"),
                Samples.NotAnnotated.class);
        assertTrue(output.contains("FAILED pins(): NotAnnotated.pins() pinned a carrier"), output);
        assertTrue(output.contains("exit code 0"), output);
    }

    /// The recorder keeps 64 frames unless it is told otherwise.
    @Test
    void aDeeperStackIsSeenWhereItIsAskedFor() throws IOException, InterruptedException {
        String output = run(jdk21(), newest(), List.of("-Dheddle.junit.stack-depth=2048"), Samples.Deep.class);
        assertTrue(output.contains("FAILED pinsBelowManyFrames()"), output);
        assertTrue(output.contains("SUCCESSFUL pinsElsewhere()"), output);
        assertFalse(output.contains("cut off"), output);
    }

    @Tag("slow")
    @Test
    void aRunThatEndsBlindFails() throws IOException, InterruptedException {
        String output = run(
                THIS_JDK,
                newest(),
                List.of(FOR_ALL, "-Dheddle.junit.within=org.opentest4j"),
                Samples.HoldsAllCarriers.class);
        assertTrue(output.contains("SUCCESSFUL holds()"), output);
        assertTrue(output.contains("at the end of the run no virtual thread got a carrier"), output);
        assertTrue(output.contains("exit code 1"), output);
    }

    /// Many write a package with all that is below it so.
    @Test
    void aPackageMayHaveAStarBehindIt() throws IOException, InterruptedException {
        String output = run(
                THIS_JDK, newest(), List.of(FOR_ALL, "-Dheddle.junit.within=io.heddle.*"), Samples.NotAnnotated.class);
        assertTrue(output.contains("FAILED pins(): NotAnnotated.pins() pinned a carrier"), output);
    }

    /// Where nothing could count, nothing may pass.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            heddle.junit.within=io.hedle                | no class of this JVM is in io.hedle, so that no pin counted
            heddle.junit.within=io/heddle               | heddle.junit.within has 'io/heddle', which is no package
            heddle.junit.enabled=yes                    | heddle.junit.enabled is 'yes'; set it to true or to false
            heddle.junit.over-millis=abc                | heddle.junit.over-millis is 'abc'; set it to milliseconds
            heddle.junit.over-millis=-5                 | heddle.junit.over-millis has -5 ms; set it to milliseconds
            """)
    void aSettingThatLeavesTheGuardBlindFailsTheRunInOneSentence(String setting, String said)
            throws IOException, InterruptedException {
        boolean enabled = setting.contains(".enabled=");
        String output = run(
                THIS_JDK,
                newest(),
                enabled ? List.of("-D" + setting) : List.of(FOR_ALL, "-D" + setting),
                Samples.NotAnnotated.class);
        assertTrue(output.contains("Heddle cannot guard against pinning: " + said), output);
        assertTrue(output.contains("exit code 1"), output);
    }

    @Test
    void aJvmWithoutCarriersFailsTheSelfTest() throws IOException, InterruptedException {
        String output = run(
                THIS_JDK,
                newest(),
                List.of("-XX:+UnlockExperimentalVMOptions", "-XX:-VMContinuations"),
                Samples.OneOfThree.class);
        assertTrue(output.contains("the JVM did not tell of a pin made on purpose"), output);
        assertTrue(output.contains("FAILED"), output);
    }

    @Test
    void aJvmWithoutTheRecorderFailsEachTest() throws IOException, InterruptedException {
        String output = run(
                THIS_JDK,
                newest(),
                List.of("--limit-modules", "java.base,java.logging,java.management"),
                Samples.OneOfThree.class);
        assertTrue(output.contains("run the tests with the modules jdk.jfr and java.management"), output);
        assertTrue(output.contains("FAILED"), output);
    }

    private static Path jdk21() {
        String home = System.getProperty("heddle.jdk21", "");
        assumeTrue(!home.isEmpty(), "no JDK 21: ./dev quick brings one");
        return Path.of(home);
    }

    private static String oldest() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String newest() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("target/newest"))) {
            return jars.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
    }

    private static String run(Path jdk, String junit, List<String> options, Class<?> tests)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(options);
        command.addAll(List.of(
                "-cp",
                String.join(File.pathSeparator, "target/classes", "target/test-classes", junit),
                RunMain.class.getName(),
                tests.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return output + "\nexit code " + process.waitFor();
    }
}
