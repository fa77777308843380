package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A task reads a context that is kept by thread, on a thread that nobody gave it to: the request, the user, the log's
/// context, a thread-local variable of your own.
///
/// ## Why
///
/// A thread-local variable has a value on the thread that set it, and on no other. A task that another thread runs
/// reads
/// nothing, or what an earlier task of that thread left. Who moves to virtual threads starts more such tasks: the parts
/// of a request run side by side, and what a pool's thread happened to keep is gone, since each task has a new thread.
///
/// ## Bad
///
/// ```java
/// import java.util.concurrent.CompletableFuture;
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
///
/// public class Orders {
///     private static final ThreadLocal<String> TENANT = new ThreadLocal<>();
///     private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
///
///     public String list(String tenant) {
///         TENANT.set(tenant);
///         try {
///             return CompletableFuture.supplyAsync(this::find, tasks).join(); // finding
///         } finally {
///             TENANT.remove();
///         }
///     }
///
///     private String find() {
///         return "orders of " + TENANT.get();
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import java.util.concurrent.CompletableFuture;
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
///
/// public class Orders {
///     private static final ThreadLocal<String> TENANT = new ThreadLocal<>();
///     private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
///
///     public String list(String tenant) {
///         TENANT.set(tenant);
///         try {
///             String mine = TENANT.get();
///             return CompletableFuture.supplyAsync(() -> find(mine), tasks).join();
///         } finally {
///             TENANT.remove();
///         }
///     }
///
///     private String find(String tenant) {
///         return "orders of " + tenant;
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 and later, and with any threads. From 25 on the tasks of a `StructuredTaskScope` inherit a `ScopedValue`.
///
/// ## Limits
///
/// Heddle looks at tasks of your own code that are lambdas, at methods with `@Async`, and at what they call in your
/// code
/// within four calls. It says nothing of a context that the task sets itself, of an inheritable variable, and of a
/// service that takes contexts along: a `TaskDecorator`, a `DelegatingSecurityContextExecutorService`, Micrometer's
/// context propagation, a `ManagedExecutor`. Whether the value is missed is not known.
///
/// ## References
///
/// - Spring Security issue 15040, no user in an asynchronous method on virtual threads:
///   https://github.com/spring-projects/spring-security/issues/15040
/// - Spring Framework issue 34706, the request in a task:
/// https://github.com/spring-projects/spring-framework/issues/34706
/// - JEP 506, Scoped Values: https://openjdk.org/jeps/506
record ContextOfOtherThread() implements Rule {

    private static final Map<String, String> READS = Names.pairs("contexts", "reads");
    private static final Map<String, String> SETS = Names.pairs("contexts", "sets");
    private static final Set<String> CARRIERS = Names.of("contexts", "carriers");
    private static final String LOCAL = "java.lang.ThreadLocal";

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        if (takesAlong(analysis)) {
            return Stream.empty();
        }
        Set<Field> set = locals(analysis, "set");
        Stream<Finding> tasks = Tasks.all(analysis)
                .flatMap(task ->
                        missing(analysis, task.methods(), set)
                                .map(what -> finding(analysis, Site.of(task.call()), what))
                                .stream());
        Stream<Finding> methods = AsyncMethods.all(analysis)
                .flatMap(method -> missing(analysis, Tasks.closure(analysis, List.of(method)), set)
                        .map(what -> finding(analysis, Site.of(method), what))
                        .stream());
        return Stream.concat(tasks, methods);
    }

    private Finding finding(BlockingAnalysis analysis, Site site, String what) {
        return Hazards.finding(
                this,
                analysis,
                site,
                Confidence.LIKELY,
                "another thread runs it, to which nobody gives " + what,
                Severity.ADVICE,
                "read it before, and hand the value to the task");
    }

    // Code that takes contexts along mostly does so for all tasks.
    private static boolean takesAlong(BlockingAnalysis analysis) {
        return analysis.methods().stream()
                .filter(method -> method.owner().isTarget())
                .anyMatch(method -> method.owner().above().stream().anyMatch(type -> isCarrier(type.binaryName()))
                        || analysis.code()
                                .calls(method)
                                .anyMatch(call -> isCarrier(call.declared().binaryName())));
    }

    private static boolean isCarrier(String type) {
        return CARRIERS.stream().anyMatch(simple(type)::startsWith);
    }

    private static String simple(String binaryName) {
        return binaryName.substring(binaryName.lastIndexOf('.') + 1);
    }

    // What code of a task reads, and none of it sets.
    private static Optional<String> missing(BlockingAnalysis analysis, Set<Method> code, Set<Field> set) {
        Set<String> known = code.stream()
                .flatMap(analysis.code()::calls)
                .flatMap(call -> Stream.concat(
                        Stream.ofNullable(SETS.get(call.name())),
                        local(call, "set").map(ContextOfOtherThread::name).stream()))
                .collect(Collectors.toSet());
        return code.stream()
                .flatMap(analysis.code()::calls)
                .flatMap(call -> Stream.concat(
                        Stream.ofNullable(READS.get(call.name())),
                        local(call, "get").filter(set::contains).map(ContextOfOtherThread::name).stream()))
                .filter(read -> !known.contains(read))
                .findFirst();
    }

    private static String name(Field field) {
        return simple(field.owner().binaryName()).replace('$', '.') + "." + field.name();
    }

    private static Set<Field> locals(BlockingAnalysis analysis, String method) {
        return analysis.code()
                .callsNamed(method::equals)
                .flatMap(call -> local(call, method).stream())
                .collect(Collectors.toSet());
    }

    // The field of the service that keeps the variable which a call is made on.
    private static Optional<Field> local(CallSite call, String method) {
        return call.signature().name().equals(method)
                        && call.declared().binaryName().equals(LOCAL)
                        && AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead read
                        && read.field().owner().isTarget()
                ? Optional.of(read.field())
                : Optional.empty();
    }
}
