package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Code asks who the current thread is, or counts threads, in a way that does not work for virtual threads.
///
/// ## Why
///
/// A virtual thread is never an instance of your own thread class: a cast of the current thread fails, and code
/// that asks first takes its slow path. All virtual threads share one priority and one group, which cannot be
/// changed. `ThreadMXBean`, thread groups and `getAllStackTraces` know platform threads only: code that counts
/// requests by them counts none.
///
/// ## Bad
///
/// ```java
/// import java.lang.management.ManagementFactory;
///
/// public class Requests {
///     public static class Worker extends Thread {
///         private int served;
///
///         void count() {
///             served++;
///         }
///     }
///
///     public void serve() {
///         Thread.currentThread().setPriority(Thread.MAX_PRIORITY); // finding
///         ((Worker) Thread.currentThread()).count(); // finding
///     }
///
///     public int running() {
///         return ManagementFactory.getThreadMXBean().getThreadCount(); // finding
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.atomic.LongAdder;
///
/// public class Requests {
///     private final LongAdder running = new LongAdder();
///
///     public void serve(Runnable request) {
///         running.increment();
///         try {
///             request.run();
///         } finally {
///             running.decrement();
///         }
///     }
///
///     public long running() {
///         return running.sum();
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
/// Heddle sees only what is asked of `Thread.currentThread()` in the same method. It does not report an
/// `instanceof` without a cast, or a question whose answer is not used. It reports code that counts the threads
/// of a group, but not code that only asks for the group, because platform threads can have a group below that of
/// all virtual threads. Whether the code ever runs on a virtual thread is not known.
///
/// ## References
///
/// - JEP 444, Virtual Threads, "Using virtual threads vs. platform threads": https://openjdk.org/jeps/444
/// - netty issue 12848: https://github.com/netty/netty/issues/12848
record ThreadIdentity() implements Rule {

    private static final String CURRENT = "java.lang.Thread.currentThread";
    private static final Set<String> SETS = Set.of("java.lang.Thread.setPriority", "java.lang.Thread.setDaemon");
    private static final Set<String> COUNTS = Set.of(
            "java.lang.Thread.getAllStackTraces",
            "java.lang.Thread.enumerate",
            "java.lang.Thread.activeCount",
            "java.lang.ThreadGroup.enumerate",
            "java.lang.ThreadGroup.activeCount");
    /// Groups are listed, and no threads.
    private static final String GROUPS = "([Ljava/lang/ThreadGroup;";
    private static final String MANAGEMENT = "java/lang/management/ThreadMXBean";
    /// How the JVM is set up.
    private static final Set<String> ALLOWED = Set.of("isThreadCpuTimeEnabled", "isThreadContentionMonitoringEnabled");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.code()
                .calls()
                .mapMulti((call, findings) -> wrong(call)
                        .ifPresent(why -> findings.accept(Hazards.finding(
                                this, analysis, Site.of(call), Confidence.LIKELY, why, Severity.ADVICE, ""))));
    }

    private static Optional<String> wrong(CallSite call) {
        boolean ofCurrent = call.isReceiverMadeBy(CURRENT);
        Optional<String> cast =
                ofCurrent ? call.receiverCast().filter(type -> !type.equals("java.lang.Thread")) : Optional.empty();
        if (ofCurrent && cast.isPresent()) {
            return Optional.of(
                    "it is done for the current thread as a " + cast.orElseThrow() + ", which no virtual thread is");
        }
        if (ofCurrent && SETS.contains(call.name())) {
            return Optional.of("on a virtual thread it does nothing, or fails");
        }
        boolean management = call.declared().name().equals(MANAGEMENT)
                && call.isAnswered()
                && !ALLOWED.contains(call.signature().name())
                && !call.signature().name().endsWith("Supported");
        boolean counts = call.declared().isJdk()
                && COUNTS.contains(call.name())
                && !call.signature().descriptor().startsWith(GROUPS);
        return management || counts ? Optional.of("it knows platform threads only") : Optional.empty();
    }
}
