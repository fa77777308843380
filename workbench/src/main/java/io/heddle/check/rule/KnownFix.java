package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.Artifact;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A library waits while it holds a monitor, and a later release of it does not.
///
/// ## Why
///
/// Many drivers, clients and servers replaced their monitors by locks when virtual threads came. An upgrade is
/// the cheapest remedy: no line of the service changes, and it helps where the JDK cannot be changed. Each
/// library is reported once, at its surest place.
///
/// ## Bad
///
/// ```java
/// // in org.postgresql:postgresql:42.5.4
/// import java.io.IOException;
/// import java.io.InputStream;
/// import java.net.Socket;
///
/// public class Connection {
///     private final Socket socket;
///
///     public Connection(Socket socket) {
///         this.socket = socket;
///     }
///
///     public synchronized int receive() throws IOException { // finding
///         return socket.getInputStream().read();
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// // in org.postgresql:postgresql:42.7.7
/// import java.io.IOException;
/// import java.io.InputStream;
/// import java.net.Socket;
/// import java.util.concurrent.locks.ReentrantLock;
///
/// public class Connection {
///     private final ReentrantLock lock = new ReentrantLock();
///     private final Socket socket;
///
///     public Connection(Socket socket) {
///         this.socket = socket;
///     }
///
///     public int receive() throws IOException {
///         lock.lock();
///         try {
///             return socket.getInputStream().read();
///         } finally {
///             lock.unlock();
///         }
///     }
/// }
/// ```
///
/// ## JDK
///
/// 21 to 23. From 24 on a virtual thread leaves its carrier while it holds a monitor.
///
/// ## Limits
///
/// The table `known-fixes.txt` names the releases, each with the page on which its maintainers say so. A release
/// in the table need not fix every place, and a library outside the table may be fixed all the same. The byte
/// code decides what is found; the table only says what to do.
///
/// ## References
///
/// - pgjdbc 42.6.0: https://jdbc.postgresql.org/changelogs/2023-03-17-42.6.0-release/
/// - MySQL Connector/J 9.0.0: https://dev.mysql.com/doc/relnotes/connector-j/en/news-9-0-0.html
/// - How Maven orders versions: https://maven.apache.org/pom.html#version-order-specification
record KnownFix() implements Rule {

    /// Waits that are no reason to upgrade.
    private static final Set<BlockingKind> HARMLESS = Set.of(BlockingKind.CLOSE, BlockingKind.NATIVE);

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Map<Artifact, List<Method>> byArtifact = analysis.underMonitor().keySet().stream()
                .collect(Collectors.groupingBy(method -> method.owner().artifact()));
        return byArtifact.entrySet().stream()
                .filter(entry -> KnownFixes.of(entry.getKey()).isPresent())
                .flatMap(entry -> worst(analysis, entry.getValue()).stream());
    }

    private Optional<Finding> worst(BlockingAnalysis analysis, List<Method> methods) {
        Optional<BlockingSite> worst = methods.stream()
                .flatMap(method -> analysis.underMonitor(method).values().stream())
                .filter(hazard -> hazard.kind().takesTime() && !HARMLESS.contains(hazard.kind()))
                .filter(hazard -> hazard.confidence() != Confidence.POSSIBLE)
                .min(BlockingSite.BEST);
        return worst.map(hazard -> Hazards.finding(this, analysis, hazard, Hazards.UNTIL_JEP_491, Severity.ADVICE));
    }
}
