package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An application whose build has several modules: each lies in a jar of its own, among the libraries. What neither
/// code
/// nor a container gets to is not told.
class ModulesTest {

    private static final String PIN =
            "public synchronized void pin(Object any) throws InterruptedException { Thread.sleep(10); }";
    private static final String APP = """
            package com.acme.shop;
            public class App { public static void main(String[] arguments) { } }
            """;
    private static final Map<String, String> CORE = Map.of(
            "GetMapping",
            """
            package com.acme.shop.core;
            import java.lang.annotation.Retention;
            import java.lang.annotation.RetentionPolicy;
            @Retention(RetentionPolicy.RUNTIME) public @interface GetMapping { }
            """,
            "Orders",
            """
            package com.acme.shop.core;
            public class Orders {
                @GetMapping public void list() throws InterruptedException {
                    new org.other.cache.Cache().pin(this);
                    new Stock().pin(this);
                }
            }
            """,
            "Stock",
            "package com.acme.shop.core; public class Stock { " + PIN + "}",
            "Unused",
            "package com.acme.shop.core; public class Unused { " + PIN + "}");
    private static final String CACHE =
            "package org.other.cache; public class Cache { " + PIN + PIN.replace("pin(", "unused(") + "}";
    private static final String MANIFEST = "Manifest-Version: 1.0\nStart-Class: com.acme.shop.App\n%s\n";

    private static final List<String> FINDINGS =
            List.of("com.acme.shop.core.Stock.pin OWN EACH_REQUEST", "org.other.cache.Cache.pin LIBRARY EACH_REQUEST");

    @TempDir
    private Path folder;

    /// As Maven's builds name them, in a fat jar, in the folder that it is unpacked to, and on a class path.
    @Test
    void aModuleOfTheSameBuildIsOnesOwn() throws IOException {
        Path fat = fat("1.2", "shop-core-1.2.jar", "1.2");
        assertEquals(FINDINGS, findings(fat.toString()));
        assertEquals(FINDINGS, findings(unpacked(fat).toString()));
        Path plain = write(
                "app-1.2.jar", named(Archives.entries(compiled(Map.of("App", APP), List.of()), ""), "app", "1.2"));
        Path lib = unpacked(fat).resolve("BOOT-INF/lib");
        assertEquals(
                FINDINGS,
                findings(String.join(
                        File.pathSeparator,
                        plain.toString(),
                        lib.resolve("shop-core-1.2.jar").toString(),
                        lib.resolve("cache-1.0.jar").toString())));
    }

    /// Up to Boot 1.3 the loader and the classes of the application lie side by side.
    @Test
    void bootsLoaderIsNotOnesOwn() throws IOException {
        Map<String, String> loader = Map.of(
                "JarLauncher", "package org.springframework.boot.loader; public class JarLauncher { " + PIN + "}");
        Map<String, byte[]> fat = Archives.entries(compiled(Map.of("App", APP), List.of()), "");
        fat.putAll(Archives.entries(compiled(loader, List.of()), ""));
        fat.put(
                "META-INF/MANIFEST.MF",
                MANIFEST.formatted("Main-Class: org.springframework.boot.loader.JarLauncher\n")
                        .getBytes());
        fat.put("lib/shop-core-1.2.jar", Archives.of(named(core(), "shop-core", "1.2")));
        fat.put("lib/cache-1.0.jar", Archives.of(Archives.entries(cache(), "")));
        Path built = write("shop.jar", named(fat, "shop", "1.2"));
        assertEquals(FINDINGS, findings(built.toString()));
        assertEquals(FINDINGS, findings(unpacked(built).toString()));
    }

    /// A library of the same organisation has a version of its own.
    @Test
    void whatAnotherBuildMadeIsALibrary() throws IOException {
        assertEquals(List.of(), findings(fat("1.2", "shop-core-0.9.jar", "0.9").toString()));
    }

    /// Gradle writes no coordinates into a jar.
    @Test
    void whereNoCoordinatesAreToldPackagesAndVersionsDecide() throws IOException {
        assertEquals(FINDINGS, findings(fat("", "shop-core.jar", "").toString()));
        assertEquals(FINDINGS, findings(fat("", "shop-core-1.2.jar", "").toString()));
        assertEquals(List.of(), findings(fat("", "shop-core-0.9.jar", "").toString()));
    }

