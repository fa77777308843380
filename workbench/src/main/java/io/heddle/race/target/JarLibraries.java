package io.heddle.race.target;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/// The libraries of a runnable jar: nested in it (Spring Boot, wars), beside it (`Class-Path`), or shaded into it
/// (Maven's metadata tells).
///
/// @param names file names of nested jars and of those beside it
/// @param shaded Maven coordinates `group:artifact:version` of what is in the jar itself
record JarLibraries(List<String> names, List<String> shaded) {

    private static final Pattern METADATA = Pattern.compile("META-INF/maven/([^/]+)/([^/]+)/pom\\.properties");

    static JarLibraries in(JarFile jar, Path file, String classPath) throws IOException {
        List<String> names = new ArrayList<>();
        List<String> shaded = new ArrayList<>();
        for (ZipEntry entry : jar.stream().toList()) {
            Matcher metadata = METADATA.matcher(entry.getName());
            if (entry.getName().endsWith(".jar")) {
                names.add(fileName(entry.getName()));
            } else if (metadata.matches()) {
                shaded.add(metadata.group(1) + ":" + metadata.group(2) + ":" + version(jar, entry));
            }
        }
        for (String address : classPath.strip().split("\\s+", -1)) {
            if (address.endsWith(".jar") && beside(file, address)) {
                names.add(fileName(address));
            }
        }
        return new JarLibraries(List.copyOf(names), List.copyOf(shaded));
    }

    /// Whether it is there, as a JVM finds it: an address in `Class-Path` is relative to that of the jar.
    private static boolean beside(Path file, String address) {
        try {
            URI library = file.toUri().resolve(address);
            return "file".equals(library.getScheme()) && Files.exists(Path.of(library));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// The version of a library.
    Optional<String> version(String artifact, String group) {
        // A jar of Quarkus is named group.artifact-version.jar.
        Pattern name =
                Pattern.compile("(?:" + Pattern.quote(group) + "\\.)?" + Pattern.quote(artifact) + "-(\\d[^/]*)\\.jar");
        Optional<String> named = names.stream()
                .map(name::matcher)
                .filter(Matcher::matches)
                .map(found -> found.group(1))
                .findFirst();
        String coordinates = group + ":" + artifact + ":";
        return named.or(() -> shaded.stream()
                .filter(library -> library.startsWith(coordinates))
                .map(library -> library.substring(coordinates.length()))
                .findFirst());
    }

    private static String version(JarFile jar, ZipEntry entry) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = jar.getInputStream(entry)) {
            properties.load(in);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
        return properties.getProperty("version", "");
    }

    private static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
