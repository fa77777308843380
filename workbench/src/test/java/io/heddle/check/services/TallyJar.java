package io.heddle.check.services;

import io.heddle.demo.tally.Tally;
import io.heddle.demo.tally.TallyWeaver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;

/// Puts the counting agent together, and the folder that it reads.
final class TallyJar {

    private static final String HOME = "io/heddle/demo/tally/";
    /// What lies on the boot class path; the weaver does not.
    private static final List<String> ON_BOOT = List.of("Tally.class", "TallyAgent.class");

    private TallyJar() {}

    /// @param work an empty folder
    /// @return the argument for the JVM
    static String into(Path work, List<Holder> holders) throws IOException {
        Path jar = work.resolve("tally.jar");
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", "io.heddle.demo.tally.TallyAgent");
        attributes.putValue("Boot-Class-Path", "tally.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (String name : ON_BOOT) {
                out.putNextEntry(new JarEntry(HOME + name));
                try (InputStream in = Objects.requireNonNull(Tally.class.getResourceAsStream(name))) {
                    in.transferTo(out);
                }
            }
        }
        Files.write(work.resolve("methods"), holders.stream().map(Holder::text).toList());
        Files.write(work.resolve("weaver"), List.of(home(TallyWeaver.class), home(ClassReader.class)));
        return "-javaagent:" + jar.toAbsolutePath() + "=" + work.toAbsolutePath();
    }

    private static String home(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }
}
