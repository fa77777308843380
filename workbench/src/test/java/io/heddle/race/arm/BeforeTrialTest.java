package io.heddle.race.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import io.heddle.race.target.Supervisor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BeforeTrialTest {

    @TempDir
    Path directory;

    @Test
    void runsEachTimeAndSaysWhatTheCommandSaidWhenItFails() throws Exception {
        Path data = directory.resolve("data");
        Path output = directory.resolve("out.log");
        try (Supervisor supervisor = Supervisor.start(directory.resolve("work"))) {
            BeforeTrial twice = new BeforeTrial("echo line >> '" + data + "'", output);
            twice.run(supervisor);
            twice.run(supervisor);
            assertEquals("line\nline\n", Files.readString(data));
            Failure failure = assertThrows(
                    Failure.class, () -> new BeforeTrial("echo no such table; exit 3", output).run(supervisor));
            assertTrue(failure.sentence().contains("exit code 3"), failure.sentence());
            assertTrue(failure.sentence().contains("no such table"), failure.sentence());
            assertTrue(failure.next().contains(output.toString()), failure.next());
        }
    }
}
