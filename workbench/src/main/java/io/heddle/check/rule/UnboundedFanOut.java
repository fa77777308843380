package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Nothing limits how many virtual threads call the database or another service at once: a loop starts one for each
/// element, or each call of an `@Async` method does.
///
/// ## Why
///
/// The size of a thread pool was also the limit of its concurrent calls. Virtual threads have no such limit: ten
/// thousand elements are ten thousand calls at once. The other service answers 429 or fails, threads that wait
/// for a pooled connection time out, and waiting requests hold their memory.
///
/// Spring Boot runs `@Async` methods on a pool of 8 threads. With `spring.threads.virtual.enabled` each call starts a
/// virtual thread of its own, and the settings of the pool have no effect. The property
/// `spring.task.execution.simple.concurrency-limit` sets a limit: then whoever calls the method waits.
///
/// ## Bad
///
/// ```java
/// // with org.springframework.boot:spring-boot:3.5.0
/// // set spring.threads.virtual.enabled=true
/// import java.io.IOException;
/// import java.lang.annotation.Retention;
/// import java.lang.annotation.RetentionPolicy;
/// import java.net.Socket;
/// import java.util.List;
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
///
/// @Retention(RetentionPolicy.RUNTIME)
/// @interface Async {
///     String value() default "";
/// }
///
/// public class Mirror {
///     @Async
///     public void refresh(String host) throws IOException {
///         fetch(host); // finding
///     }
///
///     public void fetch(List<String> hosts) {
///         try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
///             for (String host : hosts) {
///                 tasks.submit(() -> fetch(host)); // finding
///             }
///         }
///     }
///
///     public void fetchOften(String host, int times) {
///         try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
///             while (times-- > 0) {
///                 for (int i = 0; i < 6; i++) {
///                     tasks.submit(() -> fetch(host)); // finding
///                 }
///             }
///         }
///     }
///
///     private int fetch(String host) throws IOException {
///         try (Socket socket = new Socket(host, 80)) {
///             return socket.getInputStream().read();
///         }
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// // with org.springframework.boot:spring-boot:3.5.0
/// // set spring.threads.virtual.enabled=true
/// // set spring.task.execution.simple.concurrency-limit=8
/// import java.io.IOException;
/// import java.lang.annotation.Retention;
/// import java.lang.annotation.RetentionPolicy;
/// import java.net.Socket;
/// import java.util.List;
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
/// import java.util.concurrent.Semaphore;
///
/// @Retention(RetentionPolicy.RUNTIME)
/// @interface Async {
///     String value() default "";
/// }
///
/// public class Mirror {
///     @Async
///     public void refresh(String host) throws IOException {
///         fetchNow(host);
///     }
///
///     private final Semaphore atOnce = new Semaphore(50);
///
///     public void fetch(List<String> hosts) {
///         try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
///             for (String host : hosts) {
///                 tasks.submit(() -> fetch(host));
///             }
///         }
///     }
///
///     public void fetchSix(String host) {
///         try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
///             for (int i = 0; i < 6; i++) {
///                 tasks.submit(() -> fetchNow(host));
///             }
///         }
///     }
///
///     private int fetchNow(String host) throws IOException {
///         try (Socket socket = new Socket(host, 80)) {
///             return socket.getInputStream().read();
///         }
///     }
///
///     private int fetch(String host) throws IOException {
///         atOnce.acquireUninterruptibly();
///         try (Socket socket = new Socket(host, 80)) {
///             return socket.getInputStream().read();
///         } finally {
///             atOnce.release();
///         }
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
/// A loop that counts to a constant of at most 64 starts few tasks and is not reported, unless another loop runs around
/// it. Otherwise the number of elements is not known, and neither is a limit elsewhere, such as a semaphore in another
/// class or
/// the other side's own. Streams that start a thread for each element are not recognised as loops. A task is
/// *possible* only if Heddle does not see it wait for a network or a database.
///
/// An `@Async` method is told of with Spring Boot 3.2 or later, on or before the switch: where the annotation names no
/// executor, the service has no executor bean and no `AsyncConfigurer`, and the method waits for the network or a
/// database.
///
/// A `StructuredTaskScope` (a preview up to JDK 27) ends the tasks of a loop together, and sets no limit: it needs the
/// semaphore too. So does Jetty's `VirtualThreadPool`: its maximum is that of tasks at work, and each task beyond it
/// waits in a thread of its own. A pool that was full also slowed down who read from a queue or a socket; Heddle does
/// not tell where that is lost.
///
/// ## References
///
/// - JEP 444, Virtual Threads, on limiting concurrency: https://openjdk.org/jeps/444
/// - Spring Boot issue 39529, the pool's settings have no effect:
/// https://github.com/spring-projects/spring-boot/issues/39529
/// - Hephaestus pull request 1349, `@Async` without a limit took all connections:
///   https://github.com/hephaestus-build/Hephaestus/pull/1349
/// - Quarkus pull request 55011: https://github.com/quarkusio/quarkus/pull/55011
/// - Camel pull request 23480, back-pressure: https://github.com/apache/camel/pull/23480
/// - Jetty issue 14330, the pool's maximum: https://github.com/jetty/jetty.project/issues/14330
/// - JEP 533, Structured Concurrency (Seventh Preview): https://openjdk.org/jeps/533
record UnboundedFanOut() implements Rule {

