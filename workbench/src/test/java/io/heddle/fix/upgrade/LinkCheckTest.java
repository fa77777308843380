package io.heddle.fix.upgrade;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.CheckOptions;
import io.heddle.check.Compiled;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkCheckTest {

    private static final String OLD = """
            package lib;
            public class Box {
                public int size;
                public static Box of(String name) { return new Box(); }
                public void put(Object value) {}
                protected void opened() {}
            }
            """;
    private static final String CALLER = """
            package shop;
            public class Shop extends lib.Box {
                public int fill(lib.Box box) { box.put("x"); lib.Box.of("y"); return box.size; }
                @Override protected void opened() {}
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aReleaseThatHasAllLinks() throws IOException {
        assertEquals(Optional.empty(), broken(OLD.replace("new Box()", "null")));
        assertEquals(Optional.empty(), broken(OLD.replace("public int size;", "public int size, more;")));
    }

    @Test
    void whatIsGoneIsNamed() throws IOException {
        assertEquals(
                Optional.of("shop.Shop needs lib.Box.put(Ljava/lang/Object;)V, which is gone"),
                broken(OLD.replace("put(Object", "put(String")));
        assertEquals(
                Optional.of("shop.Shop needs lib.Box.size, which is gone"),
                broken(OLD.replace("int size", "long size")));
        assertEquals(
                Optional.of("shop.Shop needs lib.Box.size, which is gone"), broken(OLD.replace("public int", "int")));
        assertEquals(
                Optional.of("shop.Shop cannot override lib/Box.opened()V any more"),
                broken(OLD.replace("protected void", "protected final void")));
    }

    @Test
    void aNewAbstractMethodThatNobodyWrote() throws IOException {
        String face = "package lib; public interface Face { void one(); }";
        String user = "package shop; public class User implements lib.Face { public void one() {} }";
        assertEquals(
                Optional.of("shop.User does not have lib/Face.two()V, which is new"),
                broken("Face", face, face.replace("void one();", "void one(); void two();"), "User", user));
        assertEquals(
                Optional.empty(),
                broken("Face", face, face.replace("void one();", "void one(); default void two() {}"), "User", user));
    }

    @Test
    void aSuperclassMayHaveIt() throws IOException {
        String young = OLD.replace("public class Box {", "public class Box extends Base {")
                        .replace("public void put(Object value) {}", "")
                + "class Base { public void put(Object value) {} }";
        assertEquals(Optional.empty(), broken(young));
    }

    @Test
    void classesMustFitTheJdk() throws IOException {
        Path old = compiled("Box", OLD, List.of());
        Path young = compiled("Box", OLD, List.of());
        byte[] bytes = Files.readAllBytes(young.resolve("lib/Box.class"));
        bytes[7] = 69;
        Files.write(young.resolve("lib/Box.class"), bytes);
        Path shop = compiled("Shop", CALLER, List.of(old));
        try (LinkCheck check = new LinkCheck(options(shop, old), 21)) {
            String why = check.broken(options(shop, young)).orElse("");
            assertTrue(why.contains("compiled for Java 25"), why);
        }
    }

    private Optional<String> broken(String young) throws IOException {
        return broken("Box", OLD, young, "Shop", CALLER);
    }

    private Optional<String> broken(String name, String old, String young, String user, String caller)
            throws IOException {
        Path first = compiled(name, old, List.of());
        Path second = compiled(name, young, List.of());
        Path shop = compiled(user, caller, List.of(first));
        try (LinkCheck check = new LinkCheck(options(shop, first), 21)) {
            return check.broken(options(shop, second));
        }
    }

    private Path compiled(String name, String code, List<Path> path) throws IOException {
        return Compiled.all(Files.createTempDirectory(folder, "classes"), Map.of(name, code), path);
    }

    private static CheckOptions options(Path shop, Path library) {
        return new CheckOptions(
                List.of(shop), List.of(library), Map.of(), List.of(21), Map.of(), false, Confidence.LIKELY, Set.of());
    }
}
