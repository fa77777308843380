package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.confidence.ConfidenceModel;
import io.heddle.check.read.Unreadables.Extent;
import io.heddle.check.read.Unreadables.UnreadCode;
import io.heddle.model.ClojureNames;
import io.heddle.model.Exposure;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Context;
import io.heddle.model.Finding.Owner;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Severity;
import io.heddle.model.ThreadContext;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The application's own code is source in Clojure, which was not read.
///
/// ## Why
///
/// Clojure compiles a namespace when it is loaded, and many services are deployed as sources. Heddle reads class files.
/// Without this finding a check of such a service would find nothing and pass. `heddle check PID` reads the classes of
/// the running service. Or compile the namespaces into a folder, and check that with the archive. To compile runs the
/// macros and the top-level forms of the service.
///
/// ## Bad
///
/// ```clojure
/// (ns shop.main)
/// (defn -main [] (locking shop.main (Thread/sleep 100))) ; finding
/// ```
///
/// ## Good
///
/// ```java
/// // What Clojure's compiler writes next to the source.
/// public class shop$_main {
///     public static Object invokeStatic() {
///         return null;
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
/// Where some namespaces of the application are compiled, or a class in Java starts it, the sources are taken to be a
/// copy.
///
/// ## References
///
/// - Clojure, Ahead-of-time Compilation and Class Generation: https://clojure.org/reference/compilation
record UnreadSource() implements Rule {

    @Override
    public boolean isLast() {
        return true;
    }

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        return analysis.unread().stream()
                .filter(code -> code.extent() == Extent.SOURCE)
                .map(this::finding);
    }

    private Finding finding(UnreadCode code) {
        String file = code.type();
        String namespace =
                ClojureNames.demunged(file.substring(0, file.lastIndexOf('.'))).replace('/', '.');
        String archive = String.valueOf(code.artifact().file().getFileName());
        return new Finding(
                name(),
                Hazards.FIRST,
                Hazards.ALWAYS,
                Severity.STALL,
                Confidence.CERTAIN,
                "it was not read: " + code.why(),
                ConfidenceModel.odds(name(), Confidence.CERTAIN),
                Reach.UNKNOWN,
                new Context(Exposure.UNKNOWN, ThreadContext.CALLERS, Owner.OWN, ""),
                code.artifact().name(),
                namespace,
                "",
                "",
                file.substring(file.lastIndexOf('/') + 1),
                0,
                List.of(),
                "",
                "start it, and check its process: heddle check PID; or compile it, which runs its macros: mkdir classes; java -cp "
                        + archive
                        + " -Dclojure.compile.path=classes clojure.main -e \"(compile '" + namespace
                        + ")\"; then heddle check classes:" + archive,
                Optional.empty());
    }
}
