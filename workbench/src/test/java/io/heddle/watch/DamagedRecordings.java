package io.heddle.watch;

import io.heddle.fuzz.RecordingMutants;
import io.heddle.model.Failure;
import io.heddle.model.Watch;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.signal.EventSorter;
import io.heddle.watch.signal.RecordingWindow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Damages recordings at random, from a seed, and watches them: each must be read as far as it goes or be refused in a
/// sentence, in time, never a crash.
public final class DamagedRecordings {

    /// A mutant takes some ten milliseconds on a quiet machine.
    private static final long HANGS_SECONDS = 60;

    private DamagedRecordings() {}

    /// Arguments: how many mutants, and a seed.
    public static void main(String[] arguments) throws Exception {
        Path scratch = Files.createTempDirectory("mutants");
        System.out.println(
                run(originals(scratch), scratch, Integer.parseInt(arguments[0]), Long.parseLong(arguments[1])));
        try (java.util.stream.Stream<Path> walk = Files.walk(scratch)) {
            walk.sorted((one, other) -> other.compareTo(one))
                    .forEach(file -> file.toFile().delete());
        }
    }

    /// What came of the mutants.
    ///
    /// @param whole told no damage
    /// @param parts told that a part is lost
    /// @param refused of which nothing could be read
    /// @param slowest in milliseconds
    record Outcome(int mutants, int whole, int parts, int refused, long slowest) {}

    /// A recording of each JDK that is here, small enough to be read in no time. Each flush describes the types again,
    /// so that a part of the recording can be read, however fast the program ends.
    static List<byte[]> originals(Path folder) throws Exception {
        List<byte[]> originals = new ArrayList<>();
        for (int jdk : List.of(21, 25)) {
            if (jdk == 25 || Files.isExecutable(Path.of(System.getProperty("heddle.jdk21", ""), "bin", "java"))) {
                originals.add(Files.readAllBytes(Holding.record(
                        jdk,
                        Files.createDirectories(folder.resolve("jdk" + jdk)),
                        "upcall",
                        1,
                        "settings=profile,flush-interval=200ms")));
            }
        }
        return originals;
    }

    /// @throws AssertionError when one crashes the watch, or never ends; the mutant is kept
    static Outcome run(List<byte[]> originals, Path scratch, int mutants, long seed) throws Exception {
        int[] counts = new int[3];
        long slowest = 0;
        try (ExecutorService runner =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory())) {
            for (int i = 0; i < mutants; i++) {
                Random random = new Random(seed + i);
                Path mutant = Files.write(scratch.resolve("mutant.jfr"), RecordingMutants.of(originals, random));
                long start = System.nanoTime();
                try {
                    counts[runner.submit(() -> watch(mutant)).get(HANGS_SECONDS, TimeUnit.SECONDS)]++;
                } catch (ExecutionException | TimeoutException e) {
                    Path kept = Files.copy(
                            mutant,
                            Files.createTempFile("mutant-", ".jfr"),
                            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
                    runner.shutdownNow();
                    throw new AssertionError(
                            "the mutant of seed " + (seed + i) + ", kept as " + kept + ", is not read", e);
                }
                slowest = Math.max(slowest, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            }
        }
        return new Outcome(mutants, counts[0], counts[1], counts[2], slowest);
    }

    private static int watch(Path mutant) {
        try (ClassPath classes = ClassPath.of("", Path.of(""), Optional.empty())) {
            RecordingWindow flight = new RecordingWindow();
            EventSorter sorter = new EventSorter(flight);
            List<String> notes = RecordingFiles.read(List.of(mutant), sorter);
            sorter.finish(new Blame(classes));
            Watch watch = Diagnosis.of(Evidence.recorded(flight, Optional.empty(), notes), classes, "test", List.of());
            return watch.notes().stream().anyMatch(note -> note.contains("lost")) ? 1 : 0;
        } catch (Failure refused) {
            return 2;
        }
    }
}
