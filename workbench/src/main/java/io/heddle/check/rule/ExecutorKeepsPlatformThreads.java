package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.values.ExecutorUses;
import io.heddle.analysis.values.ExecutorUses.Uses;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The service runs tasks on a pool of platform threads that no switch makes virtual.
///
/// ## Why
///
/// A framework's switch changes the threads that take requests and the pools that the framework makes. A pool
/// that the service makes stays a pool of platform threads. So does the common pool behind
/// `CompletableFuture.supplyAsync`, which has as many threads as cores: a few tasks that block there stop all
/// others. That pool then limits the service, and the switch seems to bring nothing. A parallel stream runs its
/// functions there as well.
///
/// With Spring the switch replaces only the executor that Spring Boot makes for `@Async`, and Boot makes none where the
/// service has an `Executor` bean of its own. A `ThreadPoolTaskExecutor` bean therefore keeps `@Async` methods on
/// platform threads. A `SimpleAsyncTaskExecutor` with `setVirtualThreads(true)` takes its place.
///
/// ## Bad
///
/// ```java
/// import com.sun.net.httpserver.HttpExchange;
/// import com.sun.net.httpserver.HttpHandler;
/// import java.io.IOException;
/// import java.io.UncheckedIOException;
/// import java.net.http.HttpClient;
/// import java.net.http.HttpRequest;
/// import java.net.http.HttpResponse.BodyHandlers;
/// import java.util.List;
/// import java.util.concurrent.CompletableFuture;
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
///
/// public class Quotes implements HttpHandler {
///     private final HttpClient client = HttpClient.newHttpClient();
///     private final HttpRequest quote;
///     private ExecutorService pool;
///
///     public Quotes(HttpRequest quote) {
///         this.quote = quote;
///     }
///
///     @Override
///     public void handle(HttpExchange exchange) {
///         CompletableFuture<String> answer = CompletableFuture.supplyAsync(this::ask); // finding
///         exchange.setAttribute("quote", answer.join());
///     }
///
///     public List<String> all(List<String> names) {
///         return names.parallelStream().map(name -> name + ask()).toList(); // finding
///     }
///
///     public static void main(String[] arguments) {
///         Quotes quotes = new Quotes(HttpRequest.newBuilder().build());
///         quotes.pool = Executors.newFixedThreadPool(200); // finding
///         quotes.pool.submit(quotes::ask);
///     }
///
///     private String ask() {
///         try {
///             return client.send(quote, BodyHandlers.ofString()).body();
///         } catch (IOException e) {
///             throw new UncheckedIOException(e);
///         } catch (InterruptedException e) {
///             return "";
///         }
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// import com.sun.net.httpserver.HttpExchange;
/// import com.sun.net.httpserver.HttpHandler;
/// import java.io.IOException;
/// import java.io.UncheckedIOException;
/// import java.net.http.HttpClient;
/// import java.net.http.HttpRequest;
/// import java.net.http.HttpResponse.BodyHandlers;
/// import java.util.ArrayList;
/// import java.util.List;
/// import java.util.concurrent.CompletableFuture;
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
/// import java.util.concurrent.Future;
///
/// public class Quotes implements HttpHandler {
///     private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
///     private final HttpClient client = HttpClient.newHttpClient();
///     private final HttpRequest quote;
///
///     public Quotes(HttpRequest quote) {
///         this.quote = quote;
///     }
///
///     @Override
///     public void handle(HttpExchange exchange) {
///         CompletableFuture<String> answer = CompletableFuture.supplyAsync(this::ask, tasks);
///         exchange.setAttribute("quote", answer.join());
///     }
///
///     public List<String> all(List<String> names) throws Exception {
///         List<Future<String>> asked = names.stream().map(name -> tasks.submit(this::ask)).toList();
///         List<String> all = new ArrayList<>();
///         for (Future<String> each : asked) {
///             all.add(each.get());
///         }
///         return all;
///     }
///
///     public int length(List<String> names) {
///         return names.parallelStream().mapToInt(String::length).sum();
///     }
///
///     private String ask() {
///         try {
///             return client.send(quote, BodyHandlers.ofString()).body();
///         } catch (IOException e) {
///             throw new UncheckedIOException(e);
///         } catch (InterruptedException e) {
///             return "";
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
/// Of a parallel stream Heddle tells where it sees a function of it block, in the method that makes the stream.
///
/// A pool is right for tasks that compute; Heddle does not check whether they do. A pool has the exposure of the code
/// that hands it tasks, and is *possible* only if Heddle knows of no such code. The JDK's `HttpClient` has
/// platform threads of its own for its selector and its callbacks, which do no harm.
///
/// A limit goes with the pool: nothing else may have kept its tasks from taking all connections of a database. How many
/// tasks ran at once is
///
/// - the number of threads of `newFixedThreadPool`, and no limit of `newCachedThreadPool`;
/// - `corePoolSize` where the queue has no bound, for threads beyond it start only when the queue is full; else
///   `maximumPoolSize`, and tasks beyond that and the queue were rejected;
/// - 1 of a `ThreadPoolTaskExecutor` of which nothing is set, and 8 of Spring Boot's own.
///
/// `SimpleAsyncTaskExecutor.setConcurrencyLimit` takes that number; at the limit it makes whoever submits a task
/// wait, or rejects from Spring Framework 6.2.6 on. A semaphore in the task makes only tasks wait. Where one request
/// starts a few tasks and waits for all, a `StructuredTaskScope` (a preview up to JDK 27) ends them together; it sets
/// no limit.
///
/// ## References
///
/// - JEP 444, Virtual Threads, "Do not pool virtual threads": https://openjdk.org/jeps/444
/// - CompletableFuture, "default asynchronous execution facility":
///   https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/concurrent/CompletableFuture.html
/// - Stream, "parallelism":
/// https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/stream/package-summary.html
/// - Spring Boot, Task Execution and Scheduling:
///   https://docs.spring.io/spring-boot/reference/features/task-execution-and-scheduling.html
/// - Spring Framework issue 33873, the limit blocks who submits:
///   https://github.com/spring-projects/spring-framework/issues/33873
/// - JEP 533, Structured Concurrency (Seventh Preview): https://openjdk.org/jeps/533
record ExecutorKeepsPlatformThreads() implements Rule {

