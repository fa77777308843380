package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageTest {

    @TempDir
    Path directory;

    @Test
    void countsTheTimeOfChildrenThatHaveEnded() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "by /proc only");
        try (Supervisor supervisor = Supervisor.start(directory)) {
            String spin = "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done";
            OwnedProcess process = supervisor.launch(Faulty.shell(
                    directory, "spin", List.of("sh", "-c", "sh -c '" + spin + "'; echo done it; sleep 300")));
            Faulty.said(process, "done");
            Duration cpu = Usage.cpu(process.tree());
            assertTrue(cpu.toMillis() >= 50, "a child that is gone has used " + cpu);
        }
    }

    @Test
    void countsNothingForProcessesThatAreGone() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        assertEquals(Duration.ZERO, Usage.cpu(Set.of(gone.pid())));
        assertEquals(0, Usage.rssBytes(Set.of(gone.pid())));
    }

    @Test
    void agreesWithTheJvmOnItsOwnCpuTime() {
        Set<Long> self = Set.of(ProcessHandle.current().pid());
        Duration own = ProcessHandle.current().info().totalCpuDuration().orElseThrow();
        assertTrue(Usage.cpu(self).plusMillis(20).compareTo(own) >= 0, Usage.cpu(self) + " is below " + own);
        assertTrue(Usage.rssBytes(self) > 20_000_000, "a JVM is larger than " + Usage.rssBytes(self));
    }

    @Test
    void seesABusyMachine() throws Exception {
        Assumptions.assumeTrue(Faulty.linux(), "by /proc only");
        Usage.Machine before = Usage.machine();
        long end = System.nanoTime() + Duration.ofMillis(400).toNanos();
        long turns = 0;
        while (System.nanoTime() < end) {
            turns++;
        }
        double busy = Usage.machine().busySince(before);
        double oneCore = 1.0 / Runtime.getRuntime().availableProcessors();
        assertTrue(turns > 0 && busy > oneCore * 0.6 && busy <= 1, "busy: " + busy);
        assertEquals(0, before.busySince(before));
    }

    @Test
    void tellsOthersAndTheHypervisorFromHeddleAndFromInterrupts() {
        Usage.Machine before = new Usage.Machine(1_000, 10_000, 100, 50);
        Usage.Machine after = new Usage.Machine(1_500, 11_000, 200, 150);
        assertEquals(0.1, after.stolenSince(before), 1e-9);
        assertEquals(
                0.2,
                after.othersSince(before, Duration.ofSeconds(1)),
                1e-9,
                "500 busy ticks, but for 100 of interrupts, 100 stolen and 100 of Heddle's");
        assertEquals(
                0,
                after.othersSince(before, Duration.ofSeconds(9)),
                "what is read a moment later is no less than nothing");
        assertEquals(0.1, after.shareSince(before, Duration.ofSeconds(1)), 1e-9);
        assertEquals(0.5, after.busySince(before), 1e-9);
        Usage.Machine unknown = new Usage.Machine(0, 0, 0, 0);
        assertEquals(
                0,
                unknown.stolenSince(unknown)
                        + unknown.othersSince(unknown, Duration.ofSeconds(1))
                        + unknown.shareSince(unknown, Duration.ofSeconds(1)));
    }
}
