package io.heddle.check.read;

import io.heddle.check.read.Artifact.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Class files by name, as a class loader would see them: of two with one name the first is taken.
public final class ClassPath {

    private final Map<String, ClassEntry> entries = new LinkedHashMap<>();
    private final List<Artifact> artifacts = new ArrayList<>();
    private final List<Setting> settings = new ArrayList<>();
    private final List<String> factories = new ArrayList<>();

    void add(Artifact artifact) {
        artifacts.add(artifact);
    }

    void add(String name, ClassEntry entry) {
        entries.putIfAbsent(name, entry);
    }

    void add(List<Setting> found) {
        settings.addAll(found);
    }

    void addFactories(List<String> names) {
        factories.addAll(names);
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

    /// Names of the classes in the target's own archives.
    public List<String> targets() {
        return entries.entrySet().stream().filter(entry -> entry.getValue().artifact().role() == Role.TARGET).map(Map.Entry::getKey).toList();
    }

    /// All archives and folders, in order.
    public List<Artifact> artifacts() {
        return artifacts;
    }
}
