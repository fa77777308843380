package io.heddle.check;

import io.heddle.check.cache.Store;
import io.heddle.model.Check;
import io.heddle.model.Finding.Confidence;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Takes the time of one check of a class path, or of the bare walk that it is compared with: all classes of all jars
/// parsed and every instruction looked at, in one thread. A JVM for each, as a user starts one.
///
/// Arguments: `walk`, `check`, or `again` for a check that may find its answer in the cache; a file with a class path,
/// the part of a name by which the jar that stands for the application is known, the home of a JDK 21, and for `again`
/// the folder of the cache.
public final class BenchCheck {

    private BenchCheck() {}

    public static void main(String[] arguments) throws IOException {
        List<Path> jars = Arrays.stream(
                        Files.readString(Path.of(arguments[1])).strip().split(File.pathSeparator))
                .map(Path::of)
                .toList();
        long start = System.nanoTime();
        String what = switch (arguments[0]) {
            case "walk" -> walk(jars);
            case "again" ->
                told(Checker.run(options(jars, arguments[2], Path.of(arguments[3])), new Store(Path.of(arguments[4]))));
            default -> told(Checker.run(options(jars, arguments[2], Path.of(arguments[3]))));
        };
        double seconds = Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0;
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
        System.out.printf("%.2f %d %s%n", seconds, peak >> 20, what);
    }

    private static CheckOptions options(List<Path> jars, String application, Path jdk21) {
        List<Path> targets = jars.stream()
                .filter(jar -> jar.getFileName().toString().startsWith(application))
                .toList();
        List<Path> libraries =
                jars.stream().filter(jar -> !targets.contains(jar)).toList();
        return new CheckOptions(
                targets,
                libraries,
                Map.of(),
                List.of(21),
                Map.of(21, jdk21),
                application.isEmpty(),
                Confidence.LIKELY,
                Set.of());
    }

    private static String told(Check check) {
        return check.read().classesThere() + " classes on the class path, "
                + check.read().methods() + " methods read, " + check.findings().size() + " findings";
    }

    private static String walk(List<Path> jars) throws IOException {
        long instructions = 0;
        int classes = 0;
        for (Path jar : jars) {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                for (ZipEntry entry : zip.stream()
                        .filter(entry -> entry.getName().endsWith(".class")
                                && !entry.getName().startsWith("META-INF/"))
                        .toList()) {
                    try (InputStream file = zip.getInputStream(entry)) {
                        classes++;
                        instructions += instructions(ClassFile.of().parse(file.readAllBytes()));
                    }
                }
            }
        }
        return classes + " classes, " + instructions + " instructions and labels";
    }

    private static long instructions(ClassModel type) {
        long count = 0;
        for (MethodModel method : type.methods()) {
            CodeModel code = method.code().orElse(null);
            if (code != null) {
                for (CodeElement _ : code) {
                    count++;
                }
            }
        }
        return count;
    }
}
