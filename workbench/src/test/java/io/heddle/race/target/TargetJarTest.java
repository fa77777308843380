package io.heddle.race.target;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetJarTest {

    private static final byte[] NOTHING = {};

    @TempDir
    Path directory;

    private Path jar(String manifest, Map<String, byte[]> entries) throws IOException {
        Path file = directory.resolve("app.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            if (!manifest.isEmpty()) {
                put(
                        out,
                        "META-INF/MANIFEST.MF",
                        ("Manifest-Version: 1.0\n" + manifest).getBytes(StandardCharsets.UTF_8));
            }
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                put(out, entry.getKey(), entry.getValue());
            }
        }
        return file;
    }

    private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(bytes);
        out.closeEntry();
    }

    private static byte[] classFile(int major) {
        return new byte[] {(byte) 0xCA, (byte) 0xFE, (byte) 0xBA, (byte) 0xBE, 0, 0, 0, (byte) major, 0, 1};
    }

    private Path boot(String serverJar) throws IOException {
        return jar(
                """
                Main-Class: org.springframework.boot.loader.launch.JarLauncher
                Start-Class: com.example.App
                Spring-Boot-Version: 3.5.7
                Spring-Boot-Classes: BOOT-INF/classes/
                """,
                Map.of(
                        "BOOT-INF/classes/com/example/App.class",
                        classFile(65),
                        "BOOT-INF/lib/" + serverJar,
                        NOTHING,
                        "BOOT-INF/lib/jetty-io-12.0.1.jar",
                        NOTHING,
                        "org/springframework/boot/loader/launch/JarLauncher.class",
                        classFile(61)));
    }

    @Test
    void readsASpringBootJar() throws Exception {
        TargetJar jar = TargetJar.read(boot("tomcat-embed-core-10.1.48.jar"));
        assertEquals(Optional.of("3.5.7"), jar.springBootVersion());
        assertEquals(Optional.of("Tomcat 10.1.48"), jar.server());
        assertEquals(65, jar.classFileMajor());
        assertEquals(
                Optional.of("Jetty 12.0.16"),
                TargetJar.read(boot("jetty-server-12.0.16.jar")).server());
        assertEquals(
                Optional.of("Undertow 2.3.18.Final"),
                TargetJar.read(boot("undertow-core-2.3.18.Final.jar")).server());
        assertEquals(
                Optional.empty(),
                TargetJar.read(boot("netty-codec-http-4.1.0.jar")).server());
    }

    @Test
    void readsAShadedJar() throws Exception {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        entries.put(
                "META-INF/maven/org.eclipse.jetty/jetty-server/pom.properties",
                "groupId=org.eclipse.jetty\nversion=12.1.3\n".getBytes(StandardCharsets.UTF_8));
        entries.put("com/example/Main.class", classFile(61));
        TargetJar jar = TargetJar.read(jar("Main-Class: com.example.Main\n", entries));
        assertEquals(Optional.empty(), jar.springBootVersion());
        assertEquals(Optional.of("Jetty 12.1.3"), jar.server());
        assertEquals(17, jar.javaRelease());
    }

    @Test
    void readsAJarWhoseLibrariesAreBesideIt() throws Exception {
        Files.createDirectories(directory.resolve("lib"));
        Files.write(directory.resolve("lib/org.eclipse.jetty.jetty-server-12.0.3.jar"), NOTHING);
        TargetJar jar = TargetJar.read(jar(
                "Main-Class: com.example.Main\nClass-Path: lib/org.eclipse.jetty.jetty-server-12.0.3.jar lib/tomcat-embed-core-9.jar\n",
                Map.of()));
        assertEquals(Optional.of("Jetty 12.0.3"), jar.server(), "Tomcat is named but not there");
        assertEquals(0, jar.classFileMajor());
    }

    @Test
    void refusesAJarForANewerJava() throws Exception {
        TargetJar jar =
                TargetJar.read(jar("Main-Class: com.example.Main\n", Map.of("com/example/Main.class", classFile(69))));
        jar.requireRunsOn(new Jdk(directory, "25.0.1", 25));
        Failure failure = assertThrows(Failure.class, () -> jar.requireRunsOn(new Jdk(directory, "21.0.8", 21)));
        assertTrue(
                failure.sentence().contains("compiled for Java 25")
                        && failure.sentence().contains("21.0.8"),
                failure.sentence());
        assertTrue(failure.next().contains("--jdk 25"), failure.next());
    }

    @Test
    void refusesWhatCannotBeStarted() throws Exception {
        refused(directory.resolve("gone.jar"), "there is no file");
        refused(directory, "is a directory");
        refused(Files.writeString(directory.resolve("text.jar"), "not a zip"), "is not a jar");
        refused(Files.write(directory.resolve("empty.jar"), NOTHING), "is not a jar");
        refused(jar("", Map.of("com/example/Main.class", classFile(65))), "has no Main-Class");
        refused(jar("Created-By: x\n", Map.of()), "has no Main-Class");
        byte[] whole = Files.readAllBytes(boot("tomcat-embed-core-10.1.48.jar"));
        refused(
                Files.write(directory.resolve("half.jar"), Arrays.copyOf(whole, whole.length / 2)),
                "only a part of one");
    }

    private static void refused(Path file, String why) {
        Failure failure = assertThrows(Failure.class, () -> TargetJar.read(file));
        assertTrue(failure.sentence().contains(why), failure.sentence());
        assertTrue(!failure.next().isBlank());
    }
}
