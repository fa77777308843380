package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Arms that differ in their JDK and their jar.
@Tag("slow")
class ArmsIT {

    private static final Path SERVICE = HeddleRun.ROOT.resolve("demo/faults/target/heddle-faults.jar");

    @TempDir
    private Path folder;

    @AfterEach
    void noOrphans() throws Exception {
        HeddleRun.assertNoneAlive(SERVICE.toString());
        HeddleRun.assertNoneAlive(folder.toString());
    }

    /// 30 threads and 100 ms: at most 300/s in the platform arm. The last arm's jar has no main class, so that its
    /// JVM ends at once: harm, and no failure of the race.
    @Test
    void eachArmHasItsJdkItsJarAndItsVerdictAgainstTheFirst() throws Exception {
        String jdk21 = Jdks.home("21");
        String home = Path.of(jdk21).getFileName().toString();
        String first = "platform@" + home;
        Path broken = broken();
        HeddleRun.Ended ended = race("platform@" + jdk21 + ",virtual@" + jdk21 + ",virtual,virtual=" + broken)
                .exits(1);
        JsonNode race = ended.json("race.json");
        JsonNode arms = race.path("arms");
        assertEquals(List.of(first, "virtual@" + home, "virtual", "virtual=broken.jar"), each(arms, "arm"));
        assertTrue(arms.at("/1/jdk").asText().startsWith("21"), arms.toPrettyString());
        assertTrue(arms.at("/2/jdk").asText().startsWith("25"), arms.toPrettyString());
        assertEquals(broken.toString(), arms.at("/3/jar").asText());
        assertEquals("Serial", arms.at("/1/collector").asText(), arms.toPrettyString());
        assertTrue(arms.at("/1/compactHeaders").isNull(), "JDK 21 has no such option");
        assertFalse(arms.at("/2/compactHeaders").asBoolean(true), arms.toPrettyString());
        assertTrue(ended.out().contains("collector Serial"), ended.out());

        JsonNode verdicts = race.path("verdicts");
        assertEquals(List.of("virtual@" + home, "virtual", "virtual=broken.jar"), each(verdicts, "arm"));
        assertEquals(List.of(first, first, first), each(verdicts, "against"));
        assertEquals("harm", verdicts.at("/2/kind").asText(), ended.out());
        String text = verdicts.at("/2/text").asText();
        assertTrue(
                text.contains("ended with exit code 1 before it answered (") && text.contains("com.example.Missing"),
                text);
        assertFalse(each(verdicts, "kind").subList(0, 2).contains("harm"), ended.out());
        assertEquals("virtual=broken.jar", race.at("/verdict/arm").asText());
        assertEquals(
                List.of("virtual@" + home, "virtual"),
                race.path("comparisons")
                        .valueStream()
                        .filter(comparison -> comparison.path("primary").asBoolean())
                        .map(comparison -> comparison.path("arm").asText())
                        .toList());
        assertTrue(
                each(race.path("bounds"), "arm").containsAll(List.of(first, "virtual@" + home, "virtual")),
                race.path("bounds").toPrettyString());
        assertTrue(Files.exists(folder.resolve("race.html")));
    }

    private Path broken() throws Exception {
        Path jar = Files.createDirectory(folder.resolve("build")).resolve("broken.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "com.example.Missing");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private HeddleRun.Ended race(String arms) throws Exception {
        return HeddleRun.run(
                folder,
                "race",
                SERVICE.toString(),
                "--arms",
                arms,
                "--jvm",
                "-XX:+UseSerialGC",
                "--connections",
                "60",
                "--rate",
                "50",
                "--duration",
                "500ms",
                "--repetitions",
                "1",
                "--quick",
                "--bystander",
                "none",
                "--json",
                "race.json",
                "--html",
                "race.html",
                "--",
                "fine",
                "--threads=30",
                "--millis=100");
    }

    private static List<String> each(JsonNode nodes, String key) {
        return nodes.valueStream().map(node -> node.path(key).asText()).collect(Collectors.toList());
    }
}
