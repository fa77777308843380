package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.confidence.ConfidenceModel;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.Unreadables.Extent;
import io.heddle.check.read.Unreadables.UnreadCode;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Context;
import io.heddle.model.Finding.Owner;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.ThreadContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A class could not be read, so that nothing is known of what it does.
///
/// ## Why
///
/// A check that finds nothing says that nothing was found in the code that it read. A class whose file is damaged, that
/// shares bytes with another entry of its archive, or that is larger than Heddle reads was not part of that code: it
/// may
/// hold a monitor while it waits. The finding keeps such a class from passing for a clean one. It is a stall where code
/// that requests run calls the class, and where the class is the application's own, since a framework may call that.
/// Else it is advice.
///
/// ## Bad
///
/// ```java
/// // damage Prices
/// public class Service {
///     public int total() {
///         return Prices.of("tea");
///     }
/// }
///
/// class Prices { // finding
///     static synchronized int of(String name) {
///         return name.length();
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// public class Service {
///     public int total() {
///         return Prices.of("tea");
///     }
/// }
///
/// class Prices {
///     static synchronized int of(String name) {
///         return name.length();
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
/// Heddle notices the classes of the application, and those of its libraries that its code reaches. A class whose name
/// is not that of its file, as no class loader finds it, is named among what was not read whole, and is no finding. So
/// are settings. A method with subroutines, which compilers wrote before Java 6, is advice: Heddle does not follow it.
///
/// ## References
///
/// - The Java Virtual Machine Specification, chapter 4, The class File Format:
///   https://docs.oracle.com/javase/specs/jvms/se25/html/jvms-4.html
record UnreadClass() implements Rule {

    private static final String ADVICE =
            "build or fetch the archive again; where the JVM loads this class, report that Heddle does not read it";

    private static final Comparator<Exposure> MOST_OFTEN = Comparator.comparing(
            List.of(Exposure.EACH_REQUEST, Exposure.SOME_REQUESTS, Exposure.UNKNOWN, Exposure.ONCE)::indexOf);

    @Override
    public boolean isLast() {
        return true;
    }

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        List<UnreadCode> unread = analysis.unread();
        if (unread.isEmpty()) {
            return Stream.of();
        }
        Map<String, List<Method>> callers = analysis.code()
                .callsNamed(_ -> true)
                .filter(call -> !call.declared().isJdk())
                .collect(Collectors.groupingBy(
                        call -> call.declared().name(), Collectors.mapping(CallSite::caller, Collectors.toList())));
        List<Method> missing = analysis.code()
                .callsNamed(_ -> true)
                .filter(call -> !call.declared().present())
                .map(CallSite::caller)
                .toList();
        return unread.stream()
                .filter(code -> !code.artifact().name().isEmpty() && code.extent() != Extent.SOURCE)
                .map(code -> finding(
                        analysis,
                        code,
                        code.extent() == Extent.ARCHIVE ? missing : callers.getOrDefault(code.type(), List.of())));
    }

    /// @param users methods that may run it
    private Finding finding(BlockingAnalysis analysis, UnreadCode code, List<Method> users) {
        boolean archive = code.extent() == Extent.ARCHIVE;
        boolean own = code.artifact().isOwn() && !archive;
        Exposure exposure =
                users.stream().map(analysis::exposure).min(MOST_OFTEN).orElse(Exposure.UNKNOWN);
        Reach reach = users.stream().map(analysis::reach).anyMatch(Predicate.isEqual(Reach.REQUEST))
                ? Reach.REQUEST
                : Reach.UNKNOWN;
        int descriptor = code.method().indexOf('(');
        return new Finding(
                name(),
                Hazards.FIRST,
                Hazards.ALWAYS,
                severity(analysis, code, own, users),
                Confidence.CERTAIN,
                (archive ? "none of its classes was checked: " : "it was not checked: ") + code.why(),
                ConfidenceModel.odds(name(), Confidence.CERTAIN),
                reach,
                new Context(exposure, ThreadContext.CALLERS, own ? Owner.OWN : Owner.LIBRARY, ""),
                code.artifact().name(),
                archive ? code.type() : code.type().replace('/', '.'),
                descriptor < 0 ? "" : code.method().substring(0, descriptor),
                descriptor < 0 ? "" : code.method().substring(descriptor),
                "",
                0,
                List.of(),
                "",
                ADVICE,
                Optional.empty());
    }

    // Of a service it is known what requests get to; of a library its users may call all.
    private static Severity severity(BlockingAnalysis analysis, UnreadCode code, boolean own, List<Method> users) {
        boolean run = own
                || users.stream()
                        .anyMatch(user -> !analysis.knowsRequests()
                                || analysis.exposure(user).isMetByRequests());
        return run && code.extent() != Extent.SUBROUTINES ? Severity.STALL : Severity.ADVICE;
    }
}
