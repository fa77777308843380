package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A library in a jar of its own and merged into the program's jar is one thing.
class MergedLibrariesTest {

    private static final String PIN = "public synchronized void %s() throws InterruptedException { Thread.sleep(10); }";
    private static final String CACHE = "public class Cache { " + PIN.formatted("used") + PIN.formatted("unused") + "}";
    private static final String SHOP = """
            package com.acme;
            public class Shop {
                public static void main(String[] arguments) throws InterruptedException { new PACKAGE.Cache().used(); }
                public synchronized void close() throws InterruptedException { Thread.sleep(10); }
            }
            """;
    private static final String POM = "groupId=%s\nartifactId=%s\nversion=1.2\n";
    private static final String MANIFEST = "Manifest-Version: 1.0\nMain-Class: com.acme.Shop\n\n";

    @TempDir
    private Path folder;

    @Test
    void anUberJarHasTheFindingsOfItsClassPath() throws IOException {
        Path library = compiled(Map.of("Cache", "package org.other.cache; " + CACHE), List.of());
        Path shop = compiled(Map.of("Shop", SHOP.replace("PACKAGE", "org.other.cache")), List.of(library));
        Map<String, byte[]> uber = program(shop, library);
        pom(uber, "com.acme", "shop");
        pom(uber, "org.other", "cache");
        assertEquals(
                List.of(
                        "com.acme.Shop.close of com.acme:shop:1.2",
                        "org.other.cache.Cache.used of org.other:cache:1.2"),
                places(jar("shop-1.2.jar", uber)));
        Map<String, byte[]> own = Archives.entries(shop, "");
        pom(own, "com.acme", "shop");
        Map<String, byte[]> other = Archives.entries(library, "");
        pom(other, "org.other", "cache");
        assertEquals(
                places(jar("shop-1.2.jar", uber)),
                places(jar("own.jar", own) + File.pathSeparator + jar("cache-1.2.jar", other)));
    }

    /// What a file names is made, though no code says `new`.
    @Test
    void aMergedProviderIsReached() throws IOException {
        Path library = compiled(Map.of("Cache", "package org.other.cache; " + CACHE), List.of());
        Map<String, byte[]> uber = Archives.entries(library, "");
        uber.putAll(Archives.entries(
                compiled(Map.of("Shop", SHOP.replace("new PACKAGE.Cache().used();", "")), List.of()), ""));
        uber.put("META-INF/MANIFEST.MF", MANIFEST.getBytes());
        pom(uber, "com.acme", "shop");
        pom(uber, "org.other", "cache");
        assertEquals(List.of("com.acme.Shop.close of com.acme:shop:1.2"), places(jar("shop-1.2.jar", uber)));
        uber.put("META-INF/services/java.lang.Object", "org.other.cache.Cache\n".getBytes());
        assertEquals(
                List.of(
                        "com.acme.Shop.close of com.acme:shop:1.2",
                        "org.other.cache.Cache.unused of org.other:cache:1.2",
                        "org.other.cache.Cache.used of org.other:cache:1.2"),
                places(jar("shop-1.2.jar", uber)));
    }

    /// Where nothing says that other libraries were merged, all of a jar is its own.
    @Test
    void aJarWithoutOthersPomsIsItsOwn() throws IOException {
        Path library = compiled(Map.of("Cache", "package org.other.cache; " + CACHE), List.of());
        Map<String, byte[]> jar = Archives.entries(library, "");
        jar.putAll(Archives.entries(
                compiled(Map.of("Shop", SHOP.replace("PACKAGE", "org.other.cache")), List.of(library)), ""));
        jar.put("META-INF/MANIFEST.MF", MANIFEST.getBytes());
        assertEquals(
                List.of(
                        "com.acme.Shop.close of shop.jar",
                        "org.other.cache.Cache.unused of shop.jar",
                        "org.other.cache.Cache.used of shop.jar"),
                places(jar("shop.jar", jar)));
    }

    @Test
    void whatNoPomNamesIsALibraryLikeTheOthers() throws IOException {
        Path third = compiled(Map.of("Cache", "package org.third.cache; " + CACHE), List.of());
        Path other = compiled(
                Map.of(
                        "Front",
                        "package org.other.front; public class Front { public Object make() throws Exception {"
                                + " var cache = new org.third.cache.Cache(); cache.used(); return cache; } }"),
                List.of(third));
        Path shop = compiled(
                Map.of(
                        "Shop",
                        SHOP.replace("new PACKAGE.Cache().used();", "new org.other.front.Front().make();")
                                .replace("throws InterruptedException { new", "throws Exception { new")),
                List.of(other));
        Map<String, byte[]> uber = program(shop, other, third);
        pom(uber, "com.acme", "shop");
        pom(uber, "org.other", "front");
        assertEquals(
                List.of("com.acme.Shop.close of com.acme:shop:1.2", "org.third.cache.Cache.used of org.third"),
                places(jar("shop-1.2.jar", uber)));
        uber.putAll(Archives.entries(
                compiled(
                        Map.of(
                                "Till",
                                "package com.acme; public class Till { Object at = new org.third.cache.Cache(); }"),
                        List.of(third)),
                ""));
        assertEquals(
                List.of("com.acme.Shop.close of com.acme:shop:1.2", "org.third.cache.Cache.used of org.third"),
                places(jar("shop-1.2.jar", uber)));
    }

