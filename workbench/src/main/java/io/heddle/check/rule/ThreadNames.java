package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Code tells threads apart by their names, or has the JDK count names for virtual threads.
///
/// ## Why
///
/// A virtual thread has no name unless its maker gives it one: `getName` returns an empty text, for all of them. What
/// is kept in a map by the name of the current thread is then shared by all requests, and code that takes a number or a
/// prefix out of the name finds none. A name with a counter makes each name different, and costs CPU for each task: the
/// JDK joins prefix and number anew, on JDK 25 in a slow way.
///
/// ## Bad
///
/// ```java
/// import java.util.Map;
/// import java.util.concurrent.ConcurrentHashMap;
/// import java.util.concurrent.ThreadFactory;
///
/// public class Requests {
///     private final Map<String, Integer> served = new ConcurrentHashMap<>();
///     private final ThreadFactory threads = Thread.ofVirtual().name("request-", 0).factory(); // finding
///
///     public void start(Runnable request) {
///         threads.newThread(request).start();
///     }
///
///     public void count() {
///         served.merge(Thread.currentThread().getName(), 1, Integer::sum); // finding
///     }
///
///     public boolean isRequest() {
///         return Thread.currentThread().getName().startsWith("http-"); // finding
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.Map;
/// import java.util.concurrent.ConcurrentHashMap;
/// import java.util.concurrent.ThreadFactory;
///
/// public class Requests {
///     private final Map<Long, Integer> served = new ConcurrentHashMap<>();
///     private final ThreadFactory threads = Thread.ofVirtual().name("request").factory();
///
///     public void start(Runnable request) {
///         threads.newThread(request).start();
///     }
///
///     public void count() {
///         served.merge(Thread.currentThread().threadId(), 1, Integer::sum);
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 and later. Names with a counter: 25 and later; in which release the JDK is fast again is not known.
///
/// ## Limits
///
/// Heddle sees names that are asked of `Thread.currentThread()` in the method that uses them. It does not report a name
/// that is written to a log, a metric or the MDC: a log's pattern has `%thread` for it, which is empty too (logback
/// 1.5 falls back to the thread's number). Only the target's own code is reported, where a name can be changed. The
/// cost of names with a counter was not measured here.
///
/// ## References
///
/// - logback issue 834, an empty name in the log: https://github.com/qos-ch/logback/issues/834
/// - stacktale issue 116, one bucket for all threads: https://github.com/stacktale/stacktale/issues/116
/// - Quarkus issue 51201, what counted names cost: https://github.com/quarkusio/quarkus/issues/51201
/// - JDK-8372410: https://bugs.openjdk.org/browse/JDK-8372410
record ThreadNames() implements Rule {

    private static final String CURRENT = "java.lang.Thread.currentThread";
    private static final String NAME = "java.lang.Thread.getName";
    private static final String COUNTED = "java.lang.Thread$Builder$OfVirtual.name";
    /// First release of which it is known that counted names are slow.
    private static final int SLOW_COUNTERS = 25;

    private static final String MAP = "java.util.Map";
    private static final String SET = "java.util.Set";
    private static final String TEXT = "java/lang/String";
    /// Methods of text that look for a part of it, or compare it.
    private static final Set<String> LOOKS = Set.of(
            "equals",
            "equalsIgnoreCase",
            "startsWith",
            "endsWith",
            "contains",
            "matches",
            "indexOf",
            "lastIndexOf",
            "substring",
            "split");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Stream<Finding> used = analysis.code()
                .calls()
                .filter(ThreadNames::isOwn)
                .mapMulti((call, findings) -> use(call)
                        .ifPresent(why -> findings.accept(Hazards.finding(
                                this, analysis, Site.of(call), Confidence.LIKELY, why, Severity.ADVICE, ""))));
        Stream<Finding> counted = analysis.code()
                .callsTo(Set.of(COUNTED))
                .filter(call -> call.parameters() == 2 && isOwn(call))
                .map(call -> Hazards.finding(
                                this,
                                analysis,
                                Site.of(call),
                                Confidence.LIKELY,
                                "each thread's name is joined with a number anew",
                                Severity.ADVICE,
                                "give all threads of the factory one name")
                        .within(SLOW_COUNTERS, Optional.empty()));
        return Stream.concat(used, counted);
    }

    private static boolean isOwn(CallSite call) {
        return call.caller().owner().isTarget();
    }

    private static Optional<String> use(CallSite call) {
        String name = call.signature().name();
        if (call.declared().name().equals(TEXT) && LOOKS.contains(name) && isName(call.receiver())) {
            return Optional.of("a virtual thread's name is empty, unless its maker gave it one");
        }
        boolean keyed = call.parameters() > 0
                && isName(call.argument(0))
                && (call.declared().isBelow(MAP) || call.declared().isBelow(SET));
        return keyed ? Optional.of("all virtual threads without a name have one entry") : Optional.empty();
    }

    private static boolean isName(AbstractValue value) {
        return AbstractValue.bare(value) instanceof AbstractValue.Result result
                && result.call().name().equals(NAME)
                && result.call().isReceiverMadeBy(CURRENT);
    }
}
