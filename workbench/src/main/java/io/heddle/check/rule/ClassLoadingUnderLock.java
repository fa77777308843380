package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Classes or services are loaded while a monitor is held, or a class loader waits for a lock of its own.
///
/// ## Why
///
/// When code needs a class, the JVM calls the class loader with a native frame below it, and the virtual thread
/// cannot leave its carrier, on any JDK. A class loader that waits for a lock holds the carrier as long as it
/// waits.
///
/// Up to JDK 23 the same is true for code that loads a class, a service or a resource while it holds a monitor:
/// the thread reads a file, and every thread that wants the monitor holds a carrier too.
///
/// ## Bad
///
/// ```java
/// import java.util.ServiceLoader;
/// import java.util.concurrent.locks.ReentrantLock;
///
/// public class Plugins extends ClassLoader {
///     private final ReentrantLock lock = new ReentrantLock();
///     private Class<?> codec;
///
///     @Override
///     protected Class<?> findClass(String name) throws ClassNotFoundException {
///         lock.lock(); // finding
///         try {
///             Thread.sleep(10);
///             return super.findClass(name);
///         } catch (InterruptedException e) {
///             throw new ClassNotFoundException(name, e);
///         } finally {
///             lock.unlock();
///         }
///     }
///
///     public synchronized Class<?> codec() throws ClassNotFoundException { // finding
///         if (codec == null) {
///             codec = Class.forName("codec.Fast");
///         }
///         return codec;
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// public class Plugins extends ClassLoader {
///     private final Class<?> codec;
///
///     public Plugins() throws ClassNotFoundException {
///         codec = Class.forName("codec.Fast");
///     }
///
///     @Override
///     protected Class<?> findClass(String name) throws ClassNotFoundException {
///         return super.findClass(name);
///     }
///
///     public synchronized Class<?> codec() {
///         return codec;
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 and later for class loaders; 21 to 23 for monitors.
///
/// ## Limits
///
/// A class that is already loaded is found at once, so the harm is at first use. Heddle sees that a class loader
/// waits for a `java.util.concurrent` lock, but not that such a lock is held around the loading. Classes that the
/// JVM loads by itself, at their first use, are not looked for under monitors, because that is everywhere.
///
/// Where the JVM loads a class itself, it calls the class loader, and the thread cannot leave its carrier until the
/// class is there: on 24 and later too, where monitors no longer pin. A service pins so at its first requests, and
/// JFR's pinned events name the class. Heddle reports it only where the class loader waits for more than a file.
///
/// ## References
///
/// - Spring Boot issue 51379: https://github.com/spring-projects/spring-boot/issues/51379
/// - Quarkus issue 40917: https://github.com/quarkusio/quarkus/issues/40917
/// - Quarkus issue 49904, class loading pins on 25: https://github.com/quarkusio/quarkus/issues/49904
record ClassLoadingUnderLock() implements Rule {

    private static final String LOADER = "java.lang.ClassLoader";
    private static final Set<String> CALLED_BY_THE_JVM = Set.of("loadClass", "findClass");
    /// Besides the waits for other threads. Not files: to read them is what class loaders are for.
    private static final Set<BlockingKind> WAITS = Set.of(BlockingKind.NETWORK, BlockingKind.PROCESS);
    /// Calls to what loads: whatever is large loads something somewhere.
    private static final int FARTHEST = 2;
    /// Of what class loaders, services and bundles do: the rest of their methods only tells.
    private static final Pattern LOADS = Pattern.compile(
            ".*\\.(?:forName|loadClass|defineClass|load|loadInstalled|getBundle|getResource|getResources|getResourceAsStream)");
    private static final Comparator<BlockingSite> FIRST =
            Comparator.comparing(BlockingSite::line).thenComparing(BlockingSite.BEST);

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.methods().stream()
                .mapMulti((method, findings) -> loader(analysis, method)
                        .or(() -> monitor(analysis, method))
                        .ifPresent(findings));
    }

    private Optional<Finding> loader(BlockingAnalysis analysis, Method method) {
        boolean called = CALLED_BY_THE_JVM.contains(method.signature().name())
                && method.owner().isBelow(LOADER);
        return Optional.of(method)
                .filter(_ -> called)
                .flatMap(loads ->
                        analysis.blockingPaths(loads, kind -> kind.awaitsThreads() || WAITS.contains(kind)).stream()
                                .min(FIRST))
                .map(hazard -> Hazards.finding(this, analysis, hazard, Hazards.ALWAYS, Severity.STALL));
    }

    private Optional<Finding> monitor(BlockingAnalysis analysis, Method method) {
        return Optional.ofNullable(analysis.underMonitor(method).get(BlockingKind.CLASS_LOADING))
                .filter(hazard -> hazard.path().size() <= FARTHEST
                        && LOADS.matcher(hazard.sink()).matches())
                .filter(hazard -> hazard.confidence() != Confidence.POSSIBLE)
                .map((BlockingSite hazard) ->
                        Hazards.finding(this, analysis, hazard, Hazards.UNTIL_JEP_491, Severity.SLOW));
    }
}
