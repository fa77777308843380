package io.heddle.check.read;

import io.heddle.check.read.Artifact.Role;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Finds the libraries that a build merged into an archive: moved to packages of the archive's own (shaded), or as they
/// were (an uber jar). They are not what the archive offers, and count where its own code gets to them.
///
/// No name decides alone. A library knows nothing of those who use it: packages that refer to the archive's own
/// code are the archive's own too, whatever they are called.
final class MergedLibraries {

    /// The archive's own code.
    private static final Group HOME = new Group("", false);

    /// The first packages of a group name the project: of `com.fasterxml.jackson.core` all that is Jackson's.
    private static final int SEGMENTS_OF_GROUP = 3;

    /// Trees of packages of others, without any sign, that make an archive a program with its libraries.
    private static final int MANY = 5;

    /// A main class that is less than one class in so many only launches the program, if it has hardly any company and
    /// knows nothing but that program.
    private static final int LAUNCHER = 100;
    private static final int LAUNCHERS_CLASSES = 2;

    private final Archive archive;
    private final ShadedPackages copies;
    private final Set<String> homes;
    private final Set<String> projects;
    private final Set<String> shared;
    private final Map<String, List<Artifact>> poms;
    private final Optional<ClojureNamespaces> namespaces;

    /// What an archive holds.
    ///
    /// @param classes by their names, with slashes
    /// @param mainClass that it names, with slashes; empty where it names none
    /// @param poms coordinates of Maven's files in it that are not its own
    record Archive(Artifact artifact, Map<String, ClassEntry.Source> classes, String mainClass, List<Artifact> poms) {

        /// Whether it has the class that starts it, which is the program's own.
        boolean hasMain() {
            return classes.containsKey(mainClass) && !Launchers.has(mainClass);
        }
    }

    /// Packages that belong together.
    ///
    /// @param isOthers whether there is a sign that they are another library's
    private record Group(String name, boolean isOthers) {}

    private MergedLibraries(Archive archive) {
        this.archive = archive;
        this.copies = new ShadedPackages(archive.classes.keySet());
        this.homes = homes(archive);
        this.projects = projects(archive);
        // Where neither a name nor a main class tells, all poms are others', the program's among them.
        if (archive.artifact.group().isEmpty() && !archive.hasMain()) {
            projects.addAll(homes);
        }
        this.shared = Stream.concat(
                        archive.poms.stream()
                                .map(MergedLibraries::path)
                                .filter(path -> !projects.contains(head(path, SEGMENTS_OF_GROUP))),
                        Stream.of(path(archive.artifact)).filter(path -> isWithinOrganisation(path, archive)))
                .map(MergedLibraries::tree)
                .collect(Collectors.toSet());
        this.poms = archive.poms.stream().collect(Collectors.groupingBy(pom -> head(path(pom), SEGMENTS_OF_GROUP)));
        this.namespaces = ClojureNamespaces.of(archive);
    }

    // Where the archive's own code is for certain: with its main class, and in packages that are called as its group
    // is. Empty where neither is there.
    private static Set<String> homes(Archive archive) {
        Set<String> trees =
                archive.classes.keySet().stream().map(MergedLibraries::tree).collect(Collectors.toSet());
        String group = path(archive.artifact);
        Set<String> homes = new HashSet<>(Set.of(tree(group)));
        // A group of one name, as `shop`, has trees within it.
        if (group.indexOf('/') == group.length() - 1 && !group.isEmpty()) {
            trees.stream().filter(tree -> tree.startsWith(group)).forEach(homes::add);
        }
        if (archive.hasMain() && !ClojureNamespaces.isOfClojure(archive.mainClass)) {
            homes.add(tree(archive.mainClass));
        }
        homes.retainAll(trees);
        // A module's declaration has no package.
        homes.remove("");
        return homes.isEmpty() && Launchers.has(archive.mainClass) ? served(archive) : homes;
    }

    // A launcher starts a program that it does not name. No library knows the program, which serves requests or has a
    // main class.
    private static Set<String> served(Archive archive) {
        Map<String, Set<String>> users = new ConcurrentHashMap<>();
        Set<String> serving = ConcurrentHashMap.newKeySet();
        String launcher = tree(archive.mainClass);
        archive.classes.entrySet().parallelStream().forEach(one -> {
            String tree = tree(one.getKey());
            Constants constants = Constants.of(one.getValue(), true);
            if (Launchers.serves(constants.texts)) {
                serving.add(tree);
            }
            constants.types.stream()
                    .map(MergedLibraries::tree)
                    .filter(used -> !used.equals(tree) && !tree.equals(launcher))
                    .forEach(used -> users.computeIfAbsent(used, _ -> ConcurrentHashMap.newKeySet())
                            .add(tree));
        });
        serving.removeIf(tree -> tree.isEmpty() || tree.equals(launcher) || users.containsKey(tree));
        return Set.copyOf(serving);
    }

