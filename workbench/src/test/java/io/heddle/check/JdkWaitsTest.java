package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.JdkWaits.Named;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Every public method of java.util.concurrent that waits is told of where it is called under a monitor, timed or not:
/// no line of the table is forgotten, and none will be in a newer JDK.
class JdkWaitsTest {

    /// Methods whose code leads to a wait and that do not wait, or not for others, by their simple names.
    private static final Map<String, String> DO_NOT_WAIT = Map.ofEntries(
            Map.entry("ConcurrentHashMap(\\$.*)?\\..*", "waits while another thread balances the tree of the same bin"),
            Map.entry("ForkJoinPool\\.(execute|submit|externalSubmit|lazySubmit)", "takes the spin lock of a queue"),
            Map.entry("ForkJoinPool\\.(submitWithTimeout|schedule.*|cancelDelayed.*)", "starts a timer"),
            Map.entry("ForkJoinPool\\.(shutdown|shutdownNow|isTerminat.*)", "asks, or tells the workers"),
            Map.entry("(ForkJoinTask|CountedCompleter|Recursive.*)\\.fork", "takes the spin lock of a queue"),
            Map.entry("ForkJoinWorkerThread\\..*", "is the worker"),
            Map.entry("CompletableFuture\\.(orTimeout|completeOnTimeout)", "starts a timer"),
            Map.entry("LinkedTransferQueue\\.(add|put|offer)", "the queue is never full"),
            Map.entry("LinkedTransferQueue\\.(poll|drainTo|tryTransfer)\\(\\)", "does not wait"),
            Map.entry("SynchronousQueue\\.(add|offer|poll|drainTo)\\(\\)", "does not wait"),
            Map.entry("SubmissionPublisher\\.offer\\(\\)", "does not wait"),
            Map.entry("Phaser\\.(register|bulkRegister)", "waits while the phase is being changed"),
            Map.entry(
                    "AbstractQueued(Long)?Synchronizer\\.(acquire|acquireInterruptibly|tryAcquireNanos)",
                    "is how the program makes a lock, of which it is not known what it is held for"));

    @TempDir
    private Path folder;

    @Test
    void allThatWaitsIsKnown() throws IOException {
        for (Path home : List.of(
                Path.of(Objects.requireNonNull(System.getProperty("heddle.jdk21"))),
                Path.of(System.getProperty("java.home")))) {
            JdkWaits jdk = new JdkWaits(home);
            List<Named> waiting = jdk.waiting();
            assertTrue(waiting.size() > 100, waiting::toString);
            Path classes = Files.createTempDirectory(folder, "classes");
            Files.write(classes.resolve("Calls.class"), jdk.callsUnderMonitor(waiting));
            Set<String> told = Checker.run(new CheckOptions(
                            List.of(classes),
                            List.of(),
                            Map.of(),
                            List.of(21),
                            Map.of(21, home),
                            false,
                            Confidence.LIKELY,
                            Set.of()))
                    .findings()
                    .stream()
                    .map(Finding::method)
                    .collect(Collectors.toSet());
            assertEquals(
                    "",
                    IntStream.range(0, waiting.size())
                            .filter(i -> !told.contains("m" + i) && !isKnownNotToWait(waiting.get(i)))
                            .mapToObj(
                                    i -> waiting.get(i).brief() + waiting.get(i).descriptor())
                            .collect(Collectors.joining("\n")),
                    home::toString);
        }
    }

    private static boolean isKnownNotToWait(Named method) {
        boolean timed = method.descriptor().contains("TimeUnit");
        return DO_NOT_WAIT.keySet().stream()
                .anyMatch(pattern ->
                        method.brief().matches(pattern) || !timed && (method.brief() + "()").matches(pattern));
    }
}
