package io.heddle.demo.holders;

import java.nio.file.Files;
import java.nio.file.Path;

/// Fills the heap and holds it, so that whoever allocates is refused. With the system property `hoard.when`, once that
/// file is there.
final class Hoard {

    private static final int LARGEST = 1 << 16;
    private static final int SMALLEST = 1 << 4;

    private final Path when = Path.of(System.getProperty("hoard.when", "/"));
    private Object[] kept = new Object[0];
    private int size = LARGEST;

    void more() throws InterruptedException {
        if (!Files.exists(when)) {
            Thread.sleep(20);
            return;
        }
        try {
            kept = new Object[] {kept, new byte[size]};
        } catch (OutOfMemoryError full) {
            size = Math.max(SMALLEST, size / 2);
        }
    }
}
