package io.heddle.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// Builds `demo/guarded` as its developers do: as it is, with a commit that adds a pin, and with an older driver. The
/// tests run in order, since each step builds on the classes that the one before compiled.
@Tag("slow")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class GuardedIT {

    private static final Path ROOT =
            Path.of(System.getProperty("heddle.root", "../..")).toAbsolutePath().normalize();
    private static final Path THIS_JDK = Path.of(System.getProperty("java.home"));
    private static final String CHECK = "io.heddle:heddle-maven-plugin:" + System.getProperty("heddle.version");

    private static final Path REPOSITORY = Path.of("target/repository").toAbsolutePath();

    @TempDir
    private static Path demo;

    private record Build(int exitCode, String output) {

        Build passes() {
            assertEquals(0, exitCode, output);
            return this;
        }

        Build fails() {
            assertEquals(1, exitCode, output);
            return this;
        }

        Build says(String text) {
            assertTrue(output.contains(text), () -> "no \"" + text + "\" in\n" + output);
            return this;
        }
    }

    @BeforeAll
    static void prepare() throws IOException {
        LocalRepository.remove(REPOSITORY);
        LocalRepository.make(
                REPOSITORY,
                Path.of(System.getProperty("heddle.maven.repository")),
                ROOT,
                System.getProperty("heddle.version"));
        LocalRepository.copy(ROOT.resolve("demo/guarded"), demo);
    }

    private static Path jdk21() {
        String home = System.getProperty("heddle.jdk21", "");
        assumeTrue(!home.isEmpty(), "no JDK 21: ./dev quick brings one");
        return Path.of(home);
    }

    private static Build maven(String home, Path jdk, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty(home) + "/bin/mvn",
                "-B",
                "-ntp",
                "-Dmaven.repo.local=" + REPOSITORY,
                "-Dheddle.jdk=21"));
        command.addAll(Arrays.asList(arguments));
        return run(command, Map.of("JAVA_HOME", jdk.toString(), "MAVEN_OPTS", ""));
    }

    private static Build run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(demo.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return new Build(process.waitFor(), output);
    }

    private static void patch(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "apply"));
        command.addAll(Arrays.asList(arguments));
        run(command, Map.of()).passes();
    }

    @Test
    @Order(1)
    void theSamplePassesOnceItsLibrariesAreAccepted() throws IOException, InterruptedException {
        maven(
                        "heddle.maven",
                        THIS_JDK,
                        "compile",
                        CHECK + ":baseline-create",
                        "verify",
                        "-Djvm=" + jdk21().resolve("bin/java"))
                .passes()
                .says("Heddle: nothing new at stall or worse");
        assertTrue(Files.exists(demo.resolve("shop/target/heddle/heddle.sarif")));
        assertTrue(Files.exists(demo.resolve("shop/target/heddle/heddle.html")));
    }

    @Test
    @Order(2)
    void aPinFailsTheTestAndThePlugin() throws IOException, InterruptedException {
        patch("pin.patch");
        maven(
                        "heddle.maven",
                        THIS_JDK,
                        "verify",
                        "-pl",
                        "orders",
                        "-Djvm=" + jdk21().resolve("bin/java"),
                        "-Dmaven.test.failure.ignore=true")
                .fails()
                .says("OrdersTest.placesAnOrder() pinned a carrier: 1 pin, ")
                .says("held by a monitor: com.example.orders.Orders.place(Orders.java:")
                .says("[ERROR] orders/src/main/java/com/example/orders/Orders.java:")
                .says(": stall: blocking-under-monitor");
        assertTrue(Files.readString(demo.resolve("orders/target/heddle/heddle.sarif"))
                .contains("orders/src/main/java/com/example/orders/Orders.java"));
    }

    @Test
    @Order(4)
    void theOldestMavenOnAnOlderJdkNeedsAJdkToRunTheCheck() throws IOException, InterruptedException {
        maven("heddle.maven.oldest", jdk21(), CHECK + ":check", "-pl", "orders")
                .fails()
                .says("Heddle needs Java 25 and this build runs on 21; add a JDK 25 to toolchains.xml");
        maven("heddle.maven.oldest", jdk21(), CHECK + ":check", "-pl", "orders", "-Dheddle.jdkHome=" + THIS_JDK)
                .fails()
                .says(": stall: blocking-under-monitor");
    }

    @Test
    @Order(5)
    void theNewestMavenDoesTheSame() throws IOException, InterruptedException {
        maven("heddle.maven.newest", THIS_JDK, CHECK + ":check", "-pl", "orders")
                .fails()
                .says(": stall: blocking-under-monitor");
    }

    @Test
    @Order(6)
    void fixWritesAPatch() throws IOException, InterruptedException {
        maven("heddle.maven", THIS_JDK, CHECK + ":fix", "-pl", "orders").passes();
        assertTrue(Files.readString(demo.resolve("orders/target/heddle/heddle.patch"))
                .contains("ReentrantLock"));
    }

    @Test
    @Order(7)
    void theBaselineAcceptsThePin() throws IOException, InterruptedException {
        maven("heddle.maven", THIS_JDK, CHECK + ":baseline-create", CHECK + ":check", "-pl", "orders")
                .passes()
                .says("nothing new");
        assertTrue(Files.exists(demo.resolve("orders/heddle-baseline.txt")));
    }

    @Test
    @Order(8)
    void anOlderDriverFailsAtTheLineThatBringsIt() throws IOException, InterruptedException {
        patch("driver.patch");
        Build build = maven("heddle.maven", THIS_JDK, CHECK + ":check").fails();
        build.says("shop/pom.xml:22: stall: ").says("org.postgresql:postgresql:42.5.4");
        assertFalse(build.output().contains("orders/src/main"), build.output());
    }
}
