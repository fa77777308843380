package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.Set;
import java.util.stream.Stream;

/// A loop waits for something by yielding or spinning.
///
/// ## Why
///
/// A virtual thread that yields goes to the end of its carrier's queue and comes back at once. A few that spin
/// keep all carriers busy. If they wait for another virtual thread, it runs late or never. Nothing is pinned, so
/// no event shows it.
///
/// ## Bad
///
/// ```java
/// import java.util.concurrent.atomic.AtomicBoolean;
///
/// public class Flag {
///     private final AtomicBoolean set = new AtomicBoolean();
///
///     public void await() {
///         while (!set.get()) {
///             Thread.yield(); // finding
///         }
///     }
///
///     public void set() {
///         set.set(true);
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.CountDownLatch;
///
/// public class Flag {
///     private final CountDownLatch set = new CountDownLatch(1);
///
///     public void await() throws InterruptedException {
///         set.await();
///     }
///
///     public void set() {
///         set.countDown();
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
/// Loops that spin without `Thread.yield` or `Thread.onSpinWait` belong to `cpu-under-request`. In a method that
/// also parks or sleeps, the loop is *possible* only, and so is a loop that gives up after a number of tries.
///
/// ## References
///
/// - HikariCP issue 2398: https://github.com/brettwooldridge/HikariCP/issues/2398
/// - JCTools issue 365: https://github.com/JCTools/JCTools/issues/365
record YieldSpin() implements Rule {

    private static final Set<String> SPINS = Set.of("java.lang.Thread.yield", "java.lang.Thread.onSpinWait");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.code().callsTo(SPINS).filter(CallSite::isInLoop).map(call -> finding(analysis, call));
    }

    private Finding finding(BlockingAnalysis analysis, CallSite call) {
        boolean rests = analysis.code()
                .calls(call.caller())
                .anyMatch(other -> analysis.blocksFor(other)
                        .filter(kind -> kind.surelyBlocks() && kind.awaitsThreads())
                        .isPresent());
        boolean progress = analysis.code().calls(call.caller()).anyMatch(CallSite::setsWhatItRead);
        String reason = rests
                ? "the method spins, and parks or sleeps too"
                : progress
                        ? "it tries again what another thread was faster with"
                        : call.isInCountedLoop()
                                ? "it tries so many times, and then gives up"
                                : "it spins in a loop and never parks";
        return Hazards.at(
                this,
                analysis,
                call,
                rests || progress || call.isInCountedLoop() ? Confidence.POSSIBLE : Confidence.LIKELY,
                reason,
                Severity.STALL);
    }
}
