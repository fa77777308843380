package io.heddle.watch.code;

import io.heddle.jdk.ModulesFile;
import io.heddle.model.FileBounds;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/// The target's classes where they are at hand: its class path, jars inside a jar, and its JDK. What cannot be read is
/// as if it were not there: the diagnosis is poorer then, and says so.
public final class ClassPath implements AutoCloseable {

    private static final int LARGEST = 64 << 20;

    private final List<Path> places;
    private final Optional<Path> javaHome;
    /// The JDK's classes; opened when the first class is looked for, which takes longer than most answers need.
    private @Nullable Optional<ModulesFile> jdk;
    private final Map<String, Optional<Found>> found = new HashMap<>();
    private final Map<Path, ZipFile> archives = new HashMap<>();

    /// A class file.
    ///
    /// @param artifact where it comes from
    record Found(byte[] bytes, String artifact) {}

    private ClassPath(List<Path> places, Optional<Path> javaHome) {
        this.places = places;
        this.javaHome = javaHome;
    }

    /// @param folder the target's working directory, which a relative class path starts from
    /// @param javaHome the target's JDK; empty when unknown, or when nobody but a recording has named it
    public static ClassPath of(String classPath, Path folder, Optional<Path> javaHome) {
        List<Path> places = new ArrayList<>();
        for (String place : classPath.split(File.pathSeparator, -1)) {
            if (!place.isEmpty()) {
                place(folder, place).ifPresent(places::add);
            }
        }
        return new ClassPath(places, javaHome);
    }

    /// A fifo or a device is no class path, and would keep us waiting.
    private static Optional<Path> place(Path folder, String name) {
        try {
            return Optional.of(folder.resolve(name))
                    .filter(place -> Files.isRegularFile(place) || Files.isDirectory(place))
                    .filter(FileBounds::permits);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /// Knows no class.
    public static ClassPath none() {
        return new ClassPath(List.of(), Optional.empty());
    }

    private static Optional<ModulesFile> open(Path home) {
        try {
            return Optional.of(ModulesFile.open(home));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /// @param type binary name
    public Optional<Found> find(String type) {
        return found.computeIfAbsent(type, this::look);
    }

    /// Where a class comes from; empty when it was not found.
    public String artifactOf(String type) {
        return find(type).map(Found::artifact).orElse("");
    }

    private Optional<Found> look(String type) {
        String file = type.replace('.', '/') + ".class";
        if (jdk == null) {
            jdk = javaHome.flatMap(ClassPath::open);
        }
        Optional<Found> own = jdk.flatMap(modules -> inJdk(modules, type.replace('.', '/')));
        for (int i = 0; own.isEmpty() && i < places.size(); i++) {
            try {
                own = in(places.get(i), file);
            } catch (IOException | RuntimeException e) {
                // an archive that is no archive, or one that goes away
                continue;
            }
        }
        return own;
    }

    private static Optional<Found> inJdk(ModulesFile modules, String name) {
        try {
            return modules.read(name).map(bytes -> new Found(bytes, "jdk"));
        } catch (IOException e) {
            // as if it were not there
            return Optional.empty();
        }
    }

    private Optional<Found> in(Path place, String file) throws IOException {
        if (Files.isDirectory(place)) {
            Path there = place.resolve(file);
            return Files.isRegularFile(there) && Files.size(there) <= LARGEST && FileBounds.permits(there)
                    ? Optional.of(new Found(Files.readAllBytes(there), String.valueOf(place.getFileName())))
                    : Optional.empty();
        }
        ZipFile archive = archives.get(place);
        if (archive == null) {
            archive = new ZipFile(place.toFile());
            archives.put(place, archive);
        }
        String name = String.valueOf(place.getFileName());
        for (String prefix : List.of("", "BOOT-INF/classes/", "WEB-INF/classes/")) {
            ZipEntry entry = archive.getEntry(prefix + file);
            if (entry != null) {
                return Optional.of(new Found(bytes(archive, entry), prefix.isEmpty() ? named(archive, name) : name));
            }
        }
        return inside(archive, file);
    }

    private static Optional<Found> inside(ZipFile archive, String file) throws IOException {
        for (ZipEntry nested : Collections.list(archive.entries())) {
            if (nested.getName().endsWith(".jar") && nested.getName().contains("-INF/lib")) {
                try (ZipInputStream jar = new ZipInputStream(archive.getInputStream(nested))) {
                    byte[] bytes = new byte[0];
                    Properties pom = new Properties();
                    for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
                        if (entry.getName().equals(file)) {
                            bytes = jar.readNBytes(LARGEST);
                        } else if (entry.getName().endsWith("/pom.properties")) {
                            pom.load(new ByteArrayInputStream(jar.readNBytes(LARGEST)));
                        }
                    }
                    if (bytes.length > 0) {
                        return Optional.of(new Found(
                                bytes,
                                coordinates(pom)
                                        .orElse(nested.getName()
                                                .substring(nested.getName().lastIndexOf('/') + 1))));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static byte[] bytes(ZipFile archive, ZipEntry entry) throws IOException {
        try (InputStream in = archive.getInputStream(entry)) {
            return in.readNBytes(LARGEST);
        }
    }

    /// A shaded jar has several of these: then its file's name is better.
    private static String named(ZipFile archive, String file) throws IOException {
        List<? extends ZipEntry> poms = Collections.list(archive.entries()).stream()
                .filter(entry -> entry.getName().startsWith("META-INF/maven/")
                        && entry.getName().endsWith("/pom.properties"))
                .toList();
        if (poms.size() != 1) {
            return file;
        }
        Properties pom = new Properties();
        pom.load(new ByteArrayInputStream(bytes(archive, poms.getFirst())));
        return coordinates(pom).orElse(file);
    }

    private static Optional<String> coordinates(Properties pom) {
        return Optional.ofNullable(pom.getProperty("artifactId"))
                .map(artifact ->
                        pom.getProperty("groupId", "") + ":" + artifact + ":" + pom.getProperty("version", ""));
    }

    @Override
    public void close() {
        try {
            for (ZipFile archive : archives.values()) {
                archive.close();
            }
            if (jdk != null) {
                jdk.ifPresent(ModulesFile::close);
            }
        } catch (IOException e) {
            // only read from
        }
    }
}
