package io.heddle.check.read;

import io.heddle.check.read.Artifact.Role;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The class files of one archive, and whose they are. A class below `META-INF/versions/N` takes the place of the one
/// in
/// the base where N is at most the release that is judged.
final class ArchiveClasses {

    static final String SUFFIX = ".class";
    /// The loader of a fat jar is not the service.
    static final String LOADER = "org/springframework/boot/loader/";

    /// Three digits: what has more is not a release.
    private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/([1-9]\\d{0,2})/.*", Pattern.DOTALL);
    /// In the main section, which an empty line ends: the JDK looks for these very bytes, in upper or lower case.
    private static final Pattern MULTI_RELEASE = Pattern.compile("(?i)(?:^|[\\r\\n])Multi-Release: true[\\r\\n]");
    private static final Pattern EMPTY_LINE = Pattern.compile("\\r\\n\\r\\n|\\n\\r?\\n|\\r\\r");
    /// The JDK looks for no older versions.
    private static final int OLDEST_VERSION = 8;
    static final String MANIFEST = "META-INF/MANIFEST.MF";
    static final String VERSIONS = "META-INF/versions/";
    private static final List<String> CLASSES_OR_LIBRARIES = List.of("BOOT-INF/", "WEB-INF/lib/", "WEB-INF/classes/");
    /// Classes of a service in Boot's form.
    static final String BOOT_CLASSES = "BOOT-INF/classes/";
    private static final List<String> FOLDERS = List.of(
            BOOT_CLASSES,
            "WEB-INF/classes/",
            "target/classes/",
            "build/classes/java/main/",
            "build/classes/kotlin/main/");

    private final Zip zip;
    private final List<Zip.Entry> entries;
    private final Artifact artifact;
    private final String place;
    private final Optional<byte[]> manifest;
    private final Exports exports;
    private final Allowance allowance;
    private final Map<String, Zip.Entry> found = new LinkedHashMap<>();
    private final Copies copies;
    private final Map<String, Artifact> merged;

    /// @param all entries of the archive, also several of one name
    /// @param place of the archive
    /// @param release of the JDK that the archive is read for
    ArchiveClasses(
            Zip zip,
            List<Zip.Entry> all,
            Artifact artifact,
            String place,
            int release,
            Allowance allowance,
            Copies copies) {
        this.zip = zip;
        this.entries = Copies.found(all);
        this.copies = copies;
        this.artifact = artifact;
        this.place = place;
        this.manifest = readManifest(zip, entries);
        this.exports = exports(release);
        this.allowance = allowance;
        boolean fat = isFat(entries.stream().map(Zip.Entry::name).toList());
        versions(release).forEach(version -> find(all, VERSIONS + version + "/", fat));
        find(all, "", fat);
        // A build that has a folder for libraries merges none into the classes beside it.
        this.merged = artifact.isOwn() && !fat ? findMerged() : Map.of();
    }

    /// Whether libraries lie in a folder of their own, and Boot's loader at most beside it. Up to Boot 1.3 the
    /// application's classes lie beside the loader too.
    ///
    /// @param names of all that is in the archive or folder
    static boolean isFat(Collection<String> names) {
        return names.stream().anyMatch(name -> CLASSES_OR_LIBRARIES.stream().anyMatch(name::startsWith))
                || names.contains(LOADER + "JarLauncher.class")
                        && names.stream().anyMatch(name -> name.startsWith("lib/") && name.endsWith(".jar"));
    }

    /// By their names, with slashes.
    Map<String, ClassEntry> entries() {
        Map<String, ClassEntry> classes = new LinkedHashMap<>();
        found.forEach((name, entry) -> classes.put(
                name,
                new ClassEntry(
                        merged.getOrDefault(name, artifact),
                        place + "!/" + entry.name(),
                        exports.of(name),
                        () -> allowance.tookClass(read(entry)))));
        return classes;
    }

