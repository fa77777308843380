package io.heddle.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import io.heddle.model.Watch;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Twenty threads that share a semaphore of two permits, watched live, by three dumps and, on platform threads,
/// by recordings; and of forty. The other pools
/// are run out by `./dev bench answers`, with their libraries.
@Tag("slow")
class ContendedTest {

    @Test
    void whoWaitsForASemaphoreIsToldAndItsTwinIsHealthy(@TempDir Path folder) throws Exception {
        PoolProgram semaphore = PoolProgram.all().stream()
                .filter(program -> program.title().equals("Semaphore"))
                .findFirst()
                .orElseThrow();
        String classPath = semaphore.compile(folder);
        for (boolean fromDumps : new boolean[] {false, true}) {
            Watch ill = semaphore.watch(25, classPath, "ill", fromDumps, folder);
            assertEquals(Watch.State.CONTENDED, ill.state(), () -> KnownAnswersTest.show(ill));
            Wait first = ill.account().first().orElseThrow();
            assertEquals(WaitClass.POOL, first.kind());
            assertTrue(first.name().startsWith("Semaphore of SemaphoreProgram."), first::name);
            assertTrue(ill.text().contains(" threads wait for a permit of Semaphore"), ill::text);
            assertTrue(ill.text().contains("carriers are free"), ill::text);
        }
        for (String settings : new String[] {"default", "profile"}) {
            Watch recorded = semaphore.recorded(25, classPath, "ill", settings, folder);
            assertEquals(Watch.State.CONTENDED, recorded.state(), () -> KnownAnswersTest.show(recorded));
            Wait first = recorded.account().first().orElseThrow();
            assertTrue(first.name().startsWith("Semaphore of SemaphoreProgram."), first::name);
            assertEquals(2, first.used(), () -> KnownAnswersTest.show(recorded));
        }
        Watch recordedTwin = semaphore.recorded(25, classPath, "healthy", "default", folder);
        assertEquals(Watch.State.HEALTHY, recordedTwin.state(), () -> KnownAnswersTest.show(recordedTwin));
        Watch twin = semaphore.watch(25, classPath, "healthy", true, folder);
        assertEquals(Watch.State.HEALTHY, twin.state(), () -> KnownAnswersTest.show(twin));
    }
}
