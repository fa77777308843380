package io.heddle.check.rule;

import io.heddle.analysis.BlockingAnalysis;
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
/// Some updates of JDK 25 and 26 lose the wake-up of a virtual thread. It stays parked or blocked for ever, no thread
/// dump shows a reason, and it looks like a fault of the service. Only an update of the JDK helps. Each bug is
/// reported once: where the settings switch to virtual threads, or where the target's own code starts them, or else
/// where a service starts.
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
///     private boolean open;
///
///     public void submit(Runnable task) {
///         tasks.submit(() -> {
///             awaitOpen();
///             task.run();
///         });
///     }
///
///     private synchronized void awaitOpen() {
///         while (!open) {
///             try {
///                 wait(1000);
///             } catch (InterruptedException e) {
///                 return;
///             }
///         }
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
///     private boolean open;
///
///     public void submit(Runnable task) {
///         tasks.submit(() -> {
///             awaitOpen();
///             task.run();
///         });
///     }
///
///     private synchronized void awaitOpen() {
///         while (!open) {
///             try {
///                 wait(1000);
///             } catch (InterruptedException e) {
///                 return;
///             }
///         }
///     }
/// }
/// ```
///
/// ## JDK
///
/// 25 and 26: each bug up to the update that the reference names. Other releases where their updates have it.
///
/// ## Limits
///
/// Heddle judges the installed JDK, or the update that `--jdk 25.0.1` names; it does not know which one
/// production runs. Some vendors fix a bug in an update of their own. One of the bugs needs G1, one needs Windows; the
/// JVM's options and the machine decide.
///
/// A bug that needs a call, such as `Object.wait`, is reported where code that Heddle reached makes it. With the
/// switch of Spring Boot every library runs on virtual threads, and each bug is reported. A service that starts no
/// virtual thread itself may be switched from outside, by the environment or an argument: what an update mends is
/// reported at the `main` that its manifest names, or at any where the manifest names none. A war that a container
/// starts has no such `main`. A library is told only where its own code starts virtual threads.
///
/// ## References
///
/// - JDK-8369227, mended in 25.0.3 and 26.0.1: https://bugs.openjdk.org/browse/JDK-8369227
/// - JDK-8373120, mended in 25.0.4 and 26.0.2: https://bugs.openjdk.org/browse/JDK-8373120
/// - JDK-8377811, with G1, mended in 25.0.3: https://bugs.openjdk.org/browse/JDK-8377811
/// - JDK-8334574, on Windows, mended in no release that is known: https://bugs.openjdk.org/browse/JDK-8334574
record KnownJdkBug() implements Rule {

    private static final Set<String> STARTS = Set.of(
            "java.lang.Thread.startVirtualThread",
            "java.lang.Thread.ofVirtual",
            "java.util.concurrent.Executors.newVirtualThreadPerTaskExecutor");
    private static final String MAIN = "main([Ljava/lang/String;)V";
    /// Stands for nothing in the table.
    private static final String NONE = "-";

    /// A bug of the table `known-jdk-bugs.txt`.
    ///
    /// @param since first update that has it
    /// @param mended first update that has it no more; empty where none is known
    /// @param calls what code must call for it, each of them
    private record Bug(
            String name, String since, Optional<String> mended, Severity severity, Set<String> calls, String does) {

        static Bug parse(String line) {
            String[] cells = line.split(" ", 6);
            return new Bug(
                    cells[0],
                    cells[1],
                    Optional.of(cells[2]).filter(cell -> !cell.equals(NONE)),
                    Severity.valueOf(cells[3].toUpperCase(Locale.ROOT)),
                    cells[4].equals(NONE) ? Set.of() : Set.of(cells[4].split(",", -1)),
                    cells[5]);
        }

        boolean isIn(String release) {
            return Versions.isWithin(release, since, mended);
        }

        boolean isMetBy(BlockingAnalysis analysis) {
            return calls.stream()
                    .allMatch(call ->
                            analysis.code().callsTo(Set.of(call)).findAny().isPresent());
        }

        String advice() {
            return mended.map(update -> "run " + update + " or a later update").orElse("no update is known to mend it");
        }
    }

    @Override
    public Stream<Finding> find(BlockingAnalysis analysis) {
        List<Bug> bugs = Table.read("known-jdk-bugs.txt").map(Bug::parse).toList();
        Optional<Setting> on =
                analysis.surroundings().setting(FrameworkSetting.SWITCH).filter(Setting::isTrue);
        Optional<Site> used = on.map(Site::of).or(() -> start(analysis));
        Optional<Site> service = main(analysis);
        return analysis.surroundings().releases().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(jdk -> bugs.stream()
                        .filter(bug -> bug.isIn(jdk.getValue()))
                        .filter(bug -> on.isPresent() || bug.isMetBy(analysis))
                        .flatMap(bug -> used.or(() -> bug.mended().isPresent() ? service : Optional.empty()).stream()
                                .map(at -> finding(analysis, at, jdk, bug))));
    }

    // Where a service starts that brings its libraries along: it may be switched from outside. A library's is that of
    // an example or a tool, and so are those in a war, which a container starts.
    private static Optional<Site> main(BlockingAnalysis analysis) {
        if (!analysis.surroundings().isWhole()) {
            return Optional.empty();
        }
        List<Method> mains = analysis.methods().stream()
                .filter(method -> method.owner().isTarget()
                        && method.signature().toString().equals(MAIN))
                .toList();
        Optional<String> starter = analysis.surroundings().starter();
        return mains.stream()
                .filter(method -> method.owner().name().equals(starter.orElse("")))
                .findFirst()
                .or(() -> starter.filter(String::isEmpty).isPresent()
                        ? Optional.empty()
                        : mains.stream().findFirst())
                .map(Site::of);
    }

    private static Optional<Site> start(BlockingAnalysis analysis) {
        return analysis.code()
                .callsTo(STARTS)
                .filter(call -> call.caller().owner().isTarget())
                .findFirst()
                .map(Site::of);
    }

    private Finding finding(BlockingAnalysis analysis, Site site, Map.Entry<Integer, String> jdk, Bug bug) {
        return Hazards.finding(
                        this,
                        analysis,
                        site,
                        Confidence.LIKELY,
                        "JDK " + jdk.getValue() + " has " + bug.name() + ": " + bug.does(),
                        bug.severity(),
                        bug.advice())
                .within(jdk.getKey(), Optional.of(jdk.getKey()));
    }
}