    /// The libraries that were merged into it, as far as their names are known.
    Set<Artifact> merged() {
        return merged.values().stream()
                .filter(library -> !library.name().equals(artifact.name()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /// Names of the classes, with slashes.
    Set<String> names() {
        return found.keySet();
    }

    /// Content of its manifest; empty where there is none.
    byte[] manifest() {
        return manifest.orElse(new byte[0]);
    }

    /// Names of the classes of an archive or a folder, with slashes, whichever releases they are for.
    ///
    /// @param names of all that is in it
    static List<String> names(Stream<String> names) {
        return names.filter(
                        name -> name.endsWith(SUFFIX) && !name.startsWith("META-INF/") && !name.endsWith("-info.class"))
                .map(name -> bare(name.substring(0, name.length() - SUFFIX.length())))
                .toList();
    }

    /// The name of a class, without the folder that it lies in.
    static String bare(String name) {
        return FOLDERS.stream()
                .filter(name::startsWith)
                .findFirst()
                .map(folder -> name.substring(folder.length()))
                .orElse(name);
    }

    private Exports exports(int release) {
        return Exports.of(entries.stream().map(Zip.Entry::name).toList(), release, name -> {
            Zip.Entry named = entries.stream()
                    .filter(entry -> entry.name().equals(name))
                    .findFirst()
                    .orElseThrow();
            return Zip.array(zip.read(named, Allowance.TEXT));
        });
    }

    // The newest version first, which hides the others. A JVM looks there only where the manifest says so.
    private List<Integer> versions(int release) {
        return versions(entries.stream().map(Zip.Entry::name), manifest(), release);
    }

    /// The versions of a multi-release archive that a JVM looks at, the newest first, which hides the others; none
    /// where
    /// the manifest does not say that it is one. See the JAR file specification, "Multi-release JAR files".
    ///
    /// @param names of all that is in it
    /// @param manifest its content; empty where there is none
    /// @param release of the JDK that the archive is read for
    static List<Integer> versions(Stream<String> names, byte[] manifest, int release) {
        return MULTI_RELEASE
                        .matcher(EMPTY_LINE.split(new String(manifest, StandardCharsets.UTF_8) + "\0", 2)[0] + "\n")
                        .find()
                ? names.filter(name -> name.endsWith(SUFFIX) && name.startsWith(VERSIONS))
                        .map(VERSIONED::matcher)
                        .filter(Matcher::matches)
                        .map(match -> Integer.valueOf(match.group(1)))
                        .distinct()
                        .filter(version -> version >= OLDEST_VERSION && version <= release)
                        .sorted(Comparator.reverseOrder())
                        .toList()
                : List.of();
    }

    /// Content of the manifest that a JVM reads; empty where there is none.
    ///
    /// @param entries one of each name
    static Optional<byte[]> readManifest(Zip zip, List<Zip.Entry> entries) {
        return entries.stream()
                .filter(entry -> entry.name().equalsIgnoreCase(MANIFEST))
                .reduce((_, last) -> last)
                .flatMap(entry -> {
                    try {
                        return Optional.of(Zip.array(zip.read(entry, Allowance.TEXT)));
                    } catch (IOException damaged) {
                        return Optional.empty();
                    }
                });
    }

    // Of entries of one name the last is found, and one with a slash behind its name where there is none without.
    // The loader of a fat jar asks the one above it first, which finds what lies beside the folders.
    private void find(List<Zip.Entry> all, String prefix, boolean fat) {
        Map<String, List<Zip.Entry>> same = new LinkedHashMap<>();
        for (Zip.Entry entry : all) {
            String name = withoutSlash(entry.name());
            if (name.endsWith(SUFFIX)
                    && name.startsWith(prefix)
                    && (!prefix.isEmpty() || !name.startsWith("META-INF/"))
                    && !(fat && name.startsWith(LOADER))) {
                same.computeIfAbsent(
                                bare(name.substring(prefix.length(), name.length() - SUFFIX.length())),
                                _ -> new ArrayList<>(1))
                        .addFirst(entry);
            }
        }
        same.forEach((name, candidates) -> {
            if (!found.containsKey(name)) {
                candidates.sort(Comparator.comparing((Zip.Entry entry) ->
                                bare(entry.name()).length() < entry.name().length())
                        .thenComparing(entry -> entry.name().endsWith("/")));
                found.put(name, copies.choose(zip, candidates, artifact, place));
            }
        });
    }

    private static String withoutSlash(String name) {
        return name.endsWith(SUFFIX + "/") ? name.substring(0, name.length() - 1) : name;
    }

    private byte[] read(Zip.Entry entry) throws IOException {
        return Zip.array(zip.read(entry, Allowance.CLASS));
    }

    // What is read of a class here is forgotten at once, and takes nothing from the allowance.
    private Map<String, Artifact> findMerged() {
        Map<String, ClassEntry.Source> classes = new HashMap<>();
        found.forEach((name, entry) -> classes.put(name, () -> read(entry)));
        return MergedLibraries.in(
                new MergedLibraries.Archive(artifact, classes, Application.mainClass(manifest()), otherPoms()));
    }

    /// Coordinates of the libraries whose files of Maven's are in it.
    List<Artifact> otherPoms() {
        List<Artifact> others = new ArrayList<>();
        for (Zip.Entry entry : entries) {
            try {
                if (ArtifactName.isPom(entry)) {
                    ByteBuffer text = zip.read(entry, allowance.textLeft());
                    allowance.tookText(text.remaining());
                    ArtifactName.coordinates(ArchiveReader.text(text))
                            .filter(name -> !name.equals(artifact.name()))
                            .ifPresent(name -> others.add(new Artifact(name, artifact.file(), Role.BUNDLED)));
                }
            } catch (IOException damaged) {
                // What a library is called is a courtesy.
                continue;
            }
        }
        return others;
    }
}
