package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A thread-local variable keeps an expensive object for reuse: a buffer, a format, a digest.
///
/// ## Why
///
/// A pool of some hundred threads has one such object for each thread and uses it again and again. With virtual
/// threads there is one for each task, used once: the cost is paid each time, and as many objects are alive as
/// there are tasks. A million threads with 8 KiB each take 8 GiB.
///
/// ## Bad
///
/// ```java
/// import java.text.SimpleDateFormat;
/// import java.util.Date;
///
/// public class Dates {
///     private static final ThreadLocal<SimpleDateFormat> FORMAT =
///             ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd")); // finding
///
///     public static String text(Date date) {
///         return FORMAT.get().format(date);
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.time.LocalDate;
/// import java.time.format.DateTimeFormatter;
///
/// public class Dates {
///     private static final ThreadLocal<Integer> DEPTH = ThreadLocal.withInitial(() -> 0);
///     private static final DateTimeFormatter FORMAT = DateTimeFormatter.ISO_LOCAL_DATE;
///
///     public static String text(LocalDate date) {
///         return DEPTH.get() + FORMAT.format(date);
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
/// Heddle sees only values that the variable creates itself, not those that are set later. Expensive means a list
/// of JDK classes, and arrays of any size.
///
/// ## References
///
/// - jackson-core issue 919: https://github.com/FasterXML/jackson-core/issues/919
/// - JEP 444, Virtual Threads, on thread-local variables: https://openjdk.org/jeps/444
record ThreadLocalCache() implements Rule {

    private static final List<String> DEAR = List.of(
            "[",
            "java.lang.StringBuilder",
            "java.lang.StringBuffer",
            "java.text.",
            "java.security.",
            "javax.crypto.",
            "java.nio.",
            "java.util.regex.",
            "java.util.zip.",
            "java.io.",
            "java.util.GregorianCalendar",
            "java.util.Random",
            "javax.xml.",
            "java.util.Formatter");
    private static final Set<String> TEXT_BUILDERS = Set.of("java.lang.StringBuilder", "java.lang.StringBuffer");
    private static final String LOCAL = "java.lang.ThreadLocal";

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Stream<Finding> lambdas = analysis.code()
                .callsTo(Set.of(LOCAL + ".withInitial"))
                .flatMap(call -> analysis.code().lambdaTargets(call, 0).stream()
                        .map(method -> dear(analysis, method))
                        .flatMap(Optional::stream)
                        .limit(1)
                        .map(dear -> finding(analysis, call, dear)));
        Stream<Finding> subclasses = analysis.code()
                .callsNamed("<init>"::equals)
                .filter(call ->
                        call.declared().isBelow(LOCAL) && !call.declared().isJdk())
                .flatMap(call ->
                        call.declared().declares("initialValue").flatMap(method -> dear(analysis, method)).stream()
                                .map(dear -> finding(analysis, call, dear)));
        return Stream.concat(lambdas, subclasses);
    }

    private Finding finding(BlockingAnalysis analysis, CallSite call, String dear) {
        return Hazards.at(
                this,
                analysis,
                call,
                Confidence.LIKELY,
                "each thread makes " + (dear.startsWith("[") ? "an array" : "a " + dear) + " of its own",
                Severity.MEMORY);
    }

    // What is made and not kept may be kept by what is; but a text builder then builds a text, such as an error's
    // message.
    private static Optional<String> dear(BlockingAnalysis analysis, Method method) {
        Stream<String> beside =
                analysis.code().allocatedTypes(method).stream().filter(made -> !TEXT_BUILDERS.contains(made));
        return Stream.concat(analysis.code().retainedTypes(method), beside)
                .filter(made -> DEAR.stream().anyMatch(made::startsWith))
                .findFirst();
    }
}