    // The same, as narrow as one project: its own packages, and those of modules that its build gave the same version.
    // All that is an organisation's may be several projects, whose poms tell.
    private static Set<String> projects(Archive archive) {
        Set<String> projects = archive.poms.stream()
                .filter(pom -> pom.version().equals(archive.artifact.version())
                        && tree(path(pom)).equals(tree(path(archive.artifact))))
                .map(pom -> head(path(pom), SEGMENTS_OF_GROUP))
                .collect(Collectors.toCollection(HashSet::new));
        projects.add(head(path(archive.artifact), SEGMENTS_OF_GROUP));
        if (!ClojureNamespaces.isOfClojure(archive.mainClass) && !Launchers.has(archive.mainClass)) {
            projects.add(head(archive.mainClass, SEGMENTS_OF_GROUP));
        }
        projects.remove("");
        return projects;
    }

    // A group such as `org.apache.jackrabbit` is one of its organisation's projects, if its code is called so.
    private static boolean isWithinOrganisation(String path, Archive archive) {
        String project = head(path, SEGMENTS_OF_GROUP);
        return !project.equals(tree(path))
                && archive.classes.keySet().stream().anyMatch(name -> name.startsWith(project));
    }

    /// The artifacts of the classes that are other libraries', by the names of the classes.
    static Map<String, Artifact> in(Archive archive) {
        return new MergedLibraries(archive).find();
    }

    private Map<String, Artifact> find() {
        Map<String, Group> groups = new HashMap<>();
        Map<String, Group> byPackage = new HashMap<>();
        archive.classes
                .keySet()
                .forEach(name -> groups.put(
                        name, byPackage.computeIfAbsent(name.substring(0, name.lastIndexOf('/') + 1), this::group)));
        long others = groups.values().stream().filter(Group::isOthers).count();
        if (namespaces.isPresent()) {
            return merged(groups, withUsers(Set.of(HOME.name), users(groups, new HashSet<>())), true);
        }
        // A launcher of a framework comes with what it launches.
        boolean program = archive.classes.containsKey(archive.mainClass) && !homes.isEmpty();
        if (others == groups.size() || others == 0 && !(program && strangers(groups, Set.of()) >= MANY)) {
            return Map.of();
        }
        Set<String> own = own(groups);
        // A build that merges one library into a program merges all. Nobody has so many organisations' packages.
        boolean all = program
                && (groups.values().stream().anyMatch(group -> group.isOthers && !own.contains(group.name))
                        || strangers(groups, own) >= MANY);
        return merged(groups, own, all);
    }

    // By the names of the classes.
    private Map<String, Artifact> merged(Map<String, Group> groups, Set<String> own, boolean all) {
        Map<String, Artifact> artifacts = new HashMap<>();
        Map<String, Artifact> merged = new HashMap<>();
        groups.forEach((name, group) -> {
            if ((all || group.isOthers) && !own.contains(group.name)) {
                String part = part(name, group);
                merged.put(name, artifacts.computeIfAbsent(group.name + part, _ -> artifact(group, part)));
            }
        });
        return merged;
    }

    private static long strangers(Map<String, Group> groups, Set<String> own) {
        return groups.values().stream()
                .filter(group -> !group.equals(HOME) && !own.contains(group.name))
                .distinct()
                .count();
    }

    // Of all classes of a package, whose name ends with a slash; empty for the one without a name.
    private Group group(String name) {
        Optional<String> copy = copies.mayBe(name);
        String tree = tree(name);
        if (copy.isPresent()) {
            return new Group(copy.get(), true);
        }
        boolean home = projects.stream().anyMatch(name::startsWith);
        if (namespaces.isPresent() && !home) {
            Optional<String> library = namespaces.get().library(name);
            if (library.isPresent()) {
                return new Group(library.get(), true);
            }
            home = namespaces.get().isOfNobody(tree);
        }
        if (homes.isEmpty() && namespaces.isEmpty() || home) {
            return HOME;
        }
        if (Launchers.has(name) && !homes.contains(tree)) {
            return new Group(tree, true);
        }
        Optional<String> named = IntStream.rangeClosed(1, SEGMENTS_OF_GROUP)
                .mapToObj(segments -> head(name, segments))
                .filter(poms::containsKey)
                .findFirst();
        if (named.isPresent()) {
            return new Group(named.get(), true);
        }
        if (shared.contains(tree)) {
            return new Group(head(name, SEGMENTS_OF_GROUP), false);
        }
        return homes.contains(tree) ? HOME : new Group(tree, false);
    }

    /// The first two packages of a name: a domain and who has it. Empty where there is no package.
    static String tree(String name) {
        return head(name.substring(0, name.lastIndexOf('/') + 1), 2);
    }

