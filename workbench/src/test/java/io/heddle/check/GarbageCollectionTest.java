package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Code that waits until the garbage collector clears a reference. On JDK 21 `remove` parks in a condition of the
/// queue, which pins a virtual thread that holds a monitor.
class GarbageCollectionTest extends CodeTest {

    private static final String CODE = """
            import java.lang.ref.Reference;
            import java.lang.ref.ReferenceQueue;

            public class Buffers {
                private final ReferenceQueue<byte[]> freed = new ReferenceQueue<>();

                public synchronized Reference<?> awaits() throws InterruptedException {
                    return freed.remove();
                }

                public synchronized Reference<?> awaitsForAWhile() throws InterruptedException {
                    return freed.remove(300);
                }

                public synchronized Reference<?> asks() {
                    return freed.poll();
                }

                public Reference<?> holdsNothing() throws InterruptedException {
                    return freed.remove();
                }
            }
            """;

    @Test
    void itBlocksUnderAMonitorUnlessItOnlyAsks() throws IOException {
        assertEquals(List.of("awaits", "awaitsForAWhile"), blocking(CODE));
    }

    @Test
    void theReasonNamesTheWait() throws IOException {
        Finding finding = possible(CODE, "awaits");
        assertEquals(Confidence.CERTAIN, finding.confidence());
        assertEquals("java.lang.ref.ReferenceQueue.remove", finding.sink());
        assertTrue(finding.reason().contains("waits for the garbage collector"), finding::reason);
    }
}
