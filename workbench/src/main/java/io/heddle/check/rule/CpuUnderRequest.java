package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.program.Method;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.stream.Stream;

/// A loop waits on the processor: it reads a field again and again, changes nothing, and never parks.
///
/// ## Why
///
/// Virtual threads leave their carriers when they block, and are never forced to. A thread that computes without
/// end holds its carrier without end. With as many of them as cores no other virtual thread runs, not even the
/// one that would set the field. Nothing is pinned, so no event shows it.
///
/// ## Bad
///
/// ```java
/// public class Latch {
///     private volatile boolean open;
///
///     public void await() {
///         while (!open) { // finding
///         }
///     }
///
///     public void open() {
///         open = true;
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
///     private final CountDownLatch opened = new CountDownLatch(1);
///
///     public void await() throws InterruptedException {
///         opened.await();
///     }
///
///     public int open(int[] gates) {
///         int sum = 0;
///         for (int gate : gates) {
///             sum += gate;
///         }
///         opened.countDown();
///         return sum;
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
/// Only loops that one method decides are found: a path around the loop that writes nothing and calls nothing but
/// getters of the JDK's atomic variables and clocks. Long computations that do end, and loops that call other
/// methods, are not found; `heddle watch` finds them. Loops with `Thread.yield` or `Thread.onSpinWait` belong to
/// `yield-spin`.
///
/// ## References
///
/// - JEP 444, Virtual Threads, on scheduling: https://openjdk.org/jeps/444
/// - JCTools issue 365: https://github.com/JCTools/JCTools/issues/365
record CpuUnderRequest() implements Rule {

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.methods().stream()
                .mapMulti((method, findings) -> analysis.code()
                        .spin(method)
                        .ifPresent(line -> findings.accept(finding(analysis, method, line))));
    }

    private Finding finding(BlockingAnalysis analysis, Method method, int line) {
        return Hazards.finding(
                this,
                analysis,
                new Site(method, line, ""),
                Confidence.LIKELY,
                "nothing in the loop changes or waits: only another thread, or the clock, ends it",
                Severity.STALL,
                "");
    }
}
