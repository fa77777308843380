package io.heddle.fix.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.Compiled;
import io.heddle.fix.FixOptions;
import io.heddle.fix.Fixer;
import io.heddle.fix.lock.World;
import io.heddle.model.Check;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Fix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Settings of a built project with Spring Boot, edited and checked again.
class SettingMenderTest {

    private static final String LIMIT = "spring.task.execution.simple.concurrency-limit";
    private static final String SWITCH = "spring.threads.virtual.enabled";
    private static final String POOLS = """
            # threads
            server.tomcat.threads.max=20
            spring.task.execution.pool.core-size=16
            server.port=80
            """;

    @TempDir
    private Path folder;

    @Test
    void twoPoolsInOneFileAreTwoEdits() throws IOException {
        Fixer.Fixed fixed = fixed("application.properties", SWITCH + "=true\n" + POOLS, false);
        assertEquals(
                SWITCH + "=true\n# threads\n" + LIMIT + "=16\nserver.port=80\n",
                fixed.texts().values().stream().findFirst().orElse(""));
        assertEquals(
                2,
                fixed.fix().answers().stream()
                        .filter(answer -> answer.kind() == Fix.Kind.MENDED)
                        .count());
        assertEquals(1, fixed.fix().changes().size());
    }

    @Test
    void theSwitchIsTurnedOnWithTheLimits() throws IOException {
        Fixer.Fixed fixed = fixed("application.properties", POOLS, true);
        assertEquals(
                "# threads\n" + LIMIT + "=16\nserver.port=80\n" + SWITCH + "=true\n",
                fixed.texts().values().stream().findFirst().orElse(""));
        assertTrue(
                notes(fixed).getFirst().startsWith(SWITCH + " is on in "),
                fixed.fix().notes()::toString);
    }

    @Test
    void yamlGetsALineOfItsOwn() throws IOException {
        Fixer.Fixed fixed = fixed("application.yml", "spring:\n  application:\n    name: shop", true);
        assertEquals(
                "spring:\n  application:\n    name: shop\n" + SWITCH + ": true\n",
                fixed.texts().values().stream().findFirst().orElse(""));
    }

    @Test
    void theSwitchIsOfferedWhereItIsOffAndLeftWhereItIsSet() throws IOException {
        Fixer.Fixed off = fixed("application.properties", POOLS, false);
        assertEquals(Map.of(), off.texts());
        assertTrue(
                off.fix().notes().toString().contains("--switch turns it on"),
                off.fix().notes()::toString);
        Fixer.Fixed set = fixed("application.properties", SWITCH + "=false\n", true);
        assertEquals(Map.of(), set.texts());
        assertEquals(List.of(), notes(set));
    }

    /// Those of the switch.
    private static List<String> notes(Fixer.Fixed fixed) {
        return fixed.fix().notes().stream()
                .filter(note -> note.contains("switch") || note.contains(SWITCH))
                .toList();
    }

    private Fixer.Fixed fixed(String name, String settings, boolean turnOn) throws IOException {
        Path project = Files.createTempDirectory(folder, "shop");
        Path classes = Files.createDirectories(project.resolve("target/classes"));
        Compiled.all(classes, Map.of("A", "public class A { public static void main(String[] a) {} }"), List.of());
        Files.writeString(classes.resolve(name), settings);
        Path resources = Files.createDirectories(project.resolve("src/main/resources"));
        Files.writeString(resources.resolve(name), settings);
        Path boot = boot();
        CheckOptions options = new CheckOptions(
                List.of(classes),
                List.of(boot),
                Map.of(boot, "org.springframework.boot:spring-boot:3.4.1"),
                List.of(21, 25),
                Map.of(),
                false,
                Confidence.LIKELY,
                Set.of());
        Check check = Checker.run(options);
        Fixer.Fixed fixed = Fixer.run(
                check,
                options,
                new FixOptions(21, List.of(), List.of(project), World.APPLICATION, Set.of(), Set.of(), Set.of()),
                _ -> {});
        return new SettingMender(options, 21, List.of(project), turnOn, _ -> {}).run(fixed);
    }

    private Path boot() throws IOException {
        Path jar = Files.createTempFile(folder, "boot", ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("META-INF/spring-configuration-metadata.json"));
            out.write("{\"properties\": [{\"name\": \"%s\"}, {\"name\": \"%s\"}]}"
                    .formatted(LIMIT, SWITCH)
                    .getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }
}
