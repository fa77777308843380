package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.heddle.model.Failure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CoresTest {

    @Test
    void aTargetHasAsManyCoresAsItIsGiven() throws Exception {
        Cores one = Cores.of(1);
        assumeTrue(one.taskset().isPresent(), "no taskset here");
        List<String> command = new ArrayList<>(one.prefix());
        command.add("nproc");
        Process process = new ProcessBuilder(command).start();
        assertEquals("1", new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
        assertEquals(List.of(), one.options());
    }

    @Test
    void theJvmIsToldWhereNothingElseCanBeDone() throws Exception {
        Cores told = new Cores(2, List.of(0, 1, 2, 3), Optional.empty());
        assertEquals(List.of(), told.prefix());
        assertEquals(List.of("-XX:ActiveProcessorCount=2"), told.options());
        assertTrue(told.keepOff().contains("nothing keeps it to them"));
    }

    /// A container may have been given other cores than the machine's first.
    @Test
    void theCoresThatMayBeUsedNeedNotBeTheFirst() {
        Cores some = new Cores(2, Cores.numbers("4-5,9"), Optional.of(Path.of("/usr/bin/taskset")));
        assertEquals(List.of("/usr/bin/taskset", "-c", "4-5"), some.prefix());
        assertEquals(
                List.of("/usr/bin/taskset", "-c", "4,9"),
                new Cores(2, Cores.numbers("4,9-11"), Optional.of(Path.of("/usr/bin/taskset"))).prefix());
    }

    @Test
    void refusesMoreCoresThanThereAre() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        assertThrows(Failure.class, () -> Cores.of(all + 1));
        assertThrows(Failure.class, () -> Cores.of(0));
        assertEquals(
                "target and load generator share all 4 cores",
                new Cores(4, List.of(0, 1, 2, 3), Optional.of(Path.of("/usr/bin/taskset"))).keepOff());
    }
}
