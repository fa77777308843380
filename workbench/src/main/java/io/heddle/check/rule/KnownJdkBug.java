package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.Setting;
import io.heddle.check.rule.Hazards.Site;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Severity;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The JDK has a bug that stops virtual threads or damages data, and a newer update of it has not.
///
/// ## Why
///
/// Some updates of JDK 25 lose the wake-up of a virtual thread. It stays parked or blocked for ever, no thread
/// dump shows a reason, and it looks like a fault of the service. Only an update of the JDK helps. The bug is
/// reported once, where the service starts virtual threads, or else where the service itself starts.
///
/// ## Bad
///
/// ```java
/// // JDK 25.0.3
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
///
/// public class Service {
///     private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor(); // finding
///
///     public void submit(Runnable task) {
///         tasks.submit(task);
///     }
/// }
/// ```
///
/// ## Good
///
/// ```java
/// // JDK 25.0.4
/// import java.util.concurrent.ExecutorService;
/// import java.util.concurrent.Executors;
///
/// public class Service {
///     private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
///
///     public void submit(Runnable task) {
///         tasks.submit(task);
///     }
/// }
/// ```
///
/// ## JDK
///
/// 25: each bug up to the update that the reference names. Other releases where their updates have it.
///
/// ## Limits
///
/// Heddle judges the installed JDK, or the update that `--jdk 25.0.1` names; it does not know which one
/// production runs. Some vendors fix a bug in an update of their own. One of the bugs needs G1; the JVM's options
/// and the machine decide whether G1 runs.
///
/// ## References
///
/// - JDK-8369227, mended in 25.0.3: https://bugs.openjdk.org/browse/JDK-8369227
/// - JDK-8373120, mended in 25.0.4: https://bugs.openjdk.org/browse/JDK-8373120
/// - JDK-8377811, with G1, mended in 25.0.3: https://bugs.openjdk.org/browse/JDK-8377811
record KnownJdkBug() implements Rule {

    private static final Set<String> STARTS = Set.of(
            "java.lang.Thread.startVirtualThread",
            "java.lang.Thread.ofVirtual",
            "java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor");
    private static final String MAIN = "main([Ljava/lang/String;)V";

    /// A bug of the table `known-jdk-bugs.txt`.
    ///
    /// @param since first update that has it
    /// @param mended first update that has it no more
    private record Bug(String name, String since, String mended, Severity severity, String does) {

        static Bug parse(String line) {
            String[] cells = line.split(" ", 5);
            return new Bug(cells[0], cells[1], cells[2], Severity.valueOf(cells[3].toUpperCase(Locale.ROOT)), cells[4]);
        }

        boolean isIn(String release) {
            return Versions.compare(release, since) >= 0 && Versions.compare(release, mended) < 0;
        }
    }

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        List<Bug> bugs = Table.read("known-jdk-bugs.txt").map(Bug::parse).toList();
        return analysis.surroundings().releases().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(jdk -> bugs.stream()
                        .filter(bug -> bug.isIn(jdk.getValue()))
                        .flatMap(bug -> site(analysis).stream().map(site -> finding(analysis, site, jdk, bug))));
    }

    private Finding finding(BlockingAnalysis analysis, Site site, Map.Entry<Integer, String> jdk, Bug bug) {
        return Hazards.finding(
                        this,
                        analysis,
                        site,
                        Confidence.LIKELY,
                        "JDK " + jdk.getValue() + " has " + bug.name() + ": " + bug.does(),
                        bug.severity(),
                        "run " + bug.mended() + " or a later update")
                .within(jdk.getKey(), Optional.of(jdk.getKey()));
    }

    private static Optional<Site> site(BlockingAnalysis analysis) {
        Optional<CallSite> start = analysis.code().callsTo(STARTS).findFirst();
        Optional<Setting> setting = analysis.surroundings().setting(FrameworkSetting.SWITCH);
        Optional<Method> main = analysis.methods().stream()
                .filter(method -> method.signature().toString().equals(MAIN))
                .findFirst();
        return start.map(Site::of).or(() -> setting.map(Site::of)).or(() -> main.map(Site::of));
    }
}
