package io.heddle.check.read;

import io.heddle.check.read.Artifact.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Class files by name, as a class loader would see them: of two with one name the first is taken.
public final class ClassPath {

    private final Map<String, ClassEntry> entries = new LinkedHashMap<>();
    private final Map<Hidden, List<String>> hidden = new LinkedHashMap<>();
    private final List<Artifact> artifacts = new ArrayList<>();
    private final List<Setting> settings = new ArrayList<>();
    private final List<String> factories = new ArrayList<>();

    private Optional<String> starter = Optional.empty();

    /// With slashes.
    private final List<String> ownPackages;

    /// @param ownPackages packages whose classes are the user's own, with dots; empty where that is to be found out
    ClassPath(Collection<String> ownPackages) {
        this.ownPackages =
                ownPackages.stream().map(name -> name.replace('.', '/') + "/").toList();
    }

    private record Hidden(Artifact later, Artifact first) {}

    void add(Artifact artifact) {
        artifacts.add(artifact);
    }

    void add(String name, ClassEntry found) {
        ClassEntry entry = ownPackages.isEmpty() ? found : found.of(owner(name, found.artifact()));
        ClassEntry first = entries.putIfAbsent(name, entry);
        if (first != null && !first.artifact().equals(entry.artifact()) && !isMadeToHide(first.artifact())) {
            hidden.computeIfAbsent(new Hidden(entry.artifact(), first.artifact()), pair -> new ArrayList<>())
                    .add(name);
        }
    }

    private Artifact owner(String name, Artifact artifact) {
        boolean own = ownPackages.stream().anyMatch(name::startsWith);
        return own ? artifact.as(Role.TARGET) : artifact.isOwn() ? artifact.as(Role.BUNDLED) : artifact;
    }

    // Quarkus' build writes the classes that it changes into a jar of their own, which comes first.
    private static boolean isMadeToHide(Artifact first) {
        return String.valueOf(first.file().getFileName()).equals("transformed-bytecode.jar");
    }

    /// Leaves out a class that turned out to be damaged.
    ///
    /// @param name with slashes
    public void leaveOut(String name) {
        entries.remove(name);
    }

    /// Archives some of whose classes are not seen, because another one that comes first has them too.
    ///
    /// @param tell gets the file, and what there is to say
    void tellHidden(BiConsumer<String, String> tell) {
        hidden.forEach((pair, classes) -> tell.accept(
                pair.later().file().toString(),
                String.format(
                        Locale.ROOT,
                        "%,d of the classes in %s are in %s too, which comes first, such as %s: those of the first were read",
                        classes.size(),
                        pair.later().name(),
                        pair.first().name(),
                        classes.getFirst().replace('/', '.'))));
    }

    void add(List<Setting> found) {
        settings.addAll(found);
    }

    void addFactories(List<String> names) {
        factories.addAll(names);
    }

    void startedBy(Optional<String> type) {
        starter = type;
    }

    /// The class whose `main` starts the targets, with slashes. Empty text where a container starts them; nothing where
    /// any may.
    public Optional<String> starter() {
        return starter;
    }

    /// Names of classes that the bundled libraries name for a container or a service loader to make, with slashes.
    public List<String> factories() {
        return factories;
    }

    /// Settings of the targets, in the order of the files.
    public List<Setting> settings() {
        return settings;
    }

    /// @param name with slashes, such as `java/lang/String`
    public @Nullable ClassEntry find(String name) {
        return entries.get(name);
    }

    /// Names of all classes, with slashes.
    public Collection<String> names() {
        return entries.keySet();
    }

    /// Names of the classes that any program may use: the targets', whatever they are called, and of the libraries'
    /// all but relocated copies of other libraries' (shaded), which are their owners' own.
    public List<String> usable() {
        ShadedPackages copies = new ShadedPackages(entries.keySet());
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().artifact().isOwn() || !copies.has(entry.getKey()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Names of the classes in the archives that the user named.
    public List<String> targets() {
        return of(Role.TARGET);
    }

    /// Names of the classes of the modules that come with them.
    public List<String> modules() {
        return of(Role.MODULE);
    }

    private List<String> of(Role role) {
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().artifact().role() == role)
                .map(Map.Entry::getKey)
                .toList();
    }

    /// All archives and folders, in order.
    public List<Artifact> artifacts() {
        return artifacts;
    }
}