    private static final String FUTURE = "java.util.concurrent.CompletableFuture.";
    private static final Set<String> COMMON = Set.of(
            FUTURE + "supplyAsync",
            FUTURE + "runAsync",
            FUTURE + "thenApplyAsync",
            FUTURE + "thenAcceptAsync",
            FUTURE + "thenRunAsync",
            FUTURE + "thenComposeAsync",
            FUTURE + "handleAsync",
            FUTURE + "whenCompleteAsync");
    private static final String COMMON_POOL = "java.util.concurrent.ForkJoinPool.commonPool";
    private static final Set<String> HANDS_IN = Set.of("submit", "execute", "invoke");
    private static final Set<String> PARALLEL = Set.of("parallelStream", "parallel");
    private static final Set<String> MAKES_STREAMS = Set.of("java.util.Collection", "java.util.stream.BaseStream");
    private static final Set<String> POOLS = Set.of(
            "java.util.concurrent.Executors.newFixedThreadPool",
            "java.util.concurrent.Executors.newCachedThreadPool",
            "java.util.concurrent.ThreadPoolExecutor.<init>",
            "org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor.<init>");
    /// Blocking kinds that are no reason to run a task on a virtual thread.
    private static final Set<BlockingKind> LITTLE = Set.of(BlockingKind.WAIT, BlockingKind.FILE, BlockingKind.STREAM);

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Stream<Finding> common = Stream.of(
                        analysis.code()
                                .callsTo(COMMON)
                                .filter(call -> call.parameters() == 1)
                                .map(call -> common(analysis, call)),
                        analysis.code()
                                .callsNamed(HANDS_IN::contains)
                                .filter(call ->
                                        call.parameters() > 0 && analysis.code().isFrom(call, Set.of(COMMON_POOL)))
                                .map(call -> common(analysis, call)),
                        analysis.code()
                                .callsNamed(PARALLEL::contains)
                                .filter(call -> call.parameters() == 0
                                        && call.declared().isBelowAny(MAKES_STREAMS)
                                        && analysis.code().functionsOfStream(call).stream()
                                                .anyMatch(task -> blocks(analysis, task)))
                                .map(call -> parallel(analysis, call)))
                .flatMap(found -> found);
        List<CallSite> pools = analysis.code()
                .callsTo(POOLS)
                .filter(call -> !isVirtual(analysis, call) && !makesItself(call))
                .toList();
        if (pools.isEmpty()) {
            return common;
        }
        ExecutorUses uses = analysis.code().executorUses();
        return Stream.concat(common, pools.stream().map(call -> pool(analysis, call, uses.of(call))));
    }

    private Finding common(BlockingAnalysis analysis, CallSite call) {
        boolean blocks = analysis.code().lambdaTargets(call, 0).stream().anyMatch(task -> blocks(analysis, task));
        return Hazards.finding(
                this,
                analysis,
                Site.of(call),
                blocks ? Confidence.LIKELY : Confidence.POSSIBLE,
                blocks
                        ? "the task blocks in the common pool"
                        : "it runs in the common pool; whether it blocks is not known",
                Severity.SLOW,
                "pass an executor of virtual threads as the last argument");
    }

    private Finding parallel(BlockingAnalysis analysis, CallSite call) {
        return Hazards.finding(
                this,
                analysis,
                Site.of(call),
                Confidence.LIKELY,
                "a function of the stream blocks in the common pool, which has as many threads as cores",
                Severity.SLOW,
                "hand the parts to an executor of virtual threads");
    }

    private static boolean blocks(BlockingAnalysis analysis, Method task) {
        return analysis.blockingPaths(task, kind -> kind.surelyBlocks() && !LITTLE.contains(kind)).stream()
                .anyMatch(hazard -> hazard.confidence() != Confidence.POSSIBLE);
    }

    // It matters as often as it gets tasks.
    private Finding pool(BlockingAnalysis analysis, CallSite call, Uses uses) {
        Set<Method> users =
                uses.calls().stream().map(CallSite::caller).collect(Collectors.toCollection(LinkedHashSet::new));
        boolean idle = users.isEmpty() && uses.all();
        if (!uses.all()) {
            users.add(call.caller());
        }
        return Hazards.finding(
                this,
                analysis,
                idle ? Site.of(call) : Site.of(call).runBy(users),
                idle ? Confidence.POSSIBLE : Confidence.LIKELY,
                idle ? "no code is known that hands it a task" : "it makes the pool itself",
                Severity.ADVICE,
                "");
    }

    private static boolean isVirtual(BlockingAnalysis analysis, CallSite call) {
        return IntStream.range(0, call.parameters())
                .anyMatch(i -> analysis.code().comesFrom(call, i, "java.lang.Thread.ofVirtual"));
    }

    // A subclass's constructor calls that of the class above it.
    private static boolean makesItself(CallSite call) {
        return call.makesObject() && call.caller().signature().name().equals("<init>");
    }
}
