package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Severity;
import java.util.stream.Stream;

/// Code that a virtual thread may run calls `Object.wait`.
///
/// ## Why
///
/// `Object.wait` needs its monitor, and up to JDK 23 a virtual thread that waits this way pins its carrier. The
/// JDK starts another carrier for it, up to 256 in all; then all virtual threads stand still. JDK 21 writes no
/// pinned event for it.
///
/// ## Bad
///
/// ```java
/// public class Latch {
///     private boolean open;
///
///     public synchronized void await() throws InterruptedException { // finding
///         while (!open) {
///             wait();
///         }
///     }
///
///     public synchronized void open() {
///         open = true;
///         notifyAll();
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.CountDownLatch;
///
/// public class Latch {
///     private final CountDownLatch latch = new CountDownLatch(1);
///
///     public void await() throws InterruptedException {
///         latch.await();
///     }
///
///     public void open() {
///         latch.countDown();
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 to 23. From 24 on `Object.wait` releases the carrier.
///
/// ## Limits
///
/// Whether a virtual thread runs the code is not known: a library's own worker threads wait too.
///
/// ## References
///
/// - JEP 491, Synchronize Virtual Threads without Pinning: https://openjdk.org/jeps/491
record WaitUnderMonitor() implements Rule {

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return Hazards.underMonitor(this, analysis, kind -> kind == BlockingKind.WAIT, Severity.SLOW);
    }
}
