package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/// What a runnable jar tells of itself without being run.
///
/// @param springBootVersion such as `3.5.7`; empty when it is no Spring Boot service
/// @param server name and version of the HTTP server that it brings along, such as `Tomcat 11.0.27`; empty
///     when none is known
/// @param classFileMajor class-file version of its main class, 65 for Java 21; 0 when the class is not in the
///     jar itself
public record TargetJar(Path file, Optional<String> springBootVersion, Optional<String> server, int classFileMajor) {

    private static final int MAGIC = 0xCAFEBABE;

    /// Class-file version of Java N is N + 44.
    private static final int MAJOR_OF_JAVA_0 = 44;

    /// Reads the jar.
    ///
    /// @throws Failure when it is missing, no jar, damaged, or has no main class
    public static TargetJar read(Path file) {
        if (!Files.exists(file)) {
            throw new Failure(
                    "there is no file " + file,
                    Files.isRegularFile(Path.of("pom.xml")) || Files.isRegularFile(Path.of("build.gradle"))
                            ? "is it built? Look into target/ or build/libs/"
                            : "name the jar of the service, or start it with --exec");
        }
        if (Files.isDirectory(file)) {
            throw new Failure(
                    file + " is a directory",
                    "name the jar in it, or start the service with --exec '{java} -cp … Main'");
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            return read(file, jar);
        } catch (ZipException e) {
            throw new Failure(
                    file + " is not a jar, or only a part of one (" + IoReason.of(e) + ")",
                    "build or download it again",
                    e);
        } catch (IOException | SecurityException e) {
            throw new Failure(
                    file + " cannot be read: " + IoReason.of(e), "may you read it? Build or download it again", e);
        }
    }

    /// The feature release that it was compiled for; 0 when unknown.
    public int javaRelease() {
        return Math.max(0, classFileMajor - MAJOR_OF_JAVA_0);
    }

    /// @throws Failure when it was compiled for a newer JDK than the given one
    public void requireRunsOn(Jdk jdk) {
        if (javaRelease() > jdk.feature()) {
            throw new Failure(
                    file + " is compiled for Java " + javaRelease() + " (class-file version " + classFileMajor
                            + ") and cannot run on Java " + jdk.version() + " in " + jdk.home(),
                    "choose a newer one: --jdk " + javaRelease());
        }
    }

    private static TargetJar read(Path file, JarFile jar) throws IOException {
        Manifest manifest = jar.getManifest();
        Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
        Optional<String> mainClass = attribute(main, "Main-Class");
        if (mainClass.isEmpty()) {
            throw new Failure(
                    file + " has no Main-Class: it is a library, or not the runnable jar of the service",
                    "name the fat jar (Spring Boot: the one without .original), or start it with --exec '{java} -cp … Main'");
        }
        JarLibraries libraries =
                JarLibraries.in(jar, file, attribute(main, "Class-Path").orElse(""));
        Optional<String> boot = attribute(main, "Spring-Boot-Version")
                .or(() -> libraries.version("spring-boot", "org.springframework.boot"));
        String start = attribute(main, "Start-Class").orElse(mainClass.get());
        return new TargetJar(
                file,
                boot,
                server(libraries),
                major(jar, start, attribute(main, "Spring-Boot-Classes").orElse("")));
    }

    private static Optional<String> server(JarLibraries libraries) {
        return libraries
                .version("tomcat-embed-core", "org.apache.tomcat.embed")
                .map(version -> "Tomcat " + version)
                .or(() ->
                        libraries.version("tomcat-coyote", "org.apache.tomcat").map(version -> "Tomcat " + version))
                .or(() -> libraries.version("undertow-core", "io.undertow").map(version -> "Undertow " + version))
                .or(() -> libraries.version("jetty-server", "org.eclipse.jetty").map(version -> "Jetty " + version));
    }

    private static int major(JarFile jar, String name, String bootClasses) throws IOException {
        String path = name.strip().replace('.', '/') + ".class";
        for (String folder : new String[] {bootClasses, "BOOT-INF/classes/", "WEB-INF/classes/", ""}) {
            ZipEntry entry = jar.getEntry(folder + path);
            if (entry != null) {
                try (InputStream in = jar.getInputStream(entry);
                        DataInputStream data = new DataInputStream(in)) {
                    return data.readInt() == MAGIC ? data.readInt() & 0xFFFF : 0;
                } catch (EOFException empty) {
                    return 0;
                }
            }
        }
        return 0;
    }

    private static Optional<String> attribute(Attributes attributes, String name) {
        return Optional.ofNullable(attributes.getValue(name)).map(String::strip).filter(value -> !value.isEmpty());
    }
}