    private static final Set<String> STARTS = Set.of("submit", "execute");
    private static final Set<String> EXECUTORS = Set.of(
            "java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor",
            "java.util.concurrent.Executors.newThreadPerTaskExecutor");
    private static final String DIRECT = "java.lang.Thread.startVirtualThread";
    private static final Set<String> VIRTUAL = Set.of("java.lang.Thread.ofVirtual");
    private static final String LIMIT = "java.util.concurrent.Semaphore.";

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Stream<Finding> loops = analysis.code()
                .calls()
                .filter(call -> call.isInLoop()
                        && !call.isInShortLoops()
                        && starts(analysis, call)
                        && !isLimited(analysis, call))
                .map(call -> finding(analysis, call));
        AsyncMethods async = AsyncMethods.of(analysis);
        Stream<Finding> methods = async.onBootsExecutor().stream()
                .filter(method -> !isLimited(analysis, Stream.of(method)))
                .flatMap(method -> callsOut(analysis, method)
                        .map(hazard ->
                                finding(analysis, new Site(method, hazard.line(), hazard.sink()), async.switched()))
                        .stream());
        return Stream.concat(loops, methods);
    }

    private static boolean starts(BlockingAnalysis analysis, CallSite call) {
        return call.name().equals(DIRECT)
                || call.signature().name().equals("start") && analysis.code().isFrom(call, VIRTUAL)
                || STARTS.contains(call.signature().name()) && analysis.code().isFrom(call, EXECUTORS);
    }

    private static boolean isLimited(BlockingAnalysis analysis, CallSite call) {
        return isLimited(analysis, Stream.concat(Stream.of(call.caller()), tasks(analysis, call).stream()));
    }

    private static boolean isLimited(BlockingAnalysis analysis, Stream<Method> places) {
        return places.flatMap(method ->
                        Stream.concat(Stream.of(method), analysis.code().callees(method)))
                .flatMap(analysis.code()::calls)
                .anyMatch(each -> each.name().startsWith(LIMIT));
    }

    private static List<Method> tasks(BlockingAnalysis analysis, CallSite call) {
        return call.parameters() == 0 ? List.of() : analysis.code().lambdaTargets(call, 0);
    }

    private Finding finding(BlockingAnalysis analysis, CallSite call) {
        boolean callsOut = tasks(analysis, call).stream()
                .anyMatch(task -> callsOut(analysis, task).isPresent());
        return Hazards.finding(
                this,
                analysis,
                Site.of(call),
                callsOut ? Confidence.LIKELY : Confidence.POSSIBLE,
                callsOut
                        ? "each turn of the loop starts a task that waits for the network or a database"
                        : "what the tasks wait for is not known",
                Severity.SLOW,
                "take a permit of a semaphore in the task");
    }

    private static Optional<BlockingSite> callsOut(BlockingAnalysis analysis, Method task) {
        return analysis.blockingPaths(task, BlockingKind::callsOut).stream()
                .filter(hazard -> hazard.confidence() != Confidence.POSSIBLE)
                .min(BlockingSite.BEST);
    }

    private Finding finding(BlockingAnalysis analysis, Site site, boolean switched) {
        return Hazards.finding(
                this,
                analysis,
                site,
                Confidence.LIKELY,
                (switched
                                ? "each call starts a virtual thread"
                                : "with " + FrameworkSetting.SWITCH + " each call starts a virtual thread")
                        + " that waits for the network or a database, and Spring Boot's pool of 8 threads limits them no more",
                Severity.SLOW,
                "set spring.task.execution.simple.concurrency-limit, or take a permit of a semaphore in the method");
    }
}
