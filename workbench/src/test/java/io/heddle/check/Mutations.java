package io.heddle.check;

import io.heddle.fuzz.ArchiveMutants;
import io.heddle.fuzz.ClassMutants;
import io.heddle.fuzz.TextMutants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// Damages class files, archives, reports, requests, baselines and settings, from a seed, and reads them: each must be
/// read or named, in time and within the heap, never a crash.
public final class Mutations {

    /// Of a hang, on a machine that does much else; how long the slowest took is told.
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Mutations() {}

    /// Arguments: a folder with class files, how many mutants, and a seed.
    public static void main(String[] arguments) throws IOException {
        Path scratch = Files.createTempDirectory("mutants");
        try {
            System.out.println(
                    run(Path.of(arguments[0]), scratch, Integer.parseInt(arguments[1]), Long.parseLong(arguments[2])));
        } finally {
            delete(scratch);
        }
    }

    /// What came of the mutants.
    ///
    /// @param damaged of which at least one part could not be read
    /// @param slowest in milliseconds
    /// @param slowestSeed which makes the slowest again
    /// @param heap the peaks of its parts in MiB, which they need not have had at once
    record Outcome(
            int mutants,
            int classes,
            int archives,
            int texts,
            int damaged,
            long slowest,
            long slowestSeed,
            long heap) {}

    /// @throws AssertionError when one crashes the check, takes too long or too much heap, with the seed that makes
    ///     it again
    static Outcome run(Path classes, Path scratch, int mutants, long seed) throws IOException {
        Originals originals = Originals.in(classes);
        int[] kinds = new int[3];
        int damaged = 0;
        long slowest = 0;
        long slowestSeed = seed;
        for (int i = 0; i < mutants; i++) {
            Random random = new Random(seed + i);
            int kind = Math.max(0, random.nextInt(5) - 2);
            kinds[kind]++;
            long start = System.nanoTime();
            damaged += isDamaged(() -> isDamaged(kind, originals, scratch, random), seed + i) ? 1 : 0;
            long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
            if (millis > slowest) {
                slowest = millis;
                slowestSeed = seed + i;
            }
        }
        long heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return new Outcome(mutants, kinds[0], kinds[1], kinds[2], damaged, slowest, slowestSeed, heap >> 20);
    }

    /// Class files that mutants are made of.
    private record Originals(List<String> names, List<byte[]> bytes) {

        static Originals in(Path folder) throws IOException {
            List<Path> files;
            try (Stream<Path> walk = Files.walk(folder)) {
                files = walk.filter(file -> file.toString().endsWith(".class"))
                        .sorted()
                        .toList();
            }
            List<byte[]> bytes = new ArrayList<>();
            for (Path file : files) {
                bytes.add(Files.readAllBytes(file));
            }
            return new Originals(
                    files.stream()
                            .map(file -> folder.relativize(file).toString())
                            .toList(),
                    bytes);
        }
    }

    // On a thread of its own: one that hangs is left behind and told of.
    private static boolean isDamaged(Callable<Boolean> reading, long seed) {
        FutureTask<Boolean> check = new FutureTask<>(reading);
        Thread.ofPlatform().daemon().start(check);
        try {
            return check.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "the mutant of seed " + seed + " takes more than " + LONGEST.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new AssertionError("the mutant of seed " + seed + " crashes what reads it", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this", e);
        }
    }

    private static boolean isDamaged(int kind, Originals originals, Path scratch, Random random) throws IOException {
        return switch (kind) {
            case 0 -> {
                int one = random.nextInt(originals.names().size());
                Path folder = scratch.resolve("mutant");
                Path file = folder.resolve(originals.names().get(one));
                Files.createDirectories(file.getParent());
                Files.write(file, ClassMutants.mutate(originals.bytes().get(one), random));
                yield isDamaged(folder);
            }
            case 1 ->
                isDamaged(Files.write(
                        scratch.resolve("mutant.jar"),
                        ArchiveMutants.of(originals.names(), originals.bytes(), random)));
            default -> TextMutants.refused(scratch, random);
        };
    }

    private static boolean isDamaged(Path mutant) throws IOException {
        boolean damaged = !Checker.run(CheckOptions.of(List.of(mutant)))
                .read()
                .unreadable()
                .isEmpty();
        delete(mutant);
        return damaged;
    }

    private static void delete(Path mutant) throws IOException {
        try (Stream<Path> walk = Files.walk(mutant)) {
            walk.sorted((one, other) -> other.compareTo(one)).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
