package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Severity;
import java.util.EnumSet;
import java.util.stream.Stream;

/// Code that holds a monitor waits for a lock of `java.util.concurrent`.
///
/// ## Why
///
/// Up to JDK 23 a virtual thread that waits for a lock while it holds a monitor pins its carrier. The owner of
/// the lock may be a virtual thread without a carrier. Once waiters pin every carrier, the owner can never run to
/// unlock, and the whole JVM stands still. The JVM logs nothing, finds no deadlock, and writes no pinned event.
///
/// ## Bad
///
/// ```java
/// import java.util.concurrent.locks.ReentrantLock;
///
/// public class Report {
///     private final ReentrantLock lock = new ReentrantLock();
///
///     public synchronized void add() { // finding
///         lock.lock();
///         lock.unlock();
///     }
///
///     public void send() throws InterruptedException {
///         lock.lock();
///         try {
///             Thread.sleep(10);
///         } finally {
///             lock.unlock();
///         }
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.locks.ReentrantLock;
///
/// public class Report {
///     private final ReentrantLock lock = new ReentrantLock();
///     private int added;
///
///     public void add() {
///         lock.lock();
///         try {
///             added++;
///         } finally {
///             lock.unlock();
///         }
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 to 23. From 24 on a virtual thread leaves its carrier while it holds a monitor.
///
/// ## Limits
///
/// These locks are *possible* only, because a thread seldom waits for them: a lock that nobody holds while
/// blocking, a lock that is held for long only under the same monitor, and the lock of an object that is being
/// closed.
///
/// ## References
///
/// - Netflix, Java 21 Virtual Threads - Dude, Where's My Lock?:
///   https://netflixtechblog.com/java-21-virtual-threads-dude-wheres-my-lock-3052540e231d
/// - pgjdbc issue 3835: https://github.com/pgjdbc/pgjdbc/issues/3835
record LockUnderMonitor() implements Rule {

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return Hazards.underMonitor(
                this, analysis, EnumSet.of(BlockingKind.LOCK, BlockingKind.SHORT_LOCK)::contains, Severity.DEADLOCK);
    }
}