    /// A main class in a package of its own, as WireMock's, only launches the program.
    @Test
    void whatALauncherRefersToIsTheProgram() throws IOException {
        Path third = compiled(Map.of("Cache", "package org.third.cache; " + CACHE), List.of());
        Path shop = compiled(Map.of("Shop", SHOP.replace("PACKAGE", "org.third.cache")), List.of(third));
        Map<String, String> many = new TreeMap<>();
        IntStream.range(0, 200).forEach(i -> many.put("C" + i, "package org.third.cache; class C" + i + " { }"));
        Map<String, byte[]> uber = program(shop, third, compiled(many, List.of()));
        pom(uber, "com.acme", "shop");
        mergeAnother(uber);
        assertEquals(
                List.of(
                        "com.acme.Shop.close of com.acme:shop:1.2",
                        "org.third.cache.Cache.unused of com.acme:shop:1.2",
                        "org.third.cache.Cache.used of com.acme:shop:1.2"),
                places(jar("shop-1.2.jar", uber)));
    }

    /// As of all that is Apache's: a pom tells the projects of one organisation apart.
    @Test
    void aProjectOfTheSameOrganisationIsALibrary() throws IOException {
        Path library = compiled(Map.of("Cache", "package com.acme.cache.core; " + CACHE), List.of());
        Path shop = compiled(
                Map.of(
                        "Shop",
                        SHOP.replace("package com.acme;", "package com.acme.shop;")
                                .replace("PACKAGE", "com.acme.cache.core")),
                List.of(library));
        Map<String, byte[]> uber = Archives.entries(shop, "");
        uber.putAll(Archives.entries(library, ""));
        uber.put(
                "META-INF/MANIFEST.MF",
                MANIFEST.replace("com.acme.Shop", "com.acme.shop.Shop").getBytes());
        pom(uber, "com.acme.shop", "shop");
        uber.put(
                "META-INF/maven/com.acme.cache/cache/pom.properties",
                POM.formatted("com.acme.cache", "cache").replace("1.2", "3.0").getBytes());
        assertEquals(
                List.of(
                        "com.acme.cache.core.Cache.used of com.acme.cache:cache:3.0",
                        "com.acme.shop.Shop.close of com.acme.shop:shop:1.2"),
                places(jar("shop-1.2.jar", uber)));
        pom(uber, "com.acme.cache", "cache");
        assertEquals(3, places(jar("shop-1.2.jar", uber)).size(), "a module of the same build");
        uber.remove("META-INF/maven/com.acme.cache/cache/pom.properties");
        // A server's page, and no library.
        uber.put("WEB-INF/web.xml", "<web-app/>".getBytes());
        mergeAnother(uber);
        assertEquals(
                List.of(
                        "com.acme.cache.core.Cache.used of com.acme.cache",
                        "com.acme.shop.Shop.close of com.acme.shop:shop:1.2"),
                places(jar("shop-1.2.jar", uber)),
                "no pom of the library");
    }

    /// A build may leave out all poms.
    @Test
    void aProgramWithTheClassesOfManyOrganisationsHasTheirLibraries() throws IOException {
        Path library = compiled(Map.of("Cache", "package org.other.cache; " + CACHE), List.of());
        Map<String, byte[]> uber = program(
                compiled(Map.of("Shop", SHOP.replace("PACKAGE", "org.other.cache")), List.of(library)), library);
        for (String name : List.of("org.a.one", "org.b.two", "net.c.three", "com.d.four")) {
            uber.putAll(
                    Archives.entries(compiled(Map.of("A", "package " + name + "; public class A { }"), List.of()), ""));
        }
        assertEquals(
                List.of("com.acme.Shop.close of shop.jar", "org.other.cache.Cache.used of org.other"),
                places(jar("shop.jar", uber)));
    }

