package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.Compiled;
import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/// Each reason to refuse, on the smallest class that has it. Nothing is patched then.
class LockRefusalsTest {

    private static final String SLOW =
            "public synchronized void slow() throws InterruptedException { Thread.sleep(10); }";

    @TempDir
    private Path folder;

    static Stream<Arguments> refusals() {
        return Stream.of(
                Arguments.of(Refusal.SERIALISED, "public class A implements java.io.Serializable { " + SLOW + " }"),
                Arguments.of(Refusal.CLONED, "public class A implements Cloneable { " + SLOW + " }"),
                Arguments.of(Refusal.SUPERCLASS_LOCKS, "public class A extends Thread { " + SLOW + " }"),
                Arguments.of(
                        Refusal.NO_FIELD_HERE,
                        "public class A { enum E { X; " + SLOW
                                + " } public void run() throws Exception { E.X.slow(); } }"),
                Arguments.of(
                        Refusal.JVM_LOCKS,
                        "public class A { public void slow() throws InterruptedException"
                                + " { synchronized (String.class) { Thread.sleep(10); } } }"),
                Arguments.of(
                        Refusal.ALIASED,
                        "public class A { public static synchronized void slow() throws InterruptedException"
                                + " { Thread.sleep(10); } public int of(Class<?> type)"
                                + " { synchronized (type) { return 1; } } }"),
                Arguments.of(
                        Refusal.RUNS_BEFORE_LOCK,
                        "public class A { static final Object FIRST = new Object(); static class B { public void slow()"
                                + " throws InterruptedException { synchronized (A.class) { Thread.sleep(10); } } }"
                                + " public void run() throws Exception { new B().slow(); } }"),
                Arguments.of(
                        Refusal.RUNS_BEFORE_LOCK,
                        "public class A extends B { public static synchronized void slow() throws"
                                + " InterruptedException { Thread.sleep(10); } }"
                                + " class B { static final Object FIRST = new Object(); }"),
                Arguments.of(
                        Refusal.MUTABLE_LOCK,
                        "public class A { Object lock = new Object(); public void slow() throws InterruptedException"
                                + " { synchronized (lock) { Thread.sleep(10); } } }"),
                Arguments.of(
                        Refusal.SHARED_IDENTITY,
                        "public class A { public void slow(Object lock) throws InterruptedException"
                                + " { synchronized (lock) { Thread.sleep(10); } } }"),
                Arguments.of(
                        Refusal.SHARED_IDENTITY,
                        "public class A { final Object lock; A(Object given) { lock = given; }"
                                + " public void slow() throws InterruptedException"
                                + " { synchronized (lock) { Thread.sleep(10); } } }"),
                Arguments.of(
                        Refusal.ALIASED,
                        "public class A { private final Object lock = new Object(); Object lock() { return lock; }"
                                + " public void slow() throws InterruptedException"
                                + " { synchronized (lock) { Thread.sleep(10); } } }"),
                Arguments.of(
                        Refusal.ALIASED,
                        "public class A { " + SLOW
                                + " static void with(Object any) { synchronized (any) { any.hashCode(); } }" + " }"),
                Arguments.of(
                        Refusal.TIMED_WAIT,
                        "public class A { public synchronized void slow(long time) throws InterruptedException"
                                + " { wait(time); } synchronized void end() { notifyAll(); } }"),
                Arguments.of(
                        Refusal.STATE_OBSERVED,
                        "public class A { " + SLOW + " boolean mine() { return Thread.holdsLock(this); } }"),
                Arguments.of(Refusal.NATIVE_METHOD, "public class A { " + SLOW + " native void outside(); }"),
                Arguments.of(
                        Refusal.REFLECTED,
                        "public class A { " + SLOW + " int fields() { return A.class.getDeclaredFields().length; } }"),
                Arguments.of(
                        Refusal.RUNS_BEFORE_LOCK,
                        "public class A { static class Base { Base() { init(); } void init() {} }"
                                + " public static class Sub extends Base { synchronized void init() {} " + SLOW
                                + " } }"),
                Arguments.of(
                        Refusal.RUNS_BEFORE_LOCK,
                        "public class A { " + SLOW + " protected void finalize() throws Throwable { slow(); } }"),
                Arguments.of(
                        Refusal.NESTED_MONITOR,
                        "public class A { private final java.util.ArrayList<String> list = new java.util.ArrayList<>();"
                                + " private final Object lock = new Object(); public void slow()"
                                + " throws InterruptedException { synchronized (lock) { Thread.sleep(10); } }"
                                + "\n public void other() { synchronized (list) {\n synchronized (lock) { list.clear(); } } } }"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void refuses(Refusal expected, String code) throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", code));
        assertTrue(fixed.refusals().contains(expected), () -> fixed.refusals() + fixed.said());
        assertEquals(Map.of(), fixed.texts());
        assertEquals("", fixed.fix().patch());
    }

    /// A class file that says that it was compiled from Kotlin.
    @Test
    void kotlinIsRefusedWithWhatToDoThere() throws IOException {
        Path classes = Compiled.all(
                Files.createTempDirectory(folder, "classes"),
                Map.of("A", "public class A { " + SLOW + " }"),
                List.of());
        Path file = classes.resolve("A.class");
        ClassWriter kotlin = new ClassWriter(0);
        new ClassReader(Files.readAllBytes(file))
                .accept(
                        new ClassVisitor(Opcodes.ASM9, kotlin) {
                            @Override
                            public void visitSource(String source, String debug) {
                                super.visitSource("A.kt", debug);
                            }
                        },
                        0);
        Files.write(file, kotlin.toByteArray());
        FixedCode fixed = FixedCode.of(classes, folder, World.APPLICATION);
        assertEquals(List.of(Refusal.OTHER_LANGUAGE), fixed.refusals(), fixed::said);
        assertTrue(
                fixed.said().contains("A was compiled from A.kt, and fix edits Java only: use ReentrantLock.withLock"),
                fixed::said);
    }

    static Stream<String> growing() {
        String item = " class Item { int state; " + SLOW.replace("public ", "") + " } ";
        return Stream.of(
                "final java.util.List<Item> items = new java.util.ArrayList<>(); public void fill(int count) throws"
                        + " Exception { for (int i = 0; i < count; i++) { items.add(new Item()); } items.get(0).slow(); }"
                        + item,
                "java.util.List<Item> items; public void fill(int count) throws Exception { java.util.List<Item> made ="
                        + " new java.util.ArrayList<>(); for (int i = 0; i < count; i++) { Item item = new Item();"
                        + " item.state = i; made.add(item); } items = made; items.get(0).slow(); }" + item,
                "Item first; public void push() throws Exception { Item item = new Item(); item.next = first;"
                        + " first = item; first.slow(); }" + item.replace("int state;", "Item next;"),
                "Item first; public void push() throws Exception { first = new Item(first); first.slow(); }"
                        + item.replace("int state;", "final Item next; Item(Item next) { this.next = next; }"),
                "public void grow() throws Exception { new Item().slow(); }"
                        + item.replace(
                                "int state;",
                                "final java.util.Map<String, Item> below = new java.util.HashMap<>();"
                                        + " void put(String name) { below.put(name, new Item()); }"));
    }

    @ParameterizedTest
    @MethodSource("growing")
    void objectsThatGrowWithTheDataGetNoLockEach(String members) throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", "public class A { " + members + " }"));
        assertEquals(List.of(Refusal.MANY_OBJECTS), fixed.refusals(), fixed::said);
        assertEquals(Map.of(), fixed.texts());
    }

    static Stream<String> few() {
        String item = " static class Item { int state; " + SLOW.replace("public ", "") + " } ";
        return Stream.of(
                // an entry for each key that is asked for, and not for each that a loop meets
                "final java.util.Map<String, Item> items = new java.util.HashMap<>(); public void use(String name) throws"
                        + " Exception { Item item = items.get(name); if (item == null) { item = new Item();"
                        + " items.put(name, item); } item.slow(); }" + item,
                // none outlives the call
                "public void use(int count) throws Exception { for (int i = 0; i < count; i++) { new Item().slow(); } }"
                        + item,
                "public void use(int count) throws Exception { java.util.List<Item> items = new java.util.ArrayList<>();"
                        + " for (int i = 0; i < count; i++) { items.add(new Item()); } items.get(0).slow(); }" + item);
    }

    @ParameterizedTest
    @MethodSource("few")
    void objectsThatDoNotGrowWithTheDataGetALockEach(String members) throws IOException {
        FixedCode fixed = FixedCode.of(folder, World.APPLICATION, Map.of("A", "public class A { " + members + " }"));
        assertTrue(fixed.isMended(), fixed::said);
    }

    @Test
    void aRiskThatIsAllowedIsSaidInThePatch() throws IOException {
        String code = "public class A implements java.io.Serializable { " + SLOW + " }\n";
        Path classes = Compiled.all(Files.createTempDirectory(folder, "classes"), Map.of("A", code), List.of());
        Path root = Files.createTempDirectory(folder, "src");
        Files.writeString(root.resolve("A.java"), code);
        FixedCode fixed = FixedCode.of(classes, root, World.APPLICATION, Set.of(Refusal.SERIALISED));
        assertTrue(fixed.isMended(), fixed::said);
        assertTrue(fixed.fix().patch().startsWith("# at your risk, serialised: A is Serializable"), fixed.fix()::patch);
        assertTrue(fixed.said().contains("at your risk, serialised"), fixed::said);
        assertFalse(FixedCode.of(classes, root, World.APPLICATION, Set.of(Refusal.CLONED))
                .isMended());
    }

    @Test
    void whatIsPublicIsRefusedInALibraryOnly() throws IOException {
        Map<String, String> code = Map.of("A", "public class A { " + SLOW + " }");
        FixedCode library = FixedCode.of(folder, World.LIBRARY, code);
        assertEquals(List.of(Refusal.PUBLIC_MONITOR), library.refusals(), library::said);
        assertFalse(library.isMended());
        assertTrue(FixedCode.of(folder, World.APPLICATION, code).isMended());
    }

    @Test
    void sourceOfAnotherVersionIsRefused() throws IOException {
        Path classes = Compiled.all(
                Files.createTempDirectory(folder, "classes"),
                Map.of("A", "public class A { " + SLOW + " }"),
                List.of());
        Path root = Files.createTempDirectory(folder, "src");
        assertEquals(
                List.of(Refusal.SOURCE_MISSING),
                FixedCode.of(classes, root, World.APPLICATION).refusals());
        for (String other : List.of(
                "public class A { " + SLOW.replace("synchronized ", "") + " }",
                "public class A {\n\n" + SLOW + " }",
                "public class A { " + SLOW + " synchronized void more() {} }",
                "public class A { " + SLOW)) {
            Files.writeString(root.resolve("A.java"), other);
            FixedCode fixed = FixedCode.of(classes, root, World.APPLICATION);
            assertEquals(List.of(Refusal.SOURCE_DIFFERS), fixed.refusals(), () -> other + fixed.said());
        }
    }
}
