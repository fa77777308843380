package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.heddle.cli.Shell.Result;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files that `./dev release` puts next to the jar.
@Tag("slow")
class ReleaseFilesTest {

    private static final Path PARTS = Shell.root().resolve("dev.d/lib/release");

    @TempDir
    private Path folder;

    @Test
    void eachCommandHasAManualPageAndIsCompleted() throws Exception {
        Result result = run("HelpFiles.java", folder.toString());
        assertEquals(0, result.exit(), result::toString);
        for (String page : new String[] {"heddle", "heddle-race", "heddle-canary-judge", "heddle-lab-diff"}) {
            String text = Files.readString(folder.resolve(page + ".adoc"));
            assertTrue(text.contains(":doctype: manpage"), text);
        }
        String completion = Files.readString(folder.resolve("heddle.bash"));
        assertTrue(completion.contains("_picocli_heddle_race"), completion);
        Files.writeString(
                folder.resolve("ask.sh"),
                ". ./heddle.bash; COMP_WORDS=(heddle race --over); COMP_CWORD=2\n"
                        + "_complete_heddle; echo \"${COMPREPLY[@]}\"\n");
        Result asked = Shell.run(folder, Map.of("PATH", System.getenv("PATH")), "bash", "ask.sh");
        assertEquals("--overload", asked.out().strip(), asked::toString);
    }

    @Test
    void anArchiveIsTheSameEachTimeAndItsProgramsRun() throws Exception {
        Path top = folder.resolve("heddle-1.2.3");
        Files.createDirectories(top.resolve("bin"));
        Files.createDirectories(top.resolve("lib"));
        Files.writeString(top.resolve("lib/b.txt"), "b");
        Files.writeString(top.resolve("lib/a.txt"), "a");
        Files.copy(PARTS.resolve("heddle"), top.resolve("bin/heddle"));
        List<byte[]> made = new ArrayList<>();
        for (String name : new String[] {"one.zip", "two.zip"}) {
            Result result =
                    run("Archive.java", folder.resolve(name).toString(), top.toString(), "2026-11-25T12:00:00Z");
            assertEquals(0, result.exit(), result::toString);
            made.add(Files.readAllBytes(folder.resolve(name)));
        }
        assertArrayEquals(made.get(0), made.get(1));
        try (FileSystem zip =
                FileSystems.newFileSystem(folder.resolve("one.zip"), Map.of("enablePosixFileAttributes", "true"))) {
            assertEquals("rwxr-xr-x", permissions(zip.getPath("heddle-1.2.3/bin/heddle")));
            assertEquals("rw-r--r--", permissions(zip.getPath("heddle-1.2.3/lib/a.txt")));
        }
    }

    @Test
    void theLauncherFindsItsJarThroughALink() throws Exception {
        Path java = Shell.fakeJdk(folder.resolve("jdk"), "25");
        Path bin = Files.createDirectories(folder.resolve("tool/bin"));
        Files.copy(PARTS.resolve("heddle"), bin.resolve("heddle"));
        Files.setPosixFilePermissions(bin.resolve("heddle"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path link = Files.createSymbolicLink(folder.resolve("h"), Path.of("tool/bin/heddle"));
        Result result = Shell.run(
                folder,
                Map.of("PATH", System.getenv("PATH"), "JAVA_HOME", java.toString()),
                link.toString(),
                "race",
                "a b.jar");
        assertEquals(0, result.exit(), result::toString);
        assertTrue(result.out().contains("/tool/bin/../lib/heddle.jar][race][a b.jar]"), result::toString);
    }

    @Test
    void jbangsCatalogNamesTheJarOfCentral() throws Exception {
        JsonNode heddle = JsonMapper.builder()
                .build()
                .readTree(PARTS.resolve("jbang-catalog.json").toFile())
                .path("aliases")
                .path("heddle");
        assertEquals("io.heddle:heddle-cli:@VERSION@", heddle.path("script-ref").asText());
        assertEquals("25+", heddle.path("java").asText());
    }

    private static String permissions(Path entry) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(entry));
    }

    private Result run(String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                PARTS.resolve(program).toString()));
        command.addAll(Arrays.asList(arguments));
        return Shell.run(folder, Map.of(), command.toArray(String[]::new));
    }
}
