package io.heddle.watch.live;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.waits.PoolKind;
import io.heddle.waits.ServiceSeen.Limit;
import io.heddle.watch.WatchEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.management.JMException;
import javax.management.ObjectName;

/// Records a running service for a prediction, and leaves it as it was: attaches, records, asks for its limits,
/// detaches.
public final class ServiceRecording {

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final List<String> POOLS =
            List.of("*:type=ThreadPool,*", "org.eclipse.jetty.util.thread:type=queuedthreadpool,*");

    private ServiceRecording() {}

    /// What came of it.
    ///
    /// @param file the recording
    /// @param cpus processors that the process sees
    /// @param threads that may serve requests; empty where its beans do not tell
    /// @param pools sizes, by title
    /// @param notes what went otherwise than it was asked, one sentence each
    public record Recorded(
            Path file,
            Optional<Integer> cpus,
            Optional<Limit> threads,
            Map<String, Integer> pools,
            List<String> notes) {}

    /// Records for a time, or until the caller is interrupted, whose flag is then cleared.
    ///
    /// @param folder an empty one, which the caller deletes
    /// @param settings as a recording takes them
    /// @throws Failure when the process cannot be attached to or recorded, or ends meanwhile
    public static Recorded record(
            long pid, Duration length, Path folder, Map<String, String> settings, WatchEvents events) {
        List<String> notes = new ArrayList<>();
        try (Attached target = Attached.to(pid)) {
            events.say("recording process " + pid + ", JDK " + target.property("java.version") + ", for "
                    + length.toSeconds() + " s");
            Path file = folder.resolve("service.jfr");
            try (Recorder recorder = Recorder.keeping(target, folder, length.multipliedBy(2), settings, notes)
                    .orElseThrow(() -> new Failure(
                            "process " + pid + " cannot be recorded: "
                                    + (notes.isEmpty() ? "it has no flight recorder" : notes.getFirst()),
                            "take thread dumps: jcmd " + pid
                                    + " Thread.print > dump1.txt, thirty times, a second apart; heddle predict"
                                    + " dump*.txt"))) {
                long seconds = wait(target, length);
                if (seconds < length.toSeconds()) {
                    notes.add("the recording was stopped after " + seconds + " s");
                }
                recorder.keep(file);
            } catch (IOException e) {
                throw new Failure(
                        "what process " + pid + " recorded did not come: " + IoReason.of(e), "try it again", e);
            }
            return new Recorded(file, cpus(target), threads(target), pools(target), notes);
        }
    }

    private static long wait(Attached target, Duration length) {
        long begin = System.nanoTime();
        try {
            while (System.nanoTime() - begin < length.toNanos()) {
                if (!target.alive()) {
                    throw new Failure(
                            "process " + target.pid() + " has ended while it was recorded",
                            "record it again, or let it record itself: -XX:StartFlightRecording");
                }
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            return Duration.ofNanos(System.nanoTime() - begin).toSeconds();
        }
        return length.toSeconds();
    }

    private static Optional<Integer> cpus(Attached target) {
        return number(target, "java.lang:type=OperatingSystem", "AvailableProcessors");
    }

    private static Optional<Limit> threads(Attached target) {
        return POOLS.stream()
                .flatMap(pattern -> number(target, pattern, "maxThreads").stream())
                .filter(most -> most > 0)
                .max(Integer::compare)
                .map(most -> new Limit(most, "the server's bean"));
    }

    private static Map<String, Integer> pools(Attached target) {
        Map<String, Integer> pools = new HashMap<>();
        for (PoolKind pool : PoolKind.all()) {
            pool.bean()
                    .flatMap(bean -> number(target, bean.pattern(), bean.size()))
                    .filter(size -> size > 0)
                    .ifPresent(size -> pools.put(pool.title(), size));
        }
        return pools;
    }

    /// The greatest of the beans of a pattern; empty where there is none, or none tells.
    private static Optional<Integer> number(Attached target, String pattern, String attribute) {
        try {
            Set<ObjectName> beans = target.beans().queryNames(new ObjectName(pattern), null);
            Optional<Integer> most = Optional.empty();
            for (ObjectName bean : beans) {
                if (target.beans().getAttribute(bean, attribute) instanceof Number number) {
                    most = Optional.of(Math.max(most.orElse(0), number.intValue()));
                }
            }
            return most;
        } catch (JMException | IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
