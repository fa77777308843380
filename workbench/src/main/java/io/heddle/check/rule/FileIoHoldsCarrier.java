package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.Artifact;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.Optional;
import java.util.stream.Stream;

/// A request reads or writes a file.
///
/// ## Why
///
/// File input and output blocks in the kernel, and the virtual thread holds its carrier until the call returns.
/// JDK 21 and 22 start another carrier meanwhile; later releases do not. Data in the page cache takes
/// microseconds and does not matter. A network file system, or a slow or full disk, takes seconds; with as many
/// such requests as cores nothing else runs. No pinned event shows it.
///
/// ## Bad
///
/// ```java
/// import com.sun.net.httpserver.HttpExchange;
/// import com.sun.net.httpserver.HttpHandler;
/// import java.io.IOException;
/// import java.nio.file.Files;
/// import java.nio.file.Path;
///
/// public class Reports implements HttpHandler {
///     @Override
///     public void handle(HttpExchange exchange) throws IOException {
///         byte[] report = Files.readAllBytes(Path.of("report.pdf")); // finding
///         exchange.sendResponseHeaders(200, report.length);
///         exchange.getResponseBody().write(report);
///         exchange.close();
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
/// import java.nio.file.Files;
/// import java.nio.file.Path;
///
/// public class Reports implements HttpHandler {
///     private final byte[] report;
///
///     public Reports(Path file) throws IOException {
///         report = Files.readAllBytes(file);
///     }
///
///     @Override
///     public void handle(HttpExchange exchange) throws IOException {
///         exchange.sendResponseHeaders(200, report.length);
///         exchange.getResponseBody().write(report);
///         exchange.close();
///     }
/// }
/// ```
///
/// ## JDK
///
/// 23 and later. Up to 22 another carrier takes over.
///
/// ## Limits
///
/// Byte code does not say how slow the file is. A method that no request reaches within a few calls is *possible*
/// only. Where it matters, read such files on a small pool of platform threads.
///
/// ## References
///
/// - JDK-8329593, Drop adjustments to target parallelism when virtual threads do I/O on files opened for buffered I/O:
///   https://bugs.openjdk.org/browse/JDK-8329593
/// - JEP 444, Virtual Threads, on scheduling: https://openjdk.org/jeps/444
record FileIoHoldsCarrier() implements Rule {

    private static final int SINCE = 23;

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.methods().stream()
                .mapMulti((method, findings) -> own(analysis, method).ifPresent(findings));
    }

    private Optional<Finding> own(BlockingAnalysis analysis, Method method) {
        return analysis.directBlockingPath(method, BlockingKind.FILE)
                .filter(FileIoHoldsCarrier::isOwn)
                .map(hazard -> finding(analysis, hazard));
    }

    // The method itself calls the JDK's: who calls the method is told of by its reach.
    private static boolean isOwn(BlockingSite hazard) {
        return hazard.path().stream().skip(1).allMatch(step -> step.artifact().equals(Artifact.JDK));
    }

    private Finding finding(BlockingAnalysis analysis, BlockingSite hazard) {
        boolean near = analysis.isNearRequests(hazard.method());
        // Whether a stream that may be any writes to a file nobody knows: its opening is told of where it is.
        boolean request = near && hazard.confidence() == Confidence.CERTAIN;
        BlockingSite judged = hazard.judged(
                request ? Confidence.LIKELY : Confidence.POSSIBLE,
                request
                        ? "a request reaches it; how slow the file is cannot be known"
                        : near ? hazard.reason() : "no request is known to get there on a short way");
        return Hazards.finding(this, analysis, judged, Hazards.ALWAYS, Severity.SLOW)
                .within(SINCE, Optional.empty());
    }
}
