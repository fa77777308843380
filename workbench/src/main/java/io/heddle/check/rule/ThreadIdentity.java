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

/// Code asks who the current thread is, or counts threads, in a way that virtual threads do not answer.
///
/// ## Why
///
/// A virtual thread is of no class of yours: a cast of the current thread fails, and code that asks first takes its
/// slow path. Its priority and its group cannot be changed, and they are those of all virtual threads. `ThreadMXBean`,
/// thread groups and `getAllStackTraces` know platform threads only: what counted requests by them counts none.
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
/// Only what is asked of `Thread.currentThread()` in the same method is seen. An `instanceof` that no cast follows is
/// not, nor is a question to which nobody takes the answer. Who asks for the thread's group is not told of, only who
/// counts the threads in one: a group of platform threads can be made below that of all virtual threads too. Whether
/// the code ever runs on a virtual thread is not known.
///
/// ## References
///
/// - JEP 444, Virtual Threads, "Using virtual threads vs. platform threads": https://openjdk.org/jeps/444
/// - netty issue 12848: https://github.com/netty/netty/issues/12848
public record ThreadIdentity() implements Rule {

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
