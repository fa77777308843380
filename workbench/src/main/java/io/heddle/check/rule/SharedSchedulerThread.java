package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Annotations;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.Setting;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// With virtual threads switched on, a scheduled task that blocks holds up all others: those with a fixed delay share
/// one thread.
///
/// ## Why
///
/// With `spring.threads.virtual.enabled` Spring Boot schedules by a `SimpleAsyncTaskScheduler`. It starts a virtual
/// thread for each run of a task with a fixed rate or a cron expression. A task with a fixed delay runs on the
/// scheduler's own thread, of which there is one. While such a task waits, no other task with a fixed delay runs, and
/// none with a fixed rate is started. `spring.task.scheduling.pool.size`, which helped before, has no effect.
///
/// ## Bad
///
/// ```java
/// // with org.springframework.boot:spring-boot:3.5.0
/// // set spring.threads.virtual.enabled=true
/// import java.lang.annotation.Retention;
/// import java.lang.annotation.RetentionPolicy;
/// import java.io.IOException;
/// import java.net.http.HttpClient;
/// import java.net.http.HttpRequest;
/// import java.net.http.HttpResponse.BodyHandlers;
///
/// @Retention(RetentionPolicy.RUNTIME)
/// @interface Scheduled {
///     long fixedDelay() default -1;
///
///     long fixedRate() default -1;
/// }
///
/// public class Jobs {
///     private final HttpClient client = HttpClient.newHttpClient();
///     private final HttpRequest prices = HttpRequest.newBuilder().build();
///     private int beats;
///
///     @Scheduled(fixedDelay = 60_000)
///     public void fetch() throws IOException, InterruptedException {
///         client.send(prices, BodyHandlers.discarding()); // finding
///     }
///
///     @Scheduled(fixedRate = 1_000)
///     public void beat() {
///         beats++;
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// // with org.springframework.boot:spring-boot:3.5.0
/// // set spring.threads.virtual.enabled=true
/// import java.lang.annotation.Retention;
/// import java.lang.annotation.RetentionPolicy;
/// import java.io.IOException;
/// import java.net.http.HttpClient;
/// import java.net.http.HttpRequest;
/// import java.net.http.HttpResponse.BodyHandlers;
/// import java.util.concurrent.locks.ReentrantLock;
///
/// @Retention(RetentionPolicy.RUNTIME)
/// @interface Scheduled {
///     long fixedDelay() default -1;
///
///     long fixedRate() default -1;
/// }
///
/// public class Jobs {
///     private final ReentrantLock fetching = new ReentrantLock();
///     private final HttpClient client = HttpClient.newHttpClient();
///     private final HttpRequest prices = HttpRequest.newBuilder().build();
///     private int beats;
///
///     @Scheduled(fixedRate = 60_000)
///     public void fetch() throws IOException, InterruptedException {
///         if (fetching.tryLock()) {
///             try {
///                 client.send(prices, BodyHandlers.discarding());
///             } finally {
///                 fetching.unlock();
///             }
///         }
///     }
///
///     @Scheduled(fixedRate = 1_000)
///     public void beat() {
///         beats++;
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
/// Heddle reads the switch in the target's settings; it does not know a scheduler that the service makes itself, and
/// not `@Schedules` with several schedules on one method. It reports a task that waits for the network, a database or
/// another thread, and not one that computes.
///
/// ## References
///
/// - Spring Framework issue 31900, fixed-delay tasks cannot run concurrently:
///   https://github.com/spring-projects/spring-framework/issues/31900
/// - Spring Framework issue 33408, fixed-delay tasks block fixed-rate tasks:
///   https://github.com/spring-projects/spring-framework/issues/33408
record SharedSchedulerThread() implements Rule {

    private static final Set<String> SCHEDULED = Names.of("scheduling", "scheduled");
    private static final Set<String> FIXED_DELAYS = Names.of("scheduling", "fixed delays");

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        boolean switched = analysis.surroundings()
                        .setting(FrameworkSetting.SWITCH)
                        .filter(Setting::isTrue)
                        .isPresent()
                && analysis.surroundings()
                        .version("spring-boot")
                        .filter(boot -> Versions.compare(boot, FrameworkSetting.FIRST_BOOT) >= 0)
                        .isPresent();
        List<Method> scheduled = switched
                ? analysis.methods().stream()
                        .filter(method -> method.isAnnotated(SCHEDULED))
                        .toList()
                : List.of();
        return scheduled.size() < 2
                ? Stream.empty()
                : scheduled.stream()
                        .filter(SharedSchedulerThread::hasFixedDelay)
                        .flatMap(method -> blocks(analysis, method))
                        .map(site -> Hazards.finding(
                                this,
                                analysis,
                                site.because(site.reason() + "; other scheduled tasks wait meanwhile: "
                                        + (scheduled.size() - 1)),
                                Hazards.ALWAYS,
                                Severity.SLOW));
    }

    private static boolean hasFixedDelay(Method method) {
        return Annotations.of(method, SCHEDULED)
                .filter(says -> FIXED_DELAYS.stream().anyMatch(says::containsKey))
                .isPresent();
    }

    // A file or a stream is mostly fast.
    private static Stream<BlockingSite> blocks(BlockingAnalysis analysis, Method method) {
        return analysis
                .blockingPaths(method, kind -> kind.surelyBlocks() && (kind.callsOut() || kind.awaitsThreads()))
                .stream()
                .filter(site -> site.confidence() != Confidence.POSSIBLE)
                .min(BlockingSite.BEST)
                .stream();
    }
}
