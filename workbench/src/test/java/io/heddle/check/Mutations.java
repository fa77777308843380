package io.heddle.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/// Damages class files and archives at random, from a seed, and checks them: each must be checked or named, in time,
/// never a crash.
public final class Mutations {

    /// Of a hang, on a machine that does much else; how long the slowest took is told.
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Mutations() {}

    /// Arguments: a folder with class files, how many mutants, and a seed.
    public static void main(String[] arguments) throws IOException {
        Path scratch = Files.createTempDirectory("mutants");
        System.out.println(
                run(Path.of(arguments[0]), scratch, Integer.parseInt(arguments[1]), Long.parseLong(arguments[2])));
        Files.delete(scratch);
    }

    /// What came of the mutants.
    ///
    /// @param damaged of which at least one part could not be read
    /// @param slowest in milliseconds
    /// @param heap most of it in use at any time, in MiB
    record Outcome(int mutants, int damaged, long slowest, long heap) {}

    /// @throws AssertionError when one crashes the check, or takes too long, with the seed that makes it
    ///     again
    static Outcome run(Path classes, Path scratch, int mutants, long seed) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(classes)) {
            files = walk.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
        }
        int damaged = 0;
        long slowest = 0;
        for (int i = 0; i < mutants; i++) {
            Random random = new Random(seed + i);
            Path mutant = mutant(classes, files, scratch, random);
            long start = System.nanoTime();
            damaged += isDamaged(mutant, seed + i) ? 1 : 0;
            long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
            slowest = Math.max(slowest, millis);
            delete(mutant);
        }
        long heap = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        return new Outcome(mutants, damaged, slowest, heap >> 20);
    }

    // On a thread of its own: one that hangs is left behind and told of.
    private static boolean isDamaged(Path mutant, long seed) {
        FutureTask<Boolean> check = new FutureTask<>(() -> !Checker.run(CheckOptions.of(List.of(mutant)))
                .read()
                .unreadable()
                .isEmpty());
        Thread.ofPlatform().daemon().start(check);
        try {
            return check.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError(
                    "the mutant of seed " + seed + " takes more than " + LONGEST.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new AssertionError("the mutant of seed " + seed + " crashes the check", e.getCause());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this", e);
        }
    }

    private static Path mutant(Path classes, List<Path> files, Path scratch, Random random) throws IOException {
        Path original = files.get(random.nextInt(files.size()));
        byte[] bytes = Files.readAllBytes(original);
        String name = classes.relativize(original).toString();
        if (random.nextInt(4) == 0) {
            return Files.write(scratch.resolve("mutant.jar"), mutate(Archives.of(name, bytes), random));
        }
        Path folder = scratch.resolve("mutant");
        Files.createDirectories(folder.resolve(name).getParent());
        Files.write(folder.resolve(name), mutate(bytes, random));
        return folder;
    }

    // A few bytes changed, a part cut out, or a part doubled.
    private static byte[] mutate(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int changes = 1 + random.nextInt(8);
        for (int i = 0; i < changes; i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 1 -> Arrays.copyOf(bytes, bytes.length + random.nextInt(64));
            default -> bytes;
        };
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
