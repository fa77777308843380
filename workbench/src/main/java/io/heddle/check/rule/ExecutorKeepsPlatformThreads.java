package io.heddle.check.rule;

import io.heddle.check.graph.Analysis;
import io.heddle.check.graph.Call;
import io.heddle.check.graph.Kind;
import io.heddle.check.graph.Method;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The service runs tasks on a pool of platform threads that no switch makes virtual.
///
/// ## Why
///
/// A framework's switch changes the threads that take requests and the pools that the framework makes. A pool
/// that the service makes stays a pool of platform threads. So does the common pool behind
/// `CompletableFuture.supplyAsync`, which has as many threads as cores: a few tasks that block there stop all
/// others. That pool then limits the service, and the switch seems to bring nothing.
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
/// import java.util.concurrent.CompletableFuture;
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
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
/// A pool is right for tasks that compute; Heddle does not check whether they do. A pool that is made where
/// Heddle knows of neither a request nor the start of the service is *possible* only. The JDK's `HttpClient` has
/// platform threads of its own for its selector and its callbacks, which do no harm.
///
/// ## References
///
/// - JEP 444, Virtual Threads, "Do not pool virtual threads": https://openjdk.org/jeps/444
/// - CompletableFuture, "default asynchronous execution facility":
///   https://docs.oracle.com/en/java/javase/25/docs/api/java.base/java/util/concurrent/CompletableFuture.html
public record ExecutorKeepsPlatformThreads() implements Rule {

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
    private static final Set<String> POOLS = Set.of(
            "java.util.concurrent.Executors.newFixedThreadPool",
            "java.util.concurrent.Executors.newCachedThreadPool",
            "java.util.concurrent.ThreadPoolExecutor.<init>",
            "org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor.<init>");
    /// Where tasks spend their time when they do not compute.
    private static final Set<Kind> BLOCKS =
            Set.of(Kind.NETWORK, Kind.DATABASE, Kind.DNS, Kind.SLEEP, Kind.PROCESS, Kind.PARK);

    @Override
    public Stream<Finding> find(Analysis analysis) {
        Stream<Finding> common =
                analysis.callsTo(COMMON).filter(call -> call.parameters() == 1).map(call -> common(analysis, call));
        Stream<Finding> pools = analysis.callsTo(POOLS)
                .filter(call -> !isVirtual(analysis, call) && !makesItself(call))
                .map(call -> pool(analysis, call));
        return Stream.concat(common, pools);
    }

    private Finding common(Analysis analysis, Call call) {
        boolean blocks = analysis.behind(call, 0).stream().anyMatch(task -> blocks(analysis, task));
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

    private static boolean blocks(Analysis analysis, Method task) {
        return analysis.anywhere(task).stream()
                .anyMatch(hazard -> BLOCKS.contains(hazard.kind()) && hazard.confidence() != Confidence.POSSIBLE);
    }

    private Finding pool(Analysis analysis, Call call) {
        boolean reached = analysis.reach(call.caller()) != Reach.UNKNOWN;
        return Hazards.finding(
                this,
                analysis,
                Site.of(call),
                reached ? Confidence.LIKELY : Confidence.POSSIBLE,
                reached ? "the service makes the pool itself" : "where the pool is made is not known to be reached",
                Severity.ADVICE,
                "");
    }

    private static boolean isVirtual(Analysis analysis, Call call) {
        return IntStream.range(0, call.parameters())
                .anyMatch(i -> analysis.comesFrom(call, i, "java.lang.Thread.ofVirtual"));
    }

    // A subclass's constructor calls that of the class above it.
    private static boolean makesItself(Call call) {
        return call.makesObject() && call.caller().signature().name().equals("<init>");
    }
}
