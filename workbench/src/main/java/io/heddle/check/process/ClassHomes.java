package io.heddle.check.process;

import io.heddle.model.ClojureNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Where on a class path a class belongs that no file has: with the source that it was compiled of, else with the
/// classes of its package.
final class ClassHomes {

    private final Map<String, Path> sources = new HashMap<>();
    private final Map<String, Path> packages = new HashMap<>();
    private final Set<String> files = new HashSet<>();

    /// @param classPath in its order: the first that has a source or a package has it
    ClassHomes(List<Path> classPath) throws IOException {
        for (Path entry : classPath) {
            for (String name : names(entry)) {
                int dot = name.lastIndexOf('.');
                String end = name.substring(dot + 1);
                if (end.equals("clj") || end.equals("cljc") || end.equals("groovy")) {
                    sources.putIfAbsent(name.substring(0, dot), entry);
                } else if (end.equals("class")) {
                    files.add(name.substring(0, dot));
                    packages.putIfAbsent(name.substring(0, name.lastIndexOf('/') + 1), entry);
                }
            }
        }
    }

    private static List<String> names(Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            try (Stream<Path> files = Files.walk(entry)) {
                return files.filter(Files::isRegularFile)
                        .map(file -> entry.relativize(file).toString().replace('\\', '/'))
                        .toList();
            }
        }
        try (ZipFile zip = new ZipFile(entry.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList();
        } catch (IOException damaged) {
            // The check says so.
            return List.of();
        }
    }

    /// Whether a class has a file, where a loader of the JDK's looks for it.
    ///
    /// @param name with slashes
    boolean hasFile(String name) {
        return files.contains(name);
    }

    /// @param name with slashes
    /// @return empty where nothing tells
    Optional<Path> of(String name) {
        for (int end = name.length(); end > 0; end = shorter(name, end)) {
            Path source = sources.get(name.substring(0, end));
            if (source != null) {
                return Optional.of(source);
            }
        }
        return Optional.ofNullable(packages.get(name.substring(0, name.lastIndexOf('/') + 1)));
    }

    // `acme/shop/handlers` of `acme/shop/handlers$save_basket__12` and of `acme/shop/handlers/Basket`.
    private static int shorter(String name, int end) {
        return Math.max(name.lastIndexOf('$', end - 1), Math.max(name.lastIndexOf('/', end - 1), cut(name, end)));
    }

    // Of the class that loads the namespace.
    private static int cut(String name, int end) {
        return end == name.length() && name.endsWith(ClojureNames.LOADER) ? end - ClojureNames.LOADER.length() : -1;
    }
}
