package io.heddle.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The init script in a build of two modules. No machine needs a Gradle for the rest of the build, so that where none
/// is there this is skipped, also in CI.
@Tag("slow")
class GradleIT {

    private static final Path ROOT =
            Path.of(System.getProperty("heddle.root", "../..")).toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private record Build(int exitCode, String output) {}

    @BeforeEach
    void prepare() throws IOException {
        Path tool = Files.createDirectories(folder.resolve("tool"));
        Files.copy(ROOT.resolve("guard/gradle/heddle.init.gradle"), tool.resolve("heddle.init.gradle"));
        Files.copy(ROOT.resolve("cli/target/heddle.jar"), tool.resolve("heddle.jar"));
        write("settings.gradle", "include 'orders', 'shop'");
        write("orders/build.gradle", "apply plugin: 'java'");
        write("shop/build.gradle", "apply plugin: 'java'\ndependencies { compile project(':orders') }");
        write("orders/src/main/java/orders/Orders.java", """
                package orders;
                public class Orders {
                    public synchronized void place() throws InterruptedException { Thread.sleep(50); }
                }
                """);
        write("shop/src/main/java/shop/Shop.java", """
                package shop;
                public class Shop {
                    public void order() throws InterruptedException { new orders.Orders().place(); }
                }
                """);
        if (gradle("--version").exitCode() != 0) {
            System.out.println("SKIPPED: no Gradle 4 (apt-get install gradle)");
            Assumptions.abort("no Gradle");
        }
    }

    @Test
    void aPinFailsTheModuleThatHasItAndTheOneThatCallsIt() throws IOException {
        Build build = gradle("--continue", "heddleCheck");
        assertEquals(1, build.exitCode(), build::output);
        assertTrue(build.output().contains("orders.Orders.place (Orders.java:3)"), build::output);
        assertTrue(build.output().contains(":orders:heddleCheck FAILED"), build::output);
        assertTrue(build.output().contains(":shop:heddleCheck FAILED"), build::output);
    }

    @Test
    void optionsReachTheCheckAndASecondBuildHasNothingToDo() throws IOException {
        String[] arguments = {":shop:heddleCheck", "-PheddleOptions=--fail-on never", "--console=plain"};
        Build first = gradle(arguments);
        assertEquals(0, first.exitCode(), first::output);
        String sarif = Files.readString(folder.resolve("shop/build/tmp/heddleCheck/heddle.sarif"));
        assertTrue(sarif.contains("blocking-under-monitor"), sarif);
        Build second = gradle(arguments);
        assertTrue(second.output().contains(":shop:heddleCheck UP-TO-DATE"), second::output);
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /// Runs Gradle with the machine's own Java: that of this build is too new for the Gradle of Debian.
    private Build gradle(String... arguments) {
        List<String> command = new ArrayList<>(
                List.of("gradle", "--no-daemon", "--offline", "--init-script", "tool/heddle.init.gradle"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("GRADLE_USER_HOME", folder.resolve("home").toString());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Build(process.waitFor(), output);
        } catch (IOException notThere) {
            return new Build(-1, notThere.toString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