    /// The first packages of a name.
    static String head(String folder, int segments) {
        int end = 0;
        for (int i = 0; i < segments && folder.indexOf('/', end) >= 0; i++) {
            end = folder.indexOf('/', end) + 1;
        }
        return folder.substring(0, end);
    }

    // Those that refer to the archive's own code, and those that refer to these. So are packages without any sign that
    // the code at home refers to, where that is nothing but a launcher.
    private Set<String> own(Map<String, Group> groups) {
        Set<String> launched = ConcurrentHashMap.newKeySet();
        Map<String, Set<String>> users = users(groups, launched);
        // What a pom names knows the program only where a generator wrote into its packages.
        users.values().forEach(using -> using.removeIf(poms::containsKey));
        Set<String> own = withUsers(Set.of(HOME.name), users);
        // What has a sign may use the same library as the program does.
        groups.values().stream()
                .filter(Group::isOthers)
                .distinct()
                .forEach(other -> users.values().forEach(using -> using.remove(other.name)));
        long home = groups.values().stream().filter(HOME::equals).count();
        if (home * LAUNCHER < groups.size() && home <= LAUNCHERS_CLASSES && launched.size() == 1) {
            own.addAll(withUsers(launched, users));
        }
        return own;
    }

    // By the name of each group those that refer to it.
    private Map<String, Set<String>> users(Map<String, Group> groups, Set<String> launched) {
        Map<String, Set<String>> users = new ConcurrentHashMap<>();
        archive.classes.entrySet().parallelStream().forEach(one -> {
            Group user = groups.getOrDefault(one.getKey(), HOME);
            for (String referred : references(one.getValue())) {
                Group group = groups.get(referred);
                if (group == null) {
                    continue;
                }
                users.computeIfAbsent(group.name, _ -> ConcurrentHashMap.newKeySet())
                        .add(user.name);
                if (user.equals(HOME) && !group.isOthers && !group.equals(HOME)) {
                    launched.add(group.name);
                }
            }
        });
        return users;
    }

    private static Set<String> withUsers(Set<String> some, Map<String, Set<String>> users) {
        Set<String> all = new HashSet<>(some);
        Deque<String> open = new ArrayDeque<>(some);
        while (!open.isEmpty()) {
            for (String user : users.getOrDefault(open.pop(), Set.of())) {
                if (all.add(user)) {
                    open.add(user);
                }
            }
        }
        return all;
    }

    private static Collection<String> references(ClassEntry.Source source) {
        return Constants.of(source, false).types;
    }

    /// What a class file refers to. A damaged one refers to nothing; who reads it later tells.
    ///
    /// @param types with slashes
    /// @param texts all else that is text, such as names and descriptors
    private record Constants(List<String> types, List<String> texts) {

        static Constants of(ClassEntry.Source source, boolean withTexts) {
            List<String> types = new ArrayList<>();
            List<String> texts = new ArrayList<>();
            try {
                for (PoolEntry constant : ClassFile.of().parse(source.read()).constantPool()) {
                    switch (constant) {
                        case java.lang.classfile.constantpool.ClassEntry type -> types.add(type.asInternalName());
                        case Utf8Entry text when withTexts -> texts.add(text.stringValue());
                        default -> {}
                    }
                }
                return new Constants(types, texts);
            } catch (IOException | RuntimeException damaged) {
                return new Constants(List.of(), List.of());
            }
        }
    }

    // The package after those of a group.
    private static String part(String name, Group group) {
        String rest = name.substring(Math.min(name.length(), group.name.length()));
        return rest.substring(0, Math.max(0, rest.indexOf('/')));
    }

    // As Maven's file names it: the only one of its group, or the one called as the package is, such as
    // `jackson-databind`. What lies beside the archive's own code is called as its packages are.
    private Artifact artifact(Group group, String part) {
        Optional<Artifact> library = namespaces.flatMap(all -> all.artifact(group.name));
        if (library.isPresent()) {
            return library.get();
        }
        List<Artifact> fitting = poms.getOrDefault(group.name, List.of());
        return fitting.size() == 1
                ? fitting.getFirst()
                : fitting.stream()
                        .filter(pom -> pom.id().endsWith("-" + part))
                        .min(Comparator.comparing(pom -> pom.id().length()))
                        .orElseGet(() -> new Artifact(name(group), archive.artifact.file(), Role.BUNDLED));
    }

    private String name(Group group) {
        return homes.isEmpty() && namespaces.isEmpty()
                        || group.isOthers && homes.stream().anyMatch(group.name::startsWith)
                ? archive.artifact.name()
                : group.name.substring(0, group.name.length() - 1).replace('/', '.');
    }

    // The group of an artifact as a package; empty where it has none.
    private static String path(Artifact pom) {
        return pom.group().isEmpty() ? "" : pom.group().replace('.', '/') + "/";
    }
}
