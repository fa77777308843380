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
        Cores told = new Cores(2, 8, Optional.empty());
        assertEquals(List.of(), told.prefix());
        assertEquals(List.of("-XX:ActiveProcessorCount=2"), told.options());
        assertTrue(told.keepOff().contains("nothing keeps it to them"));
    }

    @Test
    void refusesMoreCoresThanThereAre() throws Exception {
        int all = Runtime.getRuntime().availableProcessors();
        assertThrows(Failure.class, () -> Cores.of(all + 1));
        assertThrows(Failure.class, () -> Cores.of(0));
        assertEquals("target and load generator share all 4 cores", new Cores(4, 4, Optional.of(Path.of("/usr/bin/taskset"))).keepOff());
    }
}
