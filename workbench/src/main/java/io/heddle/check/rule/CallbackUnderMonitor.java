package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Severity;
import java.util.stream.Stream;

/// Foreign code runs while a monitor is held: a supplier, a loader or a plug-in that may block.
///
/// ## Why
///
/// A lazy value, a cache or a registry that calls back under its monitor turns every blocking call of every
/// callback into a pin. The author of the callback cannot see the monitor, and the author of the cache cannot
/// prevent the blocking. The best-known case is `ConcurrentHashMap.computeIfAbsent`, which holds the monitor of a
/// bin.
///
/// ## Bad
///
/// ```java
/// import java.util.function.Supplier;
///
/// public class Lazy {
///     private final Supplier<String> source;
///     private String value;
///
///     public Lazy(Supplier<String> source) {
///         this.source = source;
///     }
///
///     public synchronized String get() { // finding
///         if (value == null) {
///             value = source.get();
///         }
///         return value;
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.locks.ReentrantLock;
/// import java.util.function.Supplier;
///
/// public class Lazy {
///     private final ReentrantLock lock = new ReentrantLock();
///     private final Supplier<String> source;
///     private String value;
///
///     public Lazy(Supplier<String> source) {
///         this.source = source;
///     }
///
///     public String get() {
///         lock.lock();
///         try {
///             if (value == null) {
///                 value = source.get();
///             }
///             return value;
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
/// Heddle does not know what the callback does, so a finding is *likely* at most. Comparators, iterators,
/// listeners and the methods of `Object` do not count as foreign code.
///
/// ## References
///
/// - Spring Framework issue 32958: https://github.com/spring-projects/spring-framework/issues/32958
/// - Clojure 1.12, virtual threads: https://clojure.org/news/2024/09/05/clojure-1-12-0
record CallbackUnderMonitor() implements Rule {

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return Hazards.underMonitor(this, analysis, kind -> kind == BlockingKind.CALLBACK, Severity.STALL);
    }
}
