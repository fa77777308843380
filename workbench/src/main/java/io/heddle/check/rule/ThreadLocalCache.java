package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.ConstructionCost;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
/// import java.util.Map;
/// import java.util.concurrent.ConcurrentHashMap;
///
/// public class Dates {
///     private static final ThreadLocal<SimpleDateFormat> FORMAT =
///             ThreadLocal.withInitial(() -> new SimpleDateFormat("yyyy-MM-dd")); // finding
///
///     public static String text(Date date) {
///         return FORMAT.get().format(date);
///     }
///
///     private static final ThreadLocal<Renderer> RENDERER = new ThreadLocal<>();
///     private static final Map<Thread, Renderer> BY_THREAD = new ConcurrentHashMap<>();
///
///     static class Renderer {
///         private final byte[] buffer = new byte[65_536];
///     }
///
///     public static Renderer current() {
///         Renderer renderer = RENDERER.get();
///         if (renderer == null) {
///             renderer = new Renderer();
///             RENDERER.set(renderer); // finding
///         }
///         return renderer;
///     }
///
///     public static Renderer mine() {
///         return BY_THREAD.computeIfAbsent(Thread.currentThread(), thread -> new Renderer()); // finding
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
/// Expensive are arrays of any size, a list of JDK classes, and objects whose construction makes one of these or many
/// objects: Heddle follows the constructors of your classes and of the libraries'. A value that is set later counts
/// where the method that sets it asked the variable before, and nothing removes it. A map whose key is the current
/// thread is a thread-local variable too, and keeps its values when the threads have ended. How often a finding matters
/// is told by the methods that ask for the value.
///
/// ## References
///
/// - jackson-core issue 919: https://github.com/FasterXML/jackson-core/issues/919
/// - JEP 444, Virtual Threads, on thread-local variables: https://openjdk.org/jeps/444
record ThreadLocalCache() implements Rule {

    private static final Set<String> TEXT_BUILDERS = Set.of("java.lang.StringBuilder", "java.lang.StringBuffer");
    private static final String LOCAL = "java.lang.ThreadLocal";

    private static final Set<String> MAPS = Set.of("put", "putIfAbsent", "computeIfAbsent");
    private static final String MAP = "java.util.Map";
    private static final String CURRENT = "java.lang.Thread.currentThread";

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Uses uses = Uses.of(analysis);
        Stream<Finding> lambdas = analysis.code()
                .callsTo(Set.of(LOCAL + ".withInitial"))
                .flatMap(call -> analysis.code().lambdaTargets(call, 0).stream()
                        .map(method -> dear(analysis, method))
                        .flatMap(Optional::stream)
                        .limit(1)
                        .map(dear -> finding(analysis, call, dear, uses)));
        Stream<Finding> subclasses = analysis.code()
                .callsNamed("<init>"::equals)
                .filter(call ->
                        call.declared().isBelow(LOCAL) && !call.declared().isJdk())
                .flatMap(call ->
                        call.declared().declares("initialValue").flatMap(method -> dear(analysis, method)).stream()
                                .map(dear -> finding(analysis, call, dear, uses)));
        Stream<Finding> lazy = uses.sets.stream()
                .filter(call -> uses.isLazy(call))
                .flatMap(call -> analysis
                        .code()
                        .cost(call.argument(0))
                        .map(dear -> Hazards.at(
                                this, analysis, call, Confidence.LIKELY, reason(dear, "keeps"), Severity.MEMORY))
                        .stream());
        Stream<Finding> maps = analysis.code()
                .callsNamed(MAPS::contains)
                .filter(call -> call.declared().isBelow(MAP)
                        && call.caller().owner().isTarget()
                        && call.parameters() > 0
                        && analysis.code().comesFrom(call, 0, CURRENT))
                .map(call -> Hazards.at(
                        this,
                        analysis,
                        call,
                        Confidence.LIKELY,
                        "the map gets an entry for each virtual thread that comes here",
                        Severity.MEMORY));
        return Stream.of(lambdas, subclasses, lazy, maps).flatMap(found -> found);
    }

    /// How code uses thread-local variables that fields keep.
    ///
    /// @param gets methods that ask, by the field
    /// @param sets calls
    /// @param removed fields of which some code removes the value
    private record Uses(Map<Field, List<Method>> gets, List<CallSite> sets, Set<Field> removed) {

        static Uses of(BlockingAnalysis analysis) {
            Map<Field, List<Method>> gets = new HashMap<>();
            List<CallSite> sets = new ArrayList<>();
            Set<Field> removed = new HashSet<>();
            analysis.code()
                    .callsNamed(Set.of("get", "set", "remove")::contains)
                    .filter(call -> call.declared().isBelow(LOCAL))
                    .forEach(call -> field(call).ifPresent(field -> {
                        switch (call.signature().name()) {
                            case "get" ->
                                gets.computeIfAbsent(field, _ -> new ArrayList<>())
                                        .add(call.caller());
                            case "set" -> sets.add(call);
                            default -> removed.add(field);
                        }
                    }));
            return new Uses(gets, sets, removed);
        }

        static Optional<Field> field(CallSite call) {
            return AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead read
                    ? Optional.of(read.field())
                    : Optional.empty();
        }

        /// Whether the method asks before it sets, and the value stays.
        boolean isLazy(CallSite set) {
            return field(set)
                    .filter(field -> !removed.contains(field)
                            && gets.getOrDefault(field, List.of()).contains(set.caller()))
                    .isPresent();
        }

        /// The methods that ask a variable which a call makes; empty where that is not known.
        List<Method> askers(BlockingAnalysis analysis, CallSite made) {
            return gets.entrySet().stream()
                    .filter(one -> analysis.code().keeps(one.getKey(), made))
                    .flatMap(one -> one.getValue().stream())
                    .distinct()
                    .toList();
        }
    }

    private Finding finding(BlockingAnalysis analysis, CallSite call, String dear, Uses uses) {
        List<Method> askers = uses.askers(analysis, call);
        Site site = Site.of(call);
        return Hazards.finding(
                this,
                analysis,
                askers.isEmpty() ? site : site.runBy(askers),
                Confidence.LIKELY,
                reason(dear, "makes"),
                Severity.MEMORY,
                "");
    }

    private static String reason(String dear, String does) {
        return "each thread " + does + " " + (dear.startsWith("[") ? "an array" : "a " + dear) + " of its own";
    }

    // What is made and not kept may be kept by what is; but a text builder then builds a text, such as an error's
    // message.
    private static Optional<String> dear(BlockingAnalysis analysis, Method method) {
        Stream<String> beside =
                analysis.code().allocatedTypes(method).stream().filter(made -> !TEXT_BUILDERS.contains(made));
        return Stream.concat(analysis.code().retainedTypes(method), beside)
                .filter(ConstructionCost::isDear)
                .findFirst()
                .or(() -> analysis.code().cost(method));
    }
}
