package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A thread pool is given a factory of virtual threads.
///
/// ## Why
///
/// A virtual thread is cheap to make and meant for one task. A pool of virtual threads keeps the pool's queue and
/// limit, so nothing is gained. It also keeps the thread-local values of finished tasks.
///
/// ## Bad
///
/// ```java
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
///
/// public class Work {
///     private final ExecutorService pool =
///             Executors.newFixedThreadPool(100, Thread.ofVirtual().name("work-", 0).factory()); // finding
///
///     public void submit(Runnable task) {
///         pool.submit(task);
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
/// import java.util.concurrent.Semaphore;
///
/// public class Work {
///     private final ExecutorService tasks =
///             Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("work").factory());
///     private final Semaphore atOnce = new Semaphore(100);
///
///     public void submit(Runnable task) {
///         tasks.submit(() -> {
///             atOnce.acquireUninterruptibly();
///             try {
///                 task.run();
///             } finally {
///                 atOnce.release();
///             }
///         });
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 and later.
///
/// ## Limits
///
/// A factory that comes from elsewhere, such as a field or a framework, is not recognised.
///
/// ## References
///
/// - JEP 444, Virtual Threads, "Do not pool virtual threads": https://openjdk.org/jeps/444
record PoolOfVirtualThreads() implements Rule {

    private static final Set<String> POOLS = Set.of(
            "java.util.concurrent.Executors.newFixedThreadPool",
            "java.util.concurrent.Executors.newCachedThreadPool",
            "java.util.concurrent.Executors.newSingleThreadExecutor",
            "java.util.concurrent.Executors.newScheduledThreadPool",
            "java.util.concurrent.ThreadPoolExecutor.<init>",
            "java.util.concurrent.ScheduledThreadPoolExecutor.<init>");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.code()
                .callsTo(POOLS)
                .filter(call -> takesVirtual(analysis, call))
                .map(call -> Hazards.at(
                        this, analysis, call, Confidence.CERTAIN, "the factory is made here", Severity.ADVICE));
    }

    private static boolean takesVirtual(BlockingAnalysis analysis, CallSite call) {
        return IntStream.range(0, call.parameters())
                .anyMatch(i -> analysis.code().comesFrom(call, i, "java.lang.Thread.ofVirtual"));
    }
}
