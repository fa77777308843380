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

/// Code sets a system property of virtual threads that newer JDKs do not read.
///
/// ## Why
///
/// `jdk.tracePinnedThreads` printed a stack trace when a virtual thread was pinned. JDK 24 removed it, and ignores it
/// without a message. A service that sets it looks as if it were watched: nothing is printed, and that reads as if
/// nothing were pinned.
///
/// ## Bad
///
/// ```java
/// public class Service {
///     public static void main(String[] args) {
///         System.setProperty("jdk.tracePinnedThreads", "full"); // finding
///     }
///
///     public static void brief() {
///         System.getProperties().setProperty("jdk.tracePinnedThreads", "short"); // finding
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.time.Duration;
/// import jdk.jfr.consumer.RecordingStream;
///
/// public class Service {
///     public static void main(String[] args) {
///         System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "64");
///         RecordingStream pins = new RecordingStream();
///         pins.enable("jdk.VirtualThreadPinned").withThreshold(Duration.ofMillis(20)).withStackTrace();
///         pins.onEvent("jdk.VirtualThreadPinned", System.out::println);
///         pins.startAsync();
///     }
/// }
/// ```
///
/// ## JDK
///
/// 24 and later.
///
/// ## Limits
///
/// Heddle sees properties that code sets under a constant name. It does not see the command line, `JAVA_TOOL_OPTIONS`
/// or the arguments of a container, where the flag stands more often.
///
/// ## References
///
/// - JEP 491, Synchronize Virtual Threads without Pinning, "Diagnosing remaining cases of pinning":
///   https://openjdk.org/jeps/491
/// - The flag in a service that had moved on: https://github.com/instantdb/instant/pull/2617
record DeadJvmFlag() implements Rule {

    private static final String FLAG = "jdk.tracePinnedThreads";
    /// First release that does not read it.
    private static final int REMOVED = 24;

    private static final String PROPERTIES = "java.lang.System.getProperties";
    private static final Set<String> SETS = Set.of("java.lang.System.setProperty", "java.util.Properties.setProperty");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.code()
                .callsTo(SETS)
                .filter(DeadJvmFlag::setsFlag)
                .map(call -> Hazards.finding(
                                this,
                                analysis,
                                Site.of(call),
                                Confidence.CERTAIN,
                                "since JDK " + REMOVED + " nothing reads " + FLAG,
                                Severity.ADVICE,
                                "record the event jdk.VirtualThreadPinned, or run heddle watch")
                        .within(REMOVED, Optional.empty()));
    }

    private static boolean setsFlag(CallSite call) {
        boolean ofJvm = call.declared().name().equals("java/lang/System") || call.isReceiverMadeBy(PROPERTIES);
        return ofJvm && call.text(0).filter(FLAG::equals).isPresent();
    }
}
