package io.heddle.check.read;

import io.heddle.check.read.Artifact.Role;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Finds the libraries that a build merged into an archive: moved to packages of the archive's own (shaded), or as they
/// were (an uber jar). They are not what the archive offers, and count where its own code gets to them.
///
/// No name decides alone. A library knows nothing of those who use it: packages that refer to the archive's own code
/// are
/// its own, whatever they are called.
final class MergedLibraries {

    private final Archive archive;
    private final ShadedPackages copies;
    private final String home;

    /// What an archive holds.
    ///
    /// @param classes by their names, with slashes
    /// @param mainClass that it names, with slashes; empty where it names none
    /// @param poms coordinates of Maven's files in it that are not its own
    record Archive(Artifact artifact, Map<String, ClassEntry.Source> classes, String mainClass, List<Artifact> poms) {}

    private MergedLibraries(Archive archive) {
        this.archive = archive;
        this.copies = new ShadedPackages(archive.classes.keySet());
        this.home = archive.poms.isEmpty()
                        && archive.classes.keySet().stream()
                                .noneMatch(name -> copies.mayBe(name).isPresent())
                ? ""
                : home(archive);
    }

    // Where the archive's own code is: with its main class, or in packages that are called as its group is. Empty where
    // neither is there.
    private static String home(Archive archive) {
        String group = tree(path(archive.artifact));
        return archive.classes.containsKey(archive.mainClass)
                ? tree(archive.mainClass)
                : archive.classes.keySet().stream().anyMatch(name -> name.startsWith(group)) ? group : "";
    }

    /// The artifacts of the classes that are other libraries', by the names of the classes.
    static Map<String, Artifact> in(Archive archive) {
        return new MergedLibraries(archive).find();
    }

    private Map<String, Artifact> find() {
        Map<String, String> groups = new HashMap<>();
        archive.classes.keySet().forEach(name -> group(name).ifPresent(group -> groups.put(name, group)));
        if (groups.isEmpty() || groups.size() == archive.classes.size()) {
            return Map.of();
        }
        Set<String> own = own(groups);
        Map<String, Artifact> artifacts = new HashMap<>();
        Map<String, Artifact> merged = new HashMap<>();
        groups.forEach((name, group) -> {
            if (!own.contains(group)) {
                merged.put(name, artifacts.computeIfAbsent(group, this::artifact));
            }
        });
        return merged;
    }

    /// The packages that a class belongs to which are another library's, or may be; empty where it is certainly the
    /// archive's own.
    private Optional<String> group(String name) {
        Optional<String> copy = copies.mayBe(name);
        return copy.isPresent() || home.isEmpty()
                ? copy
                : Optional.of(tree(name)).filter(tree -> !tree.equals(home));
    }

    /// The first two packages of a name: a domain and who has it. Empty where there is no package.
    private static String tree(String name) {
        String folder = name.substring(0, name.lastIndexOf('/') + 1);
        int second = folder.indexOf('/', folder.indexOf('/') + 1);
        return second < 0 ? folder : folder.substring(0, second + 1);
    }

    // Those that refer to the archive's own code, and those that refer to these.
    private Set<String> own(Map<String, String> groups) {
        Map<String, Set<String>> users = new ConcurrentHashMap<>();
        archive.classes.entrySet().parallelStream().forEach(one -> {
            String group = groups.get(one.getKey());
            for (String referred : group == null ? List.<String>of() : references(one.getValue())) {
                if (archive.classes.containsKey(referred)) {
                    users.computeIfAbsent(groups.getOrDefault(referred, ""), _ -> ConcurrentHashMap.newKeySet())
                            .add(group);
                }
            }
        });
        Set<String> own = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(""));
        while (!open.isEmpty()) {
            for (String user : users.getOrDefault(open.pop(), Set.of())) {
                if (own.add(user)) {
                    open.add(user);
                }
            }
        }
        return own;
    }

    // A damaged class file refers to nothing; who reads it later tells.
    private static Collection<String> references(ClassEntry.Source source) {
        try {
            List<String> names = new ArrayList<>();
            for (PoolEntry constant : ClassFile.of().parse(source.read()).constantPool()) {
                if (constant instanceof java.lang.classfile.constantpool.ClassEntry type) {
                    names.add(type.asInternalName());
                }
            }
            return names;
        } catch (IOException | RuntimeException damaged) {
            return List.of();
        }
    }

    // As Maven's files name it, where one alone fits.
    private Artifact artifact(String group) {
        List<Artifact> fitting = archive.poms.stream()
                .filter(pom -> group.startsWith(path(pom)) || path(pom).startsWith(group))
                .toList();
        return fitting.size() == 1
                ? fitting.getFirst()
                : new Artifact(archive.artifact.name(), archive.artifact.file(), Role.BUNDLED);
    }

    // The group of an artifact as a package; empty where it has none.
    private static String path(Artifact pom) {
        int group = pom.name().indexOf(':');
        return group < 0 ? "" : pom.name().substring(0, group).replace('.', '/') + "/";
    }
}
