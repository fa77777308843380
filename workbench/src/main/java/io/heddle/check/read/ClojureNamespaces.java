package io.heddle.check.read;

import io.heddle.model.ClojureNames;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Whose the namespaces of Clojure are in an archive that a build put its libraries into, compiled or not. Leiningen
/// and
/// tools.build keep Maven's file of each library. A namespace is a library's that is called as the library's artifact
/// or
/// group is. One that is called as none is the application's own.
final class ClojureNamespaces {

    private static final String CLOJURE = "clojure/";
    private static final String GROUP = "org.clojure";
    private static final Pattern SOURCE = Pattern.compile(".*\\.cljc?");
    private static final Pattern STARTS = Pattern.compile("(?:.*/)?(?:main|core|server|app|system)\\.cljc?");
    /// Files of build tools and of the reader.
    private static final Set<String> NO_NAMESPACES =
            Set.of("project.clj", "build.clj", "user.clj", "data_readers.clj", "data_readers.cljc");

    private final Map<String, Artifact> libraries = new HashMap<>();
    private final Set<String> trees = new HashSet<>();
    private final Artifact archive;

    private ClojureNamespaces(Artifact archive, List<Artifact> poms) {
        this.archive = archive;
        for (Artifact pom : poms) {
            paths(pom).forEach(path -> libraries.putIfAbsent(path, pom));
        }
    }

    private ClojureNamespaces(MergedLibraries.Archive archive) {
        this(archive.artifact(), archive.poms());
        archive.classes().keySet().stream()
                .filter(name -> name.endsWith(ClojureNames.LOADER))
                .forEach(name -> trees.add(MergedLibraries.tree(name)));
    }

    /// @return empty where an archive has no compiled namespace, or is Clojure's own
    static Optional<ClojureNamespaces> of(MergedLibraries.Archive archive) {
        return archive.artifact().group().equals(GROUP)
                        || archive.classes().keySet().stream().noneMatch(name -> name.endsWith(ClojureNames.LOADER))
                ? Optional.empty()
                : Optional.of(new ClojureNamespaces(archive));
    }

    /// Whether compiled namespaces are there that are not Clojure's own.
    ///
    /// @param names of files, with slashes
    static boolean hasOthersThanClojures(Collection<String> names) {
        return names.stream().anyMatch(name -> name.endsWith(ClojureNames.LOADER + ".class") && !isOfClojure(name));
    }

    /// The files of the application's own namespaces, where none of them is compiled; the one to start with first. None
    /// where a class in Java starts the application.
    ///
    /// @param names of all that is in the archive
    /// @param mainClass that it names, with slashes; empty where it names none
    static List<String> sources(Artifact archive, Collection<String> names, String mainClass, List<Artifact> poms) {
        boolean clojures = archive.group().equals(GROUP);
        if (!mainClass.isEmpty() && !isOfClojure(mainClass)) {
            return List.of();
        }
        ClojureNamespaces all = new ClojureNamespaces(archive, poms);
        List<String> own = names.stream()
                .filter(name -> SOURCE.matcher(name).matches() && !NO_NAMESPACES.contains(name))
                .filter(name -> isOfClojure(name) == clojures && !name.startsWith("META-INF/"))
                .filter(name -> clojures
                        || all.library(name.substring(0, name.lastIndexOf('.')) + "/")
                                .isEmpty())
                .sorted(Comparator.comparing(
                                (String name) -> !STARTS.matcher(name).matches())
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        Set<String> files = Set.copyOf(names);
        return own.stream()
                        .anyMatch(name -> files.contains(
                                name.substring(0, name.lastIndexOf('.')) + ClojureNames.LOADER + ".class"))
                ? List.of()
                : own;
    }

    /// Whether a class is one of Clojure itself or of its contributed libraries.
    static boolean isOfClojure(String name) {
        return name.startsWith(CLOJURE);
    }

    // `clojure/core/async` of org.clojure:core.async, `ring` of ring:ring-core, `next/jdbc` of next.jdbc.
    private static Stream<String> paths(Artifact pom) {
        String id = ClojureNames.munged(pom.id()).replace('.', '/');
        if (pom.group().equals(GROUP)) {
            return Stream.of(id.equals("clojure") ? "clojure" : CLOJURE + id);
        }
        String group = ClojureNames.munged(pom.group());
        return Stream.concat(
                Stream.of(
                        id,
                        ClojureNames.munged(pom.id().replaceFirst("-.*", "")).replace('.', '/')),
                group.indexOf('.') < 0 ? Stream.of(group) : Stream.empty());
    }

    /// The path of the library that a package belongs to; empty where it is none's.
    ///
    /// @param folder ends with a slash
    Optional<String> library(String folder) {
        Optional<String> named = libraries.keySet().stream()
                .filter(path -> folder.startsWith(path + "/"))
                .max(Comparator.comparing(String::length));
        return named.isEmpty() && isOfClojure(folder) ? Optional.of("clojure") : named;
    }

    /// Whether compiled namespaces are there that are called as no library is.
    boolean isOfNobody(String tree) {
        return trees.contains(tree) && library(tree).isEmpty();
    }

    /// The library of a path.
    Optional<Artifact> artifact(String path) {
        return Optional.ofNullable(libraries.get(path))
                .or(() -> path.equals("clojure")
                        ? Optional.of(new Artifact("org.clojure", archive.file(), Artifact.Role.BUNDLED))
                        : Optional.empty());
    }
}
