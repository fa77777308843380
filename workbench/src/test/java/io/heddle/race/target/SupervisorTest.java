package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorTest {

    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    Path directory;

    private Optional<Supervisor> open = Optional.empty();

    @AfterEach
    void close() {
        open.ifPresent(Supervisor::close);
    }

    private Supervisor supervisor() {
        Supervisor supervisor = open.orElseGet(() -> Supervisor.start(directory.resolve("work")));
        open = Optional.of(supervisor);
        return supervisor;
    }

    private OwnedProcess sh(String name, String script) {
        return supervisor().launch(Faulty.shell(directory, name, List.of("sh", "-c", script)));
    }

    @Test
    void guaranteesTheEndOnLinux() {
        Assumptions.assumeTrue(Faulty.linux(), "other systems have no sub-reaper");
        assertEquals(Optional.empty(), supervisor().guaranteeOff());
    }

    @Test
    void reportsTheExitCodeAndTheOutputOfBothStreams() throws Exception {
        OwnedProcess process = sh("seven", "echo out; echo err >&2; exit 7");
        Faulty.await("its end", () -> !process.alive());
        assertEquals(OptionalInt.of(7), process.exitCode());
        assertEquals("out\nerr", process.lastLines(5));
        assertEquals("err", process.lastLines(1));
        assertEquals(Set.of(), process.tree());
    }

    @Test
    void passesTheCallersEnvironmentAndWhatIsAdded() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("a folder"));
        OwnedProcess process = supervisor()
                .launch(new Launch(
                        "env",
                        List.of("sh", "-c", "echo \"[$HOME] [$ADDED] [$PWD]\""),
                        folder,
                        Map.of("ADDED", "two words, ünï\nand a line"),
                        directory.resolve("env.log")));
        Faulty.await("its end", () -> !process.alive());
        assertEquals(
                "[" + System.getenv("HOME") + "] [two words, ünï\nand a line] [" + folder.toRealPath() + "]",
                process.lastLines(5));
    }

    @Test
    void refusesAProgramThatIsNotThere() {
        Failure failure = assertThrows(
                Failure.class,
                () -> supervisor()
                        .launch(Faulty.shell(directory, "x", List.of("/no/such/program", "--password", "hunter2"))));
        assertTrue(failure.sentence().contains("x cannot be started"), failure.sentence());
        assertFalse(failure.sentence().contains("hunter2"), failure.sentence());
        Failure folder = assertThrows(
                Failure.class,
                () -> supervisor()
                        .launch(new Launch(
                                "y",
                                List.of("true"),
                                directory.resolve("gone"),
                                Map.of(),
                                directory.resolve("y.log"))));
        assertTrue(folder.sentence().contains("working directory"), folder.sentence());
        Failure output = assertThrows(
                Failure.class,
                () -> supervisor()
                        .launch(new Launch("z", List.of("true"), directory, Map.of(), Path.of("/proc/no/z.log"))));
        assertTrue(output.sentence().contains("cannot write"), output.sentence());
    }

    @Test
    void endsChildrenOfAShellToo() throws Exception {
        OwnedProcess process = sh("family", "sleep 300 & sleep 301");
        Faulty.await("three processes", () -> process.tree().size() == 3);
        Set<Long> tree = process.tree();
        process.stop(GRACE);
        tree.forEach(pid -> assertFalse(Faulty.runs(pid), "still runs: " + pid));
        assertEquals(OptionalInt.of(128 + 15), process.exitCode());
    }

    @Test
    void killsWhatIgnoresTerm() throws Exception {
        OwnedProcess process = sh("deaf", "trap '' TERM; while true; do sleep 1; done");
        Faulty.await("its child", () -> process.tree().size() == 2);
        process.stop(SHORT);
        assertFalse(process.alive());
        assertEquals(OptionalInt.of(128 + 9), process.exitCode());
    }

    @Test
    void killsAJvmWhoseShutdownHookHangs() throws Exception {
        OwnedProcess process = supervisor().launch(Faulty.launch(directory, "stubborn"));
        Faulty.said(process, "listening on");
        process.stop(SHORT);
        assertFalse(process.alive());
    }

    @Test
    void leavesOneTargetAloneWhileTheOtherIsStoppedWithItsDaemon() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "a daemon is found on Linux only");
        OwnedProcess first = sh("first", "setsid sh -c 'sleep 300 & echo daemon $!'; sleep 300");
        OwnedProcess second = sh("second", "setsid sh -c 'sleep 300 & echo daemon $!'; sleep 300");
        long firstDaemon = Long.parseLong(Faulty.said(first, "daemon"));
        long secondDaemon = Long.parseLong(Faulty.said(second, "daemon"));
        Faulty.await("the daemon of the first", () -> first.tree().contains(firstDaemon));
        assertFalse(second.tree().contains(firstDaemon));
        second.stop(GRACE);
        assertFalse(Faulty.runs(secondDaemon));
        assertTrue(Faulty.runs(firstDaemon));
        assertTrue(first.alive());
        first.stop(GRACE);
        assertFalse(Faulty.runs(firstDaemon));
    }

    @Test
    void findsADaemonThatWipedItsEnvironment() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "a daemon is found on Linux only");
        OwnedProcess other = sh("other", "sleep 300");
        OwnedProcess process =
                sh("wiped", "env -i /bin/sh -c '/usr/bin/setsid /bin/sh -c \"sleep 300 & echo daemon \\$!\"'");
        long daemon = Long.parseLong(Faulty.said(process, "daemon"));
        Faulty.await("the daemon is an orphan", () -> process.tree().equals(Set.of(daemon)));
        assertFalse(other.tree().contains(daemon));
        process.stop(GRACE);
        assertFalse(Faulty.runs(daemon));
    }

    @Test
    void reapsOrphans() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "orphans are adopted on Linux only");
        OwnedProcess process = sh("orphan", "sh -c 'sleep 0.2 & echo daemon $!'; sleep 300");
        Path orphan = Path.of("/proc/" + Faulty.said(process, "daemon"));
        Faulty.await("no zombie is left", () -> !Files.exists(orphan));
    }

    @Test
    void isOutOfReachOfTheTerminal() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "reads /proc");
        OwnedProcess process = sh("session", "sleep 300");
        assertNotEquals(session(ProcessHandle.current().pid()), session(process.pid()));
    }

    private static String session(long pid) throws Exception {
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
    }

    @Test
    void closeEndsAll() throws Exception {
        OwnedProcess one = sh("one", "sleep 300 & sleep 300");
        OwnedProcess two = sh("two", "setsid sleep 300 & sleep 300");
        Faulty.await("both families", () -> one.tree().size() >= 2 && two.tree().size() >= 2);
        Set<Long> trees = new java.util.HashSet<>(one.tree());
        trees.addAll(two.tree());
        supervisor().close();
        trees.forEach(pid -> assertFalse(Faulty.runs(pid), "still runs: " + pid));
        assertFalse(Files.exists(directory.resolve("work/supervisor.log")), "an empty log is left");
        assertThrows(Failure.class, () -> sh("late", "sleep 300"));
    }

    @Test
    void goesOnWithoutASupervisorThatWasKilled() throws Exception {
        OwnedProcess before = sh("before", "sleep 300");
        ProcessHandle supervising =
                ProcessHandle.of(before.pid()).orElseThrow().parent().orElseThrow();
        supervising.destroyForcibly();
        Faulty.await("Heddle knows", () -> supervisor().guaranteeOff().isPresent());
        assertTrue(before.alive());
        OwnedProcess after = sh("after", "sleep 300");
        assertTrue(
                supervisor().guaranteeOff().orElseThrow().contains("may outlive"),
                supervisor().guaranteeOff().orElseThrow());
        supervisor().close();
        assertFalse(Faulty.runs(before.pid()));
        assertFalse(Faulty.runs(after.pid()));
        assertEquals(OptionalInt.empty(), before.exitCode());
        assertEquals(OptionalInt.of(128 + 15), after.exitCode());
    }
}