    /// As Netty and the driver that moved it use one library for compression.
    @Test
    void aCopyMayUseALibraryThatTheProgramUsesToo() throws IOException {
        Path third = compiled(Map.of("Cache", "package org.third.cache; " + CACHE), List.of());
        Path moved = compiled(
                Map.of(
                        "Front",
                        "package com.acme.shaded.org.other; public class Front {"
                                + " Object at = new org.third.cache.Cache(); " + PIN.formatted("pin") + "}"),
                List.of(third));
        Path shop = compiled(Map.of("Shop", SHOP.replace("PACKAGE", "org.third.cache")), List.of(third));
        assertEquals(
                List.of("com.acme.Shop.close of shop.jar", "org.third.cache.Cache.used of org.third"),
                places(jar("shop.jar", program(shop, moved, third))));
    }

    /// A declaration of a module lies in no package, and makes none the jar's own.
    @Test
    void aCopyThatUsesTheJarsCodeIsItsOwnInAModuleToo() throws IOException {
        Path shop = compiled(
                Map.of("Shop", "package com.acme; public class Shop { public static final Object OPEN = 1; }"),
                List.of());
        Path vendored = compiled(
                Map.of(
                        "Cache",
                        "package com.acme.vendored; "
                                + CACHE.replace("{ public", "{ Object at = new com.acme.Shop(); public")),
                List.of(shop));
        Map<String, byte[]> jar = Archives.entries(shop, "");
        jar.putAll(Archives.entries(vendored, ""));
        jar.put("module-info.class", new byte[] {1});
        assertEquals(2, places(jar("shop.jar", jar)).size());
    }

    @Test
    void aMovedCopyCountsWhereItsOwnerGetsToIt() throws IOException {
        String moved = "com.acme.shaded.org.other";
        Path library = compiled(Map.of("Cache", "package " + moved + "; " + CACHE), List.of());
        Path shop = compiled(Map.of("Shop", SHOP.replace("PACKAGE", moved)), List.of(library));
        Map<String, byte[]> jar = Archives.entries(shop, "");
        jar.putAll(Archives.entries(library, ""));
        assertEquals(
                List.of("com.acme.Shop.close of shop.jar", moved + ".Cache.used of shop.jar"),
                places(jar("shop.jar", jar)));
    }

    /// A copy knows nothing of who uses it.
    @Test
    void whatRefersToOnesOwnCodeIsOnesOwnWhateverItsName() throws IOException {
        for (String name : List.of("com.acme.thirdparty", "com.acme.shadow", "com.acme.vendored")) {
            Path shop = compiled(
                    Map.of("Shop", "package com.acme; public class Shop { public static final Object OPEN = 1; }"),
                    List.of());
            Path vendored = compiled(
                    Map.of(
                            "Cache",
                            "package " + name + "; "
                                    + CACHE.replace("{ public", "{ Object at = new com.acme.Shop(); public")),
                    List.of(shop));
            Map<String, byte[]> jar = Archives.entries(shop, "");
            jar.putAll(Archives.entries(vendored, ""));
            assertEquals(
                    List.of(name + ".Cache.unused of shop.jar", name + ".Cache.used of shop.jar"),
                    places(jar("shop.jar", jar)),
                    name);
        }
    }

    /// As `org.apache.hbase.thirdparty` is: a jar of nothing but copies is there for others.
    @Test
    void aJarOfCopiesAloneOffersThem() throws IOException {
        Path library = compiled(Map.of("Cache", "package com.acme.shaded.org.other; " + CACHE), List.of());
        assertEquals(2, places(jar("copies.jar", Archives.entries(library, ""))).size());
    }

    private static List<String> places(String target) {
        return Archives.likely(target).stream()
                .map(finding -> finding.type() + "." + finding.method() + " of " + finding.artifact())
                .sorted()
                .toList();
    }

    /// The classes of these folders, with a main class.
    private static Map<String, byte[]> program(Path... folders) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>();
        for (Path folder : folders) {
            entries.putAll(Archives.entries(folder, ""));
        }
        entries.put("META-INF/MANIFEST.MF", MANIFEST.getBytes());
        return entries;
    }

    /// A library that its pom names: a sign that the build merges libraries.
    private void mergeAnother(Map<String, byte[]> entries) throws IOException {
        pom(entries, "org.other", "front");
        entries.putAll(Archives.entries(
                compiled(Map.of("Front", "package org.other.front; public class Front { }"), List.of()), ""));
    }

    private static void pom(Map<String, byte[]> entries, String group, String artifact) {
        entries.put(
                "META-INF/maven/" + group + "/" + artifact + "/pom.properties",
                POM.formatted(group, artifact).getBytes());
    }

    private Path compiled(Map<String, String> sources, List<Path> classPath) throws IOException {
        return Compiled.all(Files.createTempDirectory(folder, "classes"), sources, classPath);
    }

    private String jar(String name, Map<String, byte[]> entries) throws IOException {
        Path file = Files.createTempDirectory(folder, "jar").resolve(name);
        return Files.write(file, Archives.of(entries)).toString();
    }
}
