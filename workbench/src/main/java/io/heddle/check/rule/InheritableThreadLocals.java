package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.stream.Stream;

/// An `InheritableThreadLocal` is made: each virtual thread starts with a copy of its creator's values.
///
/// ## Why
///
/// Pool threads are made once; virtual threads are made for each task. Each new thread copies the whole map of
/// inheritable values, which costs time and memory for each request, and keeps the inherited values alive as long
/// as the thread. A value meant for one request leaks into tasks that outlive it.
///
/// ## Bad
///
/// ```java
/// public class User {
///     private static final ThreadLocal<String> NAME = new InheritableThreadLocal<>(); // finding
///
///     public static String name() {
///         return NAME.get();
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// public class User {
///     private static final ThreadLocal<String> NAME = new ThreadLocal<>();
///
///     public static String name() {
///         return NAME.get();
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 and later. From 25 on a `ScopedValue` is inherited without a copy, by the tasks of a `StructuredTaskScope`.
///
/// ## Limits
///
/// Threads made with `inheritInheritableThreadLocals(false)` copy nothing; Heddle does not check for that.
///
/// ## References
///
/// - JEP 444, Virtual Threads, on thread-local variables: https://openjdk.org/jeps/444
record InheritableThreadLocals() implements Rule {

    @Override
    public String name() {
        return "inheritable-thread-local";
    }

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.code()
                .callsNamed("<init>"::equals)
                .filter(call -> call.declared().isBelow("java.lang.InheritableThreadLocal"))
                // A subclass's constructor calls that of the class above it.
                .filter(call -> !call.caller().signature().name().equals("<init>")
                        || !call.caller().owner().isBelow("java.lang.InheritableThreadLocal"))
                .map(call -> Hazards.at(
                        this, analysis, call, Confidence.CERTAIN, "the object is made here", Severity.MEMORY));
    }
}
