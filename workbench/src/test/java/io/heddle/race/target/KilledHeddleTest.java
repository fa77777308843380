package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// However Heddle ends, nothing that it started outlives it.
@Tag("slow")
class KilledHeddleTest {

    @TempDir
    Path directory;

    @Test
    void leavesNoOrphanAfterKill9() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "only Linux adopts orphans");
        ends("-KILL");
    }

    @Test
    void leavesNoOrphanAfterTerm() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "only Linux adopts orphans");
        ends("-TERM");
    }

    @Test
    void leavesNothingBehindWithoutASupervisorEitherWhenAskedToEnd() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "the daemon is named by its output, and ended by nobody elsewhere");
        Process heddle = start("plain");
        List<Long> family = family(heddle);
        signal("-TERM", heddle.pid());
        // Its daemon has left the family for good: that is what the guarantee is about.
        long daemon = family.get(1);
        family.stream().skip(1).filter(pid -> pid != daemon).forEach(pid -> gone(pid));
        ProcessHandle.of(daemon).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void givesTheCallersJvmOptionsToTheTargetAlone() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "reads /proc");
        ProcessBuilder builder = new ProcessBuilder(command("options"))
                .redirectError(directory.resolve("heddle.err").toFile());
        builder.environment().put("JAVA_TOOL_OPTIONS", "-Dx=y");
        assertEquals(
                "target -Dx=y\nend of it\n",
                new String(builder.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }

    private void ends(String signal) throws Exception {
        Path scratch =
                Files.createDirectories(directory.resolve("scratch/deeper")).getParent();
        Path others = Files.createDirectories(directory.resolve("others")).resolve("kept");
        Files.writeString(others, "kept");
        Files.createSymbolicLink(directory.resolve("scratch/deeper/link"), others.getParent());
        Files.writeString(directory.resolve("scratch/deeper/agent.jar"), "agent");
        Process heddle = start();
        List<Long> family = family(heddle);
        assertTrue(family.size() >= 7, "supervisor, daemon, service, its daemon again, three of the deaf: " + family);
        assertTrue(family.stream().allMatch(Faulty::runs), "all run: " + family);
        signal(signal, heddle.pid());
        family.forEach(KilledHeddleTest::gone);
        assertFalse(Files.exists(scratch), "its own temporary folder is gone");
        assertTrue(Files.exists(others), "what a link in it points to stays");
    }

    @Test
    void aFolderThatHasTheNameOfOnesOwnStays() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("own"));
        OwnFolder own = OwnFolder.of(folder);
        Files.move(folder, directory.resolve("moved"));
        Files.createDirectory(folder);
        own.remove();
        assertTrue(Files.exists(folder), "another's");
        OwnFolder.of(folder).remove();
        assertFalse(Files.exists(folder));
    }

    private static void gone(long pid) {
        try {
            Faulty.await("the end of " + pid, () -> !Faulty.runs(pid));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Process start(String... more) throws Exception {
        return new ProcessBuilder(command(more))
                .redirectError(directory.resolve("heddle.err").toFile())
                .start();
    }

    private List<String> command(String... more) {
        return Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                HeddleToKill.class.getName(),
                                directory.toString()),
                        Stream.of(more))
                .toList();
    }

    private static List<Long> family(Process heddle) throws Exception {
        BufferedReader out = new BufferedReader(heddle.inputReader(StandardCharsets.UTF_8));
        String line = String.valueOf(out.readLine());
        assertTrue(line.startsWith("family "), line);
        return Stream.of(line.split(" ")).skip(1).map(Long::valueOf).toList();
    }

    private static void signal(String signal, long pid) throws Exception {
        new ProcessBuilder("kill", signal, String.valueOf(pid))
                .inheritIO()
                .start()
                .waitFor();
    }
}
