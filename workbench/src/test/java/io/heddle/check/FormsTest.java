package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.input.Inputs;
import io.heddle.model.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One service in the forms in which people deploy it: its own code is the same in each.
class FormsTest {

    private static final String PIN = "public synchronized void %s() throws InterruptedException { Thread.sleep(10); }";
    private static final Map<String, String> SHOP = Map.of("Shop", """
            package shop.web;
            public class Shop {
                public static void main(String[] arguments) throws InterruptedException { new Shop().buy(); }
                @org.rest.Path("/buy") public void buy() throws InterruptedException {
                    sell();
                    new org.other.cache.Cache().used();
                }
            """ + PIN.formatted("sell") + "}");
    private static final Map<String, String> LIBRARY = Map.of(
            "Cache",
            "package org.other.cache; public class Cache { " + PIN.formatted("used") + PIN.formatted("unused") + "}",
            "Path",
            "package org.rest; public @interface Path { String value(); }");
    /// It knows the service, as what a build generates does.
    private static final Map<String, String> LAUNCHER = Map.of("GeneratedMain", """
            package io.quarkus.runner;
            public class GeneratedMain {
                public static void main(String[] arguments) throws InterruptedException {
                    new shop.web.Shop().buy();
                }
            }
            """);
    private static final List<String> OWN = List.of("shop.web.Shop.sell OWN", "org.other.cache.Cache.used LIBRARY");

    @TempDir
    private Path folder;

    @Test
    void itsOwnCodeIsTheSameInEachForm() throws IOException {
        Path library = Compiled.all(Files.createDirectory(folder.resolve("library")), LIBRARY, List.of());
        Path shop = Compiled.all(Files.createDirectory(folder.resolve("classes")), SHOP, List.of(library));
        Path launcher =
                Compiled.all(Files.createDirectory(folder.resolve("launcher")), LAUNCHER, List.of(library, shop));
        Map<String, byte[]> own = Archives.entries(shop, "");
        pom(own, "shop", "web-shop");
        Map<String, byte[]> other = Archives.entries(library, "");
        pom(other, "org.other", "cache");
        Map<String, Path> forms = new LinkedHashMap<>();

        Map<String, byte[]> uber = new TreeMap<>(own);
        uber.putAll(other);
        forms.put("uber jar", jar("uber/web-shop-1.2.jar", with(uber, "Main-Class: shop.web.Shop")));
        forms.put("renamed uber jar", jar("renamed/app.jar", with(uber, "Main-Class: shop.web.Shop")));
        forms.put("unpacked uber jar", unpacked("unpacked", with(uber, "Main-Class: shop.web.Shop")));

        Map<String, byte[]> launched = new TreeMap<>(uber);
        launched.putAll(Archives.entries(launcher, ""));
        String main = "Main-Class: io.quarkus.runner.GeneratedMain";
        forms.put("runner", jar("runner/web-shop-1.2-runner.jar", with(launched, main)));
        forms.put("renamed runner", jar("renamed/runner.jar", with(launched, main)));
        forms.put("unpacked runner", unpacked("unpacked-runner", with(launched, main)));

        jar("thin/lib/cache-1.2.jar", other);
        forms.put(
                "jar with a class path",
                jar("thin/web-shop-1.2.jar", with(own, "Main-Class: shop.web.Shop\nClass-Path: lib/cache-1.2.jar")));

        jar("quarkus-app/app/web-shop-1.2.jar", own);
        jar("quarkus-app/lib/main/org.other.cache-1.2.jar", other);
        jar("quarkus-app/quarkus/generated-bytecode.jar", Archives.entries(launcher, ""));
        Path run = jar("quarkus-app/quarkus-run.jar", with(Map.of(), "Main-Class: io.quarkus.bootstrap.Run"));
        forms.put("fast-jar", run.resolveSibling(""));
        forms.put("its run jar", run);

        jar("image/libs/cache-1.2.jar", other);
        for (Map.Entry<String, byte[]> file : own.entrySet()) {
            write("image/classes/" + file.getKey(), file.getValue());
        }
        forms.put("image", folder.resolve("image"));

        forms.forEach((name, file) -> assertEquals(
                OWN.stream().sorted().toList(),
                Archives.likely(file.toString()).stream()
                        .map(FormsTest::place)
                        .sorted()
                        .toList(),
                name));
    }

    /// A check that does not read what the service calls says so.
    @Test
    void librariesThatAreMissingAreSaid() throws IOException {
        Path shop = Compiled.all(
                Files.createDirectory(folder.resolve("alone")),
                Map.of("Shop", "package shop; public class Shop { }"),
                List.of());
        Path jar = jar(
                "missing/shop.jar",
                with(Archives.entries(shop, ""), "Class-Path: lib/cache-1.2.jar lib/front-1.0.jar"));
        List<String> notes =
                Inputs.of(List.of(jar.toString()), List.of(), true, _ -> {}).notes();
        assertTrue(notes.getFirst().contains("names 2 files on its class path that are not there"), notes.toString());
    }

    /// A war that overlays another has the poms of both, and their modules.
    @Test
    void theModulesOfAnOverlayAreOnesOwn() throws IOException {
        Path classes = Compiled.all(
                Files.createDirectory(folder.resolve("war")),
                Map.of(
                        "Site",
                        "package org.site; public class Site { public void buy() throws Exception { new org.base.Base().used(); } }",
                        "Base",
                        "package org.base; public class Base { " + PIN.formatted("used") + "}"),
                List.of());
        Map<String, byte[]> module = new TreeMap<>(
                Map.of("org/base/Base.class", Files.readAllBytes(classes.resolve("org/base/Base.class"))));
        pom(module, "org.base", "base-core");
        Map<String, byte[]> war = new TreeMap<>(Map.of(
                "WEB-INF/classes/org/site/Site.class", Files.readAllBytes(classes.resolve("org/site/Site.class")),
                "WEB-INF/lib/base-core-1.2.jar", Archives.of(module)));
        pom(war, "org.site", "site");
        pom(war, "org.base", "base-webapp");
        assertEquals(
                List.of("org.base.Base.used OWN"),
                Archives.likely(jar("overlay/any.war", war).toString()).stream()
                        .map(FormsTest::place)
                        .toList());
    }

    private static String place(Finding finding) {
        return finding.type() + "." + finding.method() + " " + finding.context().owner();
    }

    private static Map<String, byte[]> with(Map<String, byte[]> entries, String attributes) {
        Map<String, byte[]> all = new TreeMap<>(entries);
        all.put("META-INF/MANIFEST.MF", ("Manifest-Version: 1.0\n" + attributes + "\n\n").getBytes());
        return all;
    }

    private static void pom(Map<String, byte[]> entries, String group, String artifact) {
        entries.put(
                "META-INF/maven/" + group + "/" + artifact + "/pom.properties",
                "groupId=%s\nartifactId=%s\nversion=1.2\n"
                        .formatted(group, artifact)
                        .getBytes());
    }

    private Path jar(String name, Map<String, byte[]> entries) throws IOException {
        return write(name, Archives.of(entries));
    }

    private Path unpacked(String name, Map<String, byte[]> entries) throws IOException {
        for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
            write(name + "/" + entry.getKey(), entry.getValue());
        }
        return folder.resolve(name);
    }

    private Path write(String name, byte[] content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }
}
