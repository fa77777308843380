package io.heddle.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// All of Heddle's own sources keep the rules. The demo service and the targets are written as users write, and are
/// left out.
class HouseTest {

    private static final Path ROOT =
            Path.of(System.getProperty("heddle.root", "..")).toAbsolutePath().normalize();
    /// The lab compiles each program of an experiment by itself, against the versions that it is run with.
    private static final String OF_NO_PACKAGE = ".*/lab/src/main/java/.*/program";
    private static final List<SourceRule> RULES =
            List.of(new NoVar(), new NoLegacyJavadoc(), new NoUnfinishedMark(), new NoBareIoMessage());

    @Test
    void everySourceKeepsTheRules() throws IOException {
        List<SourceFile> sources = SourceFile.parse(sources());
        assertTrue(sources.size() > RULES.size(), () -> "only " + sources.size() + " sources below " + ROOT);
        assertEquals(
                List.of(),
                sources.stream()
                        .flatMap(source -> RULES.stream().flatMap(rule -> rule.check(source).stream()))
                        .toList());
    }

    @Test
    void everyPackageIsNullMarkedAndSaysWhatItIsFor() throws IOException {
        List<Path> bare = sources().stream()
                .filter(source -> source.toString().contains("/src/main/"))
                .map(Path::getParent)
                .distinct()
                .filter(folder -> !folder.toString().matches(OF_NO_PACKAGE))
                .filter(folder -> !describes(folder.resolve("package-info.java")) && !describes(mainPackage(folder)))
                .toList();
        assertEquals(List.of(), bare);
    }

    // The agent's entry class lies in a source folder of its own, in a package that the other one describes.
    private static Path mainPackage(Path folder) {
        return Path.of(folder.toString().replace("/src/main/boot/", "/src/main/java/"))
                .resolve("package-info.java");
    }

    private static boolean describes(Path packageInfo) {
        try {
            return Files.exists(packageInfo)
                    && Files.readString(packageInfo).startsWith("///")
                    && Files.readString(packageInfo).contains("@NullMarked");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> ROOT.relativize(file).toString().matches(".*src/(?:main|test)/.*io/heddle/.*"))
                    .toList();
        }
    }
}
