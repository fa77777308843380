package io.heddle.fix.upgrade;

import io.heddle.check.CheckOptions;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact;
import io.heddle.check.read.Unreadables;
import io.heddle.fix.build.GradleVersions;
import io.heddle.fix.build.Library;
import io.heddle.fix.build.VersionEdit;
import io.heddle.fix.source.ScratchFolder;
import io.heddle.maven.MavenJars;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.eclipse.aether.util.version.GenericVersionScheme;
import org.eclipse.aether.version.InvalidVersionSpecificationException;
import org.eclipse.aether.version.VersionScheme;

/// A service whose build cannot be asked: a fat jar, or a class path. Its libraries are swapped one by one. Where
/// Gradle's
/// files write a release as plain text, that is edited.
final class UnpackedService implements Service {

    private static final String JAR = ".jar";
    private static final VersionScheme VERSIONS = new GenericVersionScheme();

    private final MavenJars maven;
    private final List<GradleVersions> builds;
    private final ScratchFolder scratch = ScratchFolder.make();
    private final CheckOptions options;
    /// Libraries that a build merged into a jar, as `group:artifact`: they cannot be swapped there.
    private final Set<String> merged;

    /// Takes the libraries out of fat jars.
    ///
    /// @param projects folders that may have Gradle's files
    UnpackedService(CheckOptions given, List<Path> projects, MavenJars maven) {
        this.maven = maven;
        this.builds = projects.stream().map(GradleVersions::in).toList();
        Map<Path, String> names = new LinkedHashMap<>(given.artifacts());
        List<Path> targets = new ArrayList<>();
        List<Path> libraries = new ArrayList<>();
        try {
            for (Path target : given.targets()) {
                targets.add(Files.isRegularFile(target) ? unpacked(target, libraries, names) : target);
            }
        } catch (IOException e) {
            throw ScratchFolder.failure("the libraries of the service cannot be unpacked", e);
        }
        boolean fat = !libraries.isEmpty();
        libraries.addAll(given.libraries());
        CheckOptions unpacked = given.with(targets, List.copyOf(libraries), names);
        this.options = fat ? unpacked.asService() : unpacked;
        this.merged = targets.stream().flatMap(UnpackedService::merged).collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<String> merged(Path target) {
        return Files.isRegularFile(target)
                ? artifacts(target, Artifact.Role.TARGET).stream()
                        .filter(artifact -> artifact.role() == Artifact.Role.BUNDLED)
                        .flatMap(artifact -> Library.of(artifact.name()).stream())
                        .map(Library::id)
                : Stream.empty();
    }

    private static List<Artifact> artifacts(Path jar, Artifact.Role role) {
        ArchiveReader reader = new ArchiveReader(Runtime.version().feature(), Map.of(), new Unreadables());
        reader.add(jar, role);
        return reader.classPath().artifacts();
    }

    private Path unpacked(Path archive, List<Path> libraries, Map<Path, String> names) throws IOException {
        List<ZipEntry> inside = new ArrayList<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (entry.getName().endsWith(JAR) && entry.getName().contains("lib/")) {
                    inside.add(entry);
                }
            }
            if (inside.isEmpty()) {
                return archive;
            }
            for (ZipEntry entry : inside) {
                String file = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
                Path to = Files.createDirectories(scratch.path().resolve(String.valueOf(libraries.size())))
                        .resolve(file);
                try (InputStream in = zip.getInputStream(entry)) {
                    Files.copy(in, to);
                }
                libraries.add(to);
                names.put(to, name(to));
            }
            Path own = scratch.path().resolve(String.valueOf(archive.getFileName()));
            withoutLibraries(zip, own);
            names.put(own, names.getOrDefault(archive, name(archive)));
            return own;
        }
    }

    private static void withoutLibraries(ZipFile zip, Path own) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(own))) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                if (!entry.getName().endsWith(JAR)) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    try (InputStream in = zip.getInputStream(entry)) {
                        in.transferTo(out);
                    }
                }
            }
        }
    }

    /// What a jar calls itself, as in findings.
    private static String name(Path jar) {
        return artifacts(jar, Artifact.Role.LIBRARY).stream()
                .findFirst()
                .map(Artifact::name)
                .orElse(String.valueOf(jar.getFileName()));
    }

    @Override
    public CheckOptions options() {
        return options;
    }

    @Override
    public List<Library> bundles() {
        return List.of();
    }

    /// The releases that are wanted and what they need take the place of older ones.
    @Override
    public Sought with(List<Change> changes) {
        Optional<String> inside = changes.stream()
                .map(change -> change.library().id())
                .filter(merged::contains)
                .findFirst();
        if (inside.isPresent()) {
            return Sought.not(new Refused(
                    Refusal.VERSION_NOT_LITERAL,
                    inside.get() + " is merged into the jar: raise its release where that jar is built"));
        }
        List<String> wanted = changes.stream()
                .map(change -> change.library().at(change.release()).toString())
                .toList();
        Map<Path, String> brought = maven.namedWithDependencies(wanted);
        List<Path> libraries = new ArrayList<>();
        Map<Path, String> names = new HashMap<>(options.artifacts());
        Map<String, Path> newer = new LinkedHashMap<>();
        brought.forEach((file, name) -> Library.of(name).ifPresent(library -> newer.put(library.id(), file)));
        for (Path file : options.libraries()) {
            Optional<Library> known = Library.of(names.getOrDefault(file, ""));
            Path other = known.map(Library::id).map(newer::get).orElse(file);
            boolean asked = wanted.contains(brought.getOrDefault(other, ""));
            boolean swaps = other != file
                    && (asked
                            || isNewer(
                                    brought.getOrDefault(other, ""),
                                    known.orElseThrow().version()));
            libraries.add(swaps ? other : file);
            known.ifPresent(library -> newer.remove(library.id()));
        }
        // What nothing brought before.
        libraries.addAll(newer.values());
        names.putAll(brought);
        return Sought.of(options.with(options.targets(), List.copyOf(libraries), names), edits(changes));
    }

    private List<VersionEdit> edits(List<Change> changes) {
        return changes.stream()
                .flatMap(change ->
                        builds.stream().flatMap(build -> build.edit(change.library(), change.release()).stream()))
                .toList();
    }

    private static boolean isNewer(String name, String version) {
        try {
            String other = Library.of(name).map(Library::version).orElse("");
            return VERSIONS.parseVersion(other).compareTo(VERSIONS.parseVersion(version)) > 0;
        } catch (InvalidVersionSpecificationException odd) {
            return false;
        }
    }

    @Override
    public void close() {
        scratch.close();
    }
}