    /// The descriptor of a war names what the container makes: also of libraries, and of modules if there is nothing
    /// else.
    @Test
    void aWarWithoutClassesIsItsModulesAndItsDescriptors() throws IOException {
        Path servlet = compiled(
                Map.of(
                        "Servlet", "package javax.servlet; public interface Servlet { }",
                        "ServletRequest", "package javax.servlet; public interface ServletRequest { }"),
                List.of());
        Path library = compiled(
                Map.of(
                        "Front",
                        "package org.other.front; public class Front implements javax.servlet.Servlet {"
                                + " public void service(javax.servlet.ServletRequest request) throws Exception {"
                                + " new Gate().pin(request); } }",
                        "Gate",
                        "package org.other.front; public class Gate { " + PIN + "}",
                        "Back",
                        "package org.other.front; public class Back implements javax.servlet.Servlet {"
                                + " public void service(javax.servlet.ServletRequest request) throws Exception {"
                                + " new Door().pin(request); } }",
                        "Door",
                        "package org.other.front; public class Door { " + PIN + "}"),
                List.of(servlet));
        Map<String, byte[]> war = named(new TreeMap<>(), "shop-war", "1.2");
        war.put("WEB-INF/lib/shop-core-1.2.jar", Archives.of(named(core(), "shop-core", "1.2")));
        war.put("WEB-INF/lib/cache-1.0.jar", Archives.of(Archives.entries(cache(), "")));
        war.put("WEB-INF/lib/front-3.jar", Archives.of(Archives.entries(library, "")));
        war.put(
                "WEB-INF/web.xml",
                ("<web-app><servlet><servlet-class> org.other.front.Front </servlet-class></servlet>"
                                + "<!-- <servlet><servlet-class>org.other.front.Back</servlet-class></servlet> --></web-app>")
                        .getBytes());
        assertEquals(
                Stream.concat(FINDINGS.stream(), Stream.of("org.other.front.Gate.pin LIBRARY SOME_REQUESTS"))
                        .toList(),
                findings(write("shop.war", war).toString()));
    }

    /// Gradle's wars have no coordinates, only a version.
    @Test
    void aDescriptorNamesModulesOfAWarWithoutClasses() throws IOException {
        Map<String, byte[]> war = new TreeMap<>();
        war.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nImplementation-Version: 1.2 of today\n\n".getBytes());
        war.put("WEB-INF/lib/shop-core-1.2.jar", Archives.of(core()));
        war.put("WEB-INF/lib/cache-1.0.jar", Archives.of(Archives.entries(cache(), "")));
        war.put("WEB-INF/web.xml", "<servlet-class>com.acme.shop.core.Orders</servlet-class>".getBytes());
        Path built = write("shop.war", war);
        assertEquals(FINDINGS, findings(built.toString()));
        assertEquals(FINDINGS, findings(unpacked(built).toString()));
    }

    private static List<String> findings(String target) {
        return Archives.likely(target).stream()
                .map(finding -> finding.type() + "." + finding.method() + " "
                        + finding.context().owner() + " " + finding.context().exposure())
                .sorted()
                .toList();
    }

    /// @param app version in Maven's file of the application; empty for none
    /// @param core the same of its module
    private Path fat(String app, String file, String core) throws IOException {
        Map<String, byte[]> entries = Archives.entries(compiled(Map.of("App", APP), List.of()), "BOOT-INF/classes/");
        entries.put(
                "META-INF/MANIFEST.MF",
                MANIFEST.formatted("Implementation-Version: 1.2\n").getBytes());
        entries.put("BOOT-INF/lib/" + file, Archives.of(named(core(), "shop-core", core)));
        entries.put("BOOT-INF/lib/cache-1.0.jar", Archives.of(Archives.entries(cache(), "")));
        return write("shop.jar", named(entries, "shop", app));
    }

    private Map<String, byte[]> core() throws IOException {
        return Archives.entries(compiled(CORE, List.of(cache())), "");
    }

    private Path cache() throws IOException {
        return compiled(Map.of("Cache", CACHE), List.of());
    }

    private static Map<String, byte[]> named(Map<String, byte[]> entries, String artifact, String version) {
        if (!version.isEmpty()) {
            entries.put(
                    "META-INF/maven/com.acme/" + artifact + "/pom.properties",
                    ("groupId=com.acme\nartifactId=" + artifact + "\nversion=" + version + "\n").getBytes());
        }
        return entries;
    }

    private Path compiled(Map<String, String> sources, List<Path> classPath) throws IOException {
        return Compiled.all(Files.createTempDirectory(folder, "classes"), sources, classPath);
    }

    private Path write(String name, Map<String, byte[]> entries) throws IOException {
        return Files.write(Files.createTempDirectory(folder, "jar").resolve(name), Archives.of(entries));
    }

    private Path unpacked(Path jar) throws IOException {
        Path to = Files.createTempDirectory(folder, "unpacked");
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                Path file = to.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip.getInputStream(entry), file);
            }
        }
        return to;
    }
}
