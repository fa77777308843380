package io.heddle.check.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
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
