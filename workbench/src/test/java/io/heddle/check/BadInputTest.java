package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.cache.Store;
import io.heddle.fuzz.ClassMutants;
import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Archives and class files that are nested, damaged or hostile: what cannot be read is named, what can be is checked.
class BadInputTest {

    private static final String CODE = """
            public class Pins {
                public synchronized void pin() throws InterruptedException { Thread.sleep(10); }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aFatJarsClassesAreTheTargetAndItsJarsTheLibraries() throws IOException {
        byte[] library = zip(
                Map.of(
                        "lib/Slow.class",
                        new byte[] {1, 2, 3},
                        "META-INF/maven/g/lib/pom.properties",
                        "groupId=g\nartifactId=lib\nversion=1".getBytes()),
                false);
        Path jar = folder.resolve("app.jar");
        Files.write(
                jar, zip(Map.of("BOOT-INF/classes/Pins.class", compiled(), "BOOT-INF/lib/lib-1.jar", library), true));
        Check check = run(jar);
        assertEquals(
                List.of("Pins"),
                check.findings().stream()
                        .map(finding -> finding.type())
                        .distinct()
                        .toList());
        assertEquals(2, check.read().artifacts());
        assertEquals(2, check.read().classesThere());
        assertEquals(1, check.read().classes(), "of the library nothing is reached");
    }

    @Test
    void aTruncatedArchiveIsNamed() throws IOException {
        byte[] whole = zip(Map.of("Pins.class", compiled()), false);
        Path jar = folder.resolve("half.jar");
        Files.write(jar, java.util.Arrays.copyOf(whole, whole.length / 2));
        assertEquals(
                List.of(jar.toString()),
                run(jar).read().unreadable().stream()
                        .map(unreadable -> unreadable.place())
                        .toList());
    }

    @Test
    void aClassFileThatIsNoneIsNamedAndTheOthersAreChecked() throws IOException {
        Path jar = folder.resolve("some.jar");
        Files.write(jar, zip(Map.of("Pins.class", compiled(), "Broken.class", "no class".getBytes()), false));
        Check check = run(jar);
        assertEquals(
                List.of(jar + "!/Broken.class"),
                check.read().unreadable().stream()
                        .map(unreadable -> unreadable.place())
                        .toList());
        assertEquals(
                List.of("blocking-under-monitor", "unread-class"),
                check.findings().stream().map(Finding::rule).sorted().toList());
    }

    @Test
    void aClassThatIsItsOwnAncestorEnds() throws IOException {
        byte[] one = ClassFile.of().build(ClassDesc.of("One"), type -> type.withSuperclass(ClassDesc.of("Two")));
        byte[] two = ClassFile.of().build(ClassDesc.of("Two"), type -> type.withSuperclass(ClassDesc.of("One")));
        Path jar = folder.resolve("cycle.jar");
        Files.write(jar, zip(Map.of("One.class", one, "Two.class", two), false));
        assertEquals(2, run(jar).read().classes());
    }

    @Test
    void classesThatAnotherArchiveHidesAreCountedAndNamed() throws IOException {
        Path first = Files.write(folder.resolve("first.jar"), zip(Map.of("Pins.class", compiled()), false));
        Path second = Files.write(folder.resolve("second.jar"), zip(Map.of("Pins.class", compiled()), false));
        Check check = Checker.run(CheckOptions.of(List.of(first, second)));
        assertEquals(
                List.of(
                        second
                                + ": 1 of the classes in second.jar are in first.jar too, which comes first, such as Pins: those of the first were read"),
                check.read().unreadable().stream()
                        .map(unreadable -> unreadable.place() + ": " + unreadable.why())
                        .toList());
    }

    @Test
    void classesOfANewerJavaAreReadAndSaid() throws IOException {
        byte[] newer = compiled();
        newer[7] = 99;
        Path jar = Files.write(folder.resolve("newer.jar"), zip(Map.of("Pins.class", newer), false));
        Check check = run(jar);
        assertEquals(1, pins(check));
        assertTrue(
                check.read().unreadable().toString().contains("for Java 55"),
                check.read().unreadable()::toString);
    }

    /// A JVM looks below `META-INF/versions` where the manifest says that there is something.
    @Test
    void onlyAMultiReleaseJarHasVersions() throws IOException {
        byte[] calm = Files.readAllBytes(Compiled.of(Files.createTempDirectory(folder, "calm"), "public class Pins { }")
                .resolve("Pins.class"));
        Map<String, byte[]> entries =
                new LinkedHashMap<>(Map.of("Pins.class", compiled(), "META-INF/versions/11/Pins.class", calm));
        assertEquals(
                1,
                run(Files.write(folder.resolve("plain.jar"), zip(entries, false)))
                        .findings()
                        .size());
        entries.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nMulti-Release: true\r\n\r\n".getBytes());
        assertEquals(
                0,
                run(Files.write(folder.resolve("multi.jar"), zip(entries, false)))
                        .findings()
                        .size());
    }

    @Test
    void anEntryThatUnpacksToFarMoreThanAClassIsRefused() throws IOException {
        Path jar = folder.resolve("bomb.jar");
        Files.write(jar, zip(Map.of("Bomb.class", new byte[32 << 20]), false));
        Check check = run(jar);
        assertTrue(
                check.read().unreadable().getFirst().why().contains("larger than"),
                check.read().unreadable()::toString);
    }

    /// Sizes and offsets are unsigned, and their sum passes the greatest number of an int.
    @Test
    void aNestedArchiveWhoseDirectoryLiesAnywhereIsNamed() throws IOException {
        byte[] nested = zip(Map.of("Pins.class", compiled()), false);
        ByteBuffer.wrap(nested)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(nested.length - 10, Integer.MAX_VALUE)
                .putInt(nested.length - 6, Integer.MAX_VALUE);
        Path jar = Files.write(
                folder.resolve("app.jar"),
                zip(Map.of("BOOT-INF/classes/Pins.class", compiled(), "BOOT-INF/lib/lib.jar", nested), true));
        Check check = run(jar);
        assertEquals(1, pins(check));
        assertEquals(
                List.of(jar + "!/BOOT-INF/lib/lib.jar"),
                check.read().unreadable().stream()
                        .map(unreadable -> unreadable.place())
                        .toList());
    }

    @Test
    void aVersionThatNoReleaseHasIsPassedOver() throws IOException {
        Path jar = Files.write(
                folder.resolve("versions.jar"),
                zip(
                        Map.of(
                                "Pins.class",
                                compiled(),
                                "META-INF/versions/99999999999/Pins.class",
                                compiled(),
                                "META-INF/versions/0/Pins.class",
                                compiled(),
                                "META-INF/MANIFEST.MF",
                                "Multi-Release: true\n".getBytes()),
                        false));
        assertEquals(1, run(jar).findings().size());
    }

    /// Each class names the next as its superclass.
    @Test
    void aHierarchyOfAnyDepthIsRead() throws IOException {
        int depth = 20_000;
        Map<String, byte[]> classes = new LinkedHashMap<>();
        for (int i = 0; i < depth; i++) {
            ClassDesc above = ClassDesc.of("C" + (i + 1));
            classes.put(
                    "C" + i + ".class",
                    ClassFile.of().build(ClassDesc.of("C" + i), type -> type.withSuperclass(above)));
        }
        classes.put("Pins.class", compiled());
        Check check = run(Files.write(folder.resolve("deep.jar"), zip(classes, false)));
        assertEquals(1, pins(check));
    }

    /// What separates lines for Unicode does not for a file of settings.
    @Test
    @Timeout(60)
    void aLineOfSettingsTakesNoLongerThanReadingIt() throws IOException {
        String line = "key:" + " ".repeat(200_000) + "\u2028";
        Path jar = Files.write(
                folder.resolve("settings.jar"),
                zip(
                        Map.of(
                                "Pins.class",
                                compiled(),
                                "application.yml",
                                line.getBytes(StandardCharsets.UTF_8),
                                "application.properties",
                                line.getBytes(StandardCharsets.UTF_8)),
                        false));
        assertEquals(1, run(jar).findings().size());
    }

    /// Each file is small enough, and so is the archive: 60 MiB of settings are 60 kB in it.
    @Test
    void settingsBeyondAllMeasureAreNamed() throws IOException {
        byte[] settings = "key.a=b\n".repeat(100_000).getBytes(StandardCharsets.UTF_8);
        Map<String, byte[]> entries = new LinkedHashMap<>(Map.of("Pins.class", compiled()));
        for (int i = 0; i < 20; i++) {
            entries.put("application-" + i + ".properties", settings);
        }
        Check check = run(Files.write(folder.resolve("settings.jar"), zip(entries, false)));
        assertEquals(1, check.findings().size());
        assertTrue(
                check.read().unreadable().size() > 10
                        && check.read().unreadable().getFirst().why().contains("MiB"),
                check.read().unreadable()::toString);
    }

    @Test
    void aNameThatNoArtifactHasIsNotTaken() throws IOException {
        String pom = "groupId=g\nartifactId=a](http\\://evil.example)\nversion=1\n";
        Path jar = Files.write(
                folder.resolve("named.jar"),
                zip(Map.of("Pins.class", compiled(), "META-INF/maven/g/a/pom.properties", pom.getBytes()), false));
        assertEquals("named.jar", run(jar).findings().getFirst().artifact());
    }

    /// A JVM refuses the class. Reading its parameters must not end the check.
    @ParameterizedTest
    @ValueSource(
            strings = {"", "()", "(", "V", "()VV", "([)V", "(L;)V", "(La)V", "(La//b;)V", "(V)V", "xyz", "()L", "(\0)V"
            })
    void aClassWithADescriptorThatIsNoneIsNamedAndTheOthersAreChecked(String descriptor) throws IOException {
        assertOneIsUnread(ClassMutants.with(other("void method(long here) { }"), "(J)V", descriptor), "descriptor");
    }

    @Test
    void aDescriptorBeyondAllMeasureIsNone() throws IOException {
        byte[] original = other("void method(long here) { }");
        assertOneIsUnread(ClassMutants.with(original, "(J)V", "(" + "J".repeat(60_000) + ")V"), "descriptor");
        assertOneIsUnread(ClassMutants.with(original, "(J)V", "(" + "[".repeat(60_000) + "I)V"), "descriptor");
        assertOneIsUnread(ClassMutants.with(other("long field;"), "J", ""), "descriptor");
    }

    /// Each is read within the call that reads the one around it.
    @Test
    void annotationsWithinAnnotationsAreNamed() throws IOException {
        for (boolean array : List.of(true, false)) {
            assertOneIsUnread(ClassMutants.withNestedAnnotations(other(""), 60_000, array), "nested");
        }
    }

    /// The outline of such a class is whole: a rule that reads what the annotation says is the first to fail.
    @Test
    void aClassThatTurnsOutToBeDamagedLaterIsNamedToo() throws IOException {
        byte[] task = Files.readAllBytes(
                Compiled.all(Files.createTempDirectory(folder, "classes"), Map.of("Other", """
                                public class Other {
                                    @Transactional(timeout = 10) public void run() { }
                                    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                                    @interface Transactional { int timeout(); }
                                }
                                """), List.of())
                        .resolve("Other.class"));
        byte[] renamed = ClassMutants.with(
                task, "LOther$Transactional;", "Lorg/springframework/transaction/annotation/Transactional;");
        // In JVMS 4.7.16.1 no value is of this kind.
        assertOneIsUnread(ClassMutants.withKindOfValue(renamed, "timeout", 'I', 'q'), "");
    }

    private void assertOneIsUnread(byte[] damaged, String why) throws IOException {
        Path jar = folder.resolve("some.jar");
        Files.write(jar, zip(Map.of("Pins.class", compiled(), "Other.class", damaged), false));
        Check check = run(jar);
        assertEquals(
                List.of("blocking-under-monitor Pins", "unread-class Other"),
                check.findings().stream()
                        .map(finding -> finding.rule() + " " + finding.type())
                        .sorted()
                        .toList());
        assertEquals(1, check.read().unreadable().size(), check.read().unreadable()::toString);
        assertTrue(
                check.read().unreadable().getFirst().why().contains(why),
                check.read().unreadable()::toString);
    }

    private byte[] other(String member) throws IOException {
        return Files.readAllBytes(
                Compiled.of(Files.createTempDirectory(folder, "classes"), "public class Other { " + member + " }")
                        .resolve("Other.class"));
    }

    /// Silence about a library's class matters where the target runs it.
    @Test
    void anUnreadClassOfALibraryIsAStallWhereItIsCalled() throws IOException {
        Path library = Files.createTempDirectory(folder, "library");
        Compiled.of(library, "public class Other { public static void call() { } }");
        byte[] user = Files.readAllBytes(Compiled.all(
                        Files.createTempDirectory(folder, "user"),
                        Map.of("User", "public class User { public static void use() { Other.call(); } }"),
                        List.of(library))
                .resolve("User.class"));
        byte[] damaged = "no class".getBytes();
        byte[] jar = zip(Map.of("Other.class", damaged), false);
        byte[] calling = zip(Map.of("BOOT-INF/classes/User.class", user, "BOOT-INF/lib/a.jar", jar), true);
        Check check = run(Files.write(folder.resolve("calling.jar"), calling));
        assertEquals(
                List.of("unread-class stall Other LIBRARY"),
                check.findings().stream()
                        .map(finding -> finding.rule() + " "
                                + finding.severity().name().toLowerCase(Locale.ROOT) + " " + finding.type()
                                + " " + finding.context().owner())
                        .toList());
        byte[] silent = zip(Map.of("BOOT-INF/classes/Pins.class", compiled(), "BOOT-INF/lib/a.jar", jar), true);
        assertEquals(
                List.of("blocking-under-monitor"),
                run(Files.write(folder.resolve("silent.jar"), silent)).findings().stream()
                        .map(Finding::rule)
                        .toList());
    }

    @Test
    void anArchiveThatCannotBeReadIsAFindingThatTheCacheKeeps() throws IOException {
        Path jar = folder.resolve("app.jar");
        Files.write(
                jar,
                zip(Map.of("BOOT-INF/classes/Pins.class", compiled(), "BOOT-INF/lib/a.jar", "none".getBytes()), true));
        Store store = new Store(folder.resolve("cache"));
        Check first = Checker.run(CheckOptions.of(List.of(jar)), store);
        Check again = Checker.run(CheckOptions.of(List.of(jar)), store);
        assertEquals(first.findings(), again.findings());
        assertEquals(
                List.of("advice BOOT-INF/lib/a.jar"),
                again.findings().stream()
                        .filter(finding -> finding.rule().equals("unread-class"))
                        .map(finding -> finding.severity().name().toLowerCase(Locale.ROOT) + " " + finding.type())
                        .toList());
    }

    @Test
    void aTargetThatIsNotThereIsTheUsersMistake() {
        assertThrows(Failure.class, () -> run(folder.resolve("none.jar")));
    }

    private static long pins(Check check) {
        return check.findings().stream()
                .filter(finding -> finding.rule().equals("blocking-under-monitor"))
                .count();
    }

    private byte[] compiled() throws IOException {
        return Files.readAllBytes(
                Compiled.of(Files.createTempDirectory(folder, "classes"), CODE).resolve("Pins.class"));
    }

    private static byte[] zip(Map<String, byte[]> entries, boolean stored) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                ZipEntry header = new ZipEntry(entry.getKey());
                if (stored) {
                    CRC32 crc = new CRC32();
                    crc.update(entry.getValue());
                    header.setMethod(ZipEntry.STORED);
                    header.setSize(entry.getValue().length);
                    header.setCrc(crc.getValue());
                }
                zip.putNextEntry(header);
                zip.write(entry.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static Check run(Path target) {
        return Checker.run(CheckOptions.of(List.of(target)));
    }
}
