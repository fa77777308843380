package io.heddle.watch.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.WatchNow;
import io.heddle.watch.Holding;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarriersTest {

    /// Which pool is the scheduler is told by what its threads do, not by its number.
    @Test
    void thePoolThatCarriesIsShownThoughAnotherCameFirst(@TempDir Path folder) throws Exception {
        try (Holding holding = Holding.start(25, folder, "cpu", 30, "-Dpool.first=true")
                        .ready();
                Attached target = Attached.to(holding.pid())) {
            Carriers carriers = new Carriers(target);
            carriers.look();
            carriers.take();
            for (int i = 0; i < 10; i++) {
                carriers.look();
                Thread.sleep(50);
            }
            List<WatchNow.Carrier> shown = carriers.take();
            assertEquals(2, shown.size(), shown::toString);
            assertTrue(
                    shown.stream().allMatch(carrier -> carrier.name().startsWith("ForkJoinPool-2-worker-")),
                    shown::toString);
            assertTrue(
                    shown.stream().mapToDouble(WatchNow.Carrier::running).sum() > 0.1,
                    () -> "a busy machine leaves them a part: " + shown);
        }
    }
}
