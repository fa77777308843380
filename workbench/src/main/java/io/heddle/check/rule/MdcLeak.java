package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A value is put into the logging context of a thread, and nothing in the class removes it.
///
/// ## Why
///
/// A pool reuses its threads, and the next request logs the last one's user. On virtual threads this goes
/// unnoticed, because each thread ends with its request. It comes back wherever a pool remains: schedulers, a
/// driver's callbacks, the common pool. Virtual threads that a request starts do not get these values: they log
/// without them.
///
/// ## Bad
///
/// ```java
/// import java.util.HashMap;
/// import java.util.Map;
///
/// public class Requests {
///     public void serve(String user, Runnable request) {
///         MDC.put("user", user); // finding
///         request.run();
///     }
/// }
///
/// class MDC {
///     private static final ThreadLocal<Map<String, String>> VALUES = ThreadLocal.withInitial(HashMap::new);
///
///     static void put(String key, String value) {
///         VALUES.get().put(key, value);
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.HashMap;
/// import java.util.Map;
///
/// public class Requests {
///     public void serve(String user, Runnable request) {
///         MDC.put("user", user);
///         try {
///             request.run();
///         } finally {
///             MDC.remove("user");
///         }
///     }
/// }
///
/// class MDC {
///     private static final ThreadLocal<Map<String, String>> VALUES = ThreadLocal.withInitial(HashMap::new);
///
///     static void put(String key, String value) {
///         VALUES.get().put(key, value);
///     }
///
///     static void remove(String key) {
///         VALUES.get().remove(key);
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
/// Heddle recognises a context by the simple name of its class, `MDC` or `ThreadContext`, which the logging
/// libraries share. It does not see that another class removes the value, and does not check every path or key.
///
/// ## References
///
/// - Quarkus issue 42191: https://github.com/quarkusio/quarkus/issues/42191
/// - Logback, MDC and managed threads: https://logback.qos.ch/manual/mdc.html
record MdcLeak() implements Rule {

    private static final Set<String> CONTEXTS = Set.of("MDC", "ThreadContext");
    private static final Set<String> PUTS = Set.of("put");
    private static final Set<String> TAKES =
            Set.of("remove", "removeAll", "clear", "clearAll", "clearMap", "setContextMap", "setContext");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Set<String> clean = analysis.code()
                .callsNamed(TAKES::contains)
                .filter(MdcLeak::isContext)
                .map(MdcLeak::outermost)
                .collect(Collectors.toSet());
        return analysis.code()
                .callsNamed(PUTS::contains)
                .filter(call -> isContext(call) && !clean.contains(outermost(call)))
                .map(call -> Hazards.finding(
                        this,
                        analysis,
                        Site.of(call),
                        Confidence.LIKELY,
                        "nothing in the class takes it out",
                        Severity.ADVICE,
                        ""));
    }

    private static boolean isContext(CallSite call) {
        String type = call.declared().name();
        return CONTEXTS.contains(type.substring(type.lastIndexOf('/') + 1))
                && call.caller().owner() != call.declared();
    }

    // The class with its inner ones.
    private static String outermost(CallSite call) {
        return call.caller().owner().name().replaceFirst("\\$.*", "");
    }
}
