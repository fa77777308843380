package io.heddle.fix.upgrade;

import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Type;
import io.heddle.check.CheckOptions;
import io.heddle.check.read.ArchiveReader;
import io.heddle.check.read.Artifact.Role;
import io.heddle.check.read.ClassEntry;
import io.heddle.check.read.ClassFinder;
import io.heddle.check.read.ClassPath;
import io.heddle.check.read.JdkImage;
import io.heddle.check.read.Unreadables;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// All classes of a service with a set of libraries.
final class LinkedWorld implements AutoCloseable {

    private final ClassPath classPath;
    private final JdkImage image;
    private final ClassHierarchy hierarchy;
    private final Set<String> packages = new HashSet<>();

    LinkedWorld(CheckOptions options, int jdk) {
        Unreadables unreadables = new Unreadables();
        ArchiveReader reader = new ArchiveReader(jdk, options.artifacts(), unreadables);
        options.targets().forEach(target -> reader.add(target, Role.TARGET));
        options.libraries().forEach(library -> reader.add(library, Role.LIBRARY));
        this.classPath = reader.classPath();
        this.image = Optional.ofNullable(options.jdkHomes().get(jdk))
                .map(home -> JdkImage.of(home, jdk))
                .orElseGet(JdkImage::running);
        this.hierarchy = new ClassHierarchy(new ClassFinder(classPath, image), unreadables, List.of(jdk));
        classPath.names().forEach(name -> packages.add(packageOf(name)));
    }

    /// Classes that come from these files, or from others.
    ///
    /// @param inside whether those of the files are meant
    Stream<String> names(Set<Path> files, boolean inside) {
        return classPath.names().stream().filter(name -> comesFrom(name, files) == inside);
    }

    boolean comesFrom(String name, Set<Path> files) {
        ClassEntry entry = classPath.find(name);
        return entry != null && files.contains(entry.artifact().file());
    }

    /// Whether two classes come from one file.
    boolean areTogether(String name, String other) {
        ClassEntry one = classPath.find(name);
        ClassEntry two = classPath.find(other);
        return one != null
                && two != null
                && one.artifact().file().equals(two.artifact().file());
    }

    Optional<ClassEntry> entry(String name) {
        return Optional.ofNullable(classPath.find(name));
    }

    Type type(String name) {
        return hierarchy.type(name);
    }

    ClassHierarchy hierarchy() {
        return hierarchy;
    }

    /// Whether the class path has classes of this package.
    boolean hasPackageOf(String name) {
        return packages.contains(packageOf(name));
    }

    static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    @Override
    public void close() {
        image.close();
    }
}
