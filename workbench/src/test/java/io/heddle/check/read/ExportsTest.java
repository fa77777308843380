package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.check.Compiled;
import io.heddle.check.read.ClassEntry.Published;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What authors declare decides what they publish; what they call a package does not.
class ExportsTest {

    private static final String OSGI = """
            Manifest-Version: 1.0
            Export-Package: a.api;version="1.0";uses:="a.impl,b.impl",a.more;a.othe
             r;version="2"

            """;

    @TempDir
    private Path folder;

    @Test
    void aBundlePublishesThePackagesOfItsHeader() {
        Exports exports = bundle(OSGI, List.of("a/api/X.class", "a/other/Y.class", "a/impl/Z.class"));
        assertEquals(Published.YES, exports.of("a/api/X"));
        assertEquals(Published.YES, exports.of("a/other/Y"));
        assertEquals(Published.NO, exports.of("a/impl/Z"));
    }

    @Test
    void aManifestOfAnotherJarDeclaresNothing() {
        assertEquals(Published.UNKNOWN, bundle(OSGI, List.of("b/X.class")).of("b/X"));
        assertEquals(
                Published.UNKNOWN,
                bundle("Manifest-Version: 1.0\n\n", List.of("b/X.class")).of("b/X"));
    }

    @Test
    void aDamagedManifestDeclaresNothing() {
        assertEquals(
                Published.UNKNOWN,
                bundle("\0Export-Package\n a", List.of("a/X.class")).of("a/X"));
    }

    @Test
    void aModulePublishesWhatItExportsToAllOrOpens() throws IOException {
        Exports exports = module("module m { exports a.api; exports a.friend to java.sql; opens a.opened; }", 21);
        assertEquals(Published.YES, exports.of("a/api/X"));
        assertEquals(Published.YES, exports.of("a/opened/X"));
        assertEquals(Published.NO, exports.of("a/friend/X"));
    }

    @Test
    void anOpenModuleKeepsNothing() throws IOException {
        assertEquals(
                Published.UNKNOWN,
                module("open module m { exports a.api; }", 21).of("a/friend/X"));
    }

    private static Exports bundle(String manifest, List<String> classes) {
        List<String> names = new ArrayList<>(classes);
        names.add("META-INF/MANIFEST.MF");
        return Exports.of(names, 21, name -> manifest.getBytes(StandardCharsets.UTF_8));
    }

    private Exports module(String declaration, int release) throws IOException {
        Compiled.all(
                folder,
                Map.of(
                        "module-info", declaration,
                        "A", "package a.api; public class A {}",
                        "B", "package a.friend; public class B {}",
                        "C", "package a.opened; public class C {}"),
                List.of());
        try (Stream<Path> walk = Files.walk(folder)) {
            List<String> names = walk.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .toList();
            return Exports.of(names, release, name -> Files.readAllBytes(folder.resolve(name)));
        }
    }
}
