package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is taken for another library's that was relocated into an archive.
class ShadedPackagesTest {

    @Test
    void thePackageTheDomainWithinOrAWellKnownClassTells() {
        assertEquals(
                List.of("org/shop/deps/org/other/Cache"),
                copies("org/shop/deps/org/other/Cache", "org/shop/deps/Till"));
        assertEquals(
                List.of(
                        "org/shop/shaded/com/other/Cache",
                        "org/shop/jsr166e/ForkJoinPool",
                        "org/shop/impl/com/google/gson/Gson",
                        "org/shop/javax/activation/DataHandler",
                        "org/shop/javassist/CtClass",
                        "org/shop/javassist/tools/Viewer"),
                copies(
                        "org/shop/shaded/com/other/Cache",
                        "org/shop/jsr166e/ForkJoinPool",
                        "org/shop/impl/com/google/gson/Gson",
                        "org/shop/javax/activation/DataHandler",
                        "org/shop/javassist/CtClass",
                        "org/shop/javassist/tools/Viewer",
                        "org/shop/Till",
                        "org/shop/shaded/org/shop/Till"));
    }

    @Test
    void aLibraryIsNoCopyOfItself() {
        assertEquals(
                List.of(),
                copies(
                        "javassist/CtClass",
                        "javassist/tools/Viewer",
                        "org/objectweb/asm/ClassReader",
                        "net/sf/cglib/core/AbstractClassGenerator",
                        "scala/Predef",
                        "com/google/gson/Gson",
                        "javax/activation/DataHandler"));
    }

    /// As `net.snowflake.client.jdbc.internal` is.
    @Test
    void aPackageInWhichDomainsBeginAnewMayHoldCopiesAlone() {
        ShadedPackages packages = new ShadedPackages(List.of(
                "org/shop/inner/com/other/Cache",
                "org/shop/inner/org/some/deep/Tree",
                "org/shop/inner/another/Map",
                "org/shop/com/other/Cache",
                "org/shop/org/some/Tree",
                "org/shop/Till",
                "org/shop/io/Wire",
                "org/other/Main"));
        assertEquals(Optional.of("org/shop/inner/com/other/"), packages.mayBe("org/shop/inner/com/other/Cache"));
        assertEquals(Optional.of("org/shop/inner/org/some/"), packages.mayBe("org/shop/inner/org/some/deep/Tree"));
        assertEquals(Optional.of("org/shop/inner/another/"), packages.mayBe("org/shop/inner/another/Map"));
        assertEquals(Optional.of("org/shop/com/other/"), packages.mayBe("org/shop/com/other/Cache"));
        assertEquals(Optional.empty(), packages.mayBe("org/shop/io/Wire"));
        assertEquals(Optional.empty(), packages.mayBe("org/shop/Till"));
    }

    /// As `net.logstash.logback.encoder.com.lmax` and `com.facebook.presto.jdbc.internal.guava` are.
    @Test
    void aSingleDomainMayHoldACopyAndSoMayEachInternalPackage() {
        ShadedPackages packages = new ShadedPackages(List.of(
                "net/shop/encoder/com/other/Ring",
                "net/shop/encoder/text/Words",
                "net/shop/internal/guava/Cache",
                "net/shop/internal/Clock",
                "net/shop/Till"));
        assertEquals(Optional.of("net/shop/encoder/com/other/"), packages.mayBe("net/shop/encoder/com/other/Ring"));
        assertEquals(Optional.empty(), packages.mayBe("net/shop/encoder/text/Words"));
        assertEquals(Optional.of("net/shop/internal/guava/"), packages.mayBe("net/shop/internal/guava/Cache"));
        assertEquals(Optional.empty(), packages.mayBe("net/shop/internal/Clock"));
    }

    /// As `io.sentry.spring.jakarta` and Kafka's API for Scala are.
    @Test
    void aPackageThatIsAboutALibraryIsNoCopyOfIt() {
        assertEquals(
                List.of(),
                copies(
                        "org/shop/spring/jakarta/Filter",
                        "org/shop/streams/scala/Builder",
                        "org/shop/javassist/Proxies",
                        "org/shop/net/Wire"));
    }

    private static List<String> copies(String... names) {
        ShadedPackages relocated = new ShadedPackages(List.of(names));
        return Stream.of(names).filter(relocated::has).toList();
    }
}
