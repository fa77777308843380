package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.ClojureCalls;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.paths.BlockingSite;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.ClojureNames;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A go block of Clojure's core.async blocks, or a property for its virtual threads is set that its release does
/// not read.
///
/// ## Why
///
/// Go blocks share a pool of eight platform threads, also when the rest of the service runs on virtual ones. Each
/// go block that blocks takes one of them away; with eight, all go blocks of the JVM stand still. Use `io-thread`
/// or `thread` for `<!!`, `>!!`, `deref`, sleeping, input and output.
///
/// ## Bad
///
/// ```java
/// // What Clojure's compiler makes of (go (Thread/sleep 100)): a class named after the state machine.
/// public class feed$poll$fn__210$state_machine__6718__auto____211 {
///     public Object invoke(Object state) throws InterruptedException {
///         Thread.sleep(100L); // finding
///         return state;
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// // What it makes of (io-thread (Thread/sleep 100)): a function as any other, run by a thread that may block.
/// public class feed$poll$fn__210 {
///     public Object invoke() throws InterruptedException {
///         Thread.sleep(100L);
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
/// Heddle reads only code that was compiled ahead of time. Calls through vars are followed. Those of core.async that
/// block, and `deref`, `slurp` and `spit`, are known by their names.
///
/// ## References
///
/// - core.async, go: https://clojure.github.io/core.async/
/// - core.async 1.9, io-thread: https://clojure.org/news/2025/10/01/async_virtual_threads
record CoreAsyncBlocking() implements Rule {

    /// The go macro names its function so, in all releases.
    private static final String STATE_MACHINE = "$state_machine__";
    private static final int FARTHEST = 5;
    private static final Set<String> BLOCKING = Set.of(
            "clojure.core.async/<!!",
            "clojure.core.async/>!!",
            "clojure.core.async/alts!!",
            "clojure.core/deref",
            "clojure.core/slurp",
            "clojure.core/spit");
    private static final String PROPERTY = "clojure.core.async.vthreads";
    /// The releases that read the property, as far as is known: the first, and the first that does no more.
    private static final String READS_SINCE = "1.9.829-alpha1";
    private static final String READS_UNTIL = "1.9.830";

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        Stream<Finding> blocks = analysis.methods().stream()
                .filter(method -> method.owner().name().contains(STATE_MACHINE))
                .flatMap(method -> blocks(analysis, method));
        return Stream.concat(blocks, properties(analysis));
    }

    private Stream<Finding> blocks(BlockingAnalysis analysis, Method method) {
        Stream<Finding> direct =
                analysis.blockingPaths(method, kind -> kind.surelyBlocks() && kind != BlockingKind.STREAM).stream()
                        .filter(hazard -> hazard.path().size() <= FARTHEST)
                        .map((BlockingSite hazard) ->
                                Hazards.finding(this, analysis, hazard, Hazards.ALWAYS, Severity.STALL));
        Stream<Finding> byName = analysis.code()
                .calls(method)
                .flatMap(call -> variable(analysis, call)
                        .filter(BLOCKING::contains)
                        .map(name -> Hazards.finding(
                                this,
                                analysis,
                                Site.of(call),
                                Confidence.LIKELY,
                                "it calls " + name + ", which blocks",
                                Severity.STALL,
                                ""))
                        .stream());
        return Stream.concat(direct, byName);
    }

    /// The variable whose function is called, as `namespace/name`.
    private static Optional<String> variable(BlockingAnalysis analysis, CallSite call) {
        Type function = ClojureCalls.function(call);
        if (function != null) {
            return ClojureNames.function(function.binaryName());
        }
        List<String> texts = call.declared().name().equals("clojure/lang/IFn")
                ? analysis.code().lookedUpBy(call)
                : List.of();
        return texts.size() == 2 ? Optional.of(String.join("/", texts)) : Optional.empty();
    }

    private Stream<Finding> properties(BlockingAnalysis analysis) {
        Optional<String> release = analysis.surroundings()
                .version("core.async")
                .filter(version ->
                        Versions.compare(version, READS_SINCE) < 0 || Versions.compare(version, READS_UNTIL) >= 0);
        return release.stream()
                .flatMap(version -> analysis.code()
                        .callsTo(Set.of("java.lang.System.setProperty"))
                        .filter(call -> call.text(0).filter(PROPERTY::equals).isPresent())
                        .map(call -> Hazards.finding(
                                this,
                                analysis,
                                Site.of(call),
                                Confidence.LIKELY,
                                "core.async " + version + " does not read this property",
                                Severity.ADVICE,
                                "")));
    }
}
