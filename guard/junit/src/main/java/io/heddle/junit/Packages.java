package io.heddle.junit;

import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Packages, or classes, to which somebody confined a rule. A name that means none would let every pin pass.
final class Packages {

    private static final Pattern NAME =
            Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");
    private static final Pattern ALL_BELOW = Pattern.compile("\\.\\*{1,2}$");

    /// Where each name that is in use was written.
    private static final Map<String, String> USED = new ConcurrentHashMap<>();

    private Packages() {}

    /// The names without the `.*` that some write behind them.
    ///
    /// @param where they are written
    /// @throws PinningGuardFailure if one is no name of a package
    static List<String> of(String where, List<String> names) {
        List<String> packages = names.stream()
                .map(name -> ALL_BELOW.matcher(name.strip()).replaceFirst(""))
                .toList();
        for (String name : packages) {
            if (!NAME.matcher(name).matches()) {
                throw new PinningGuardFailure(
                        where + " has '" + name + "', which is no package",
                        "write names such as com.example, with commas between them");
            }
            USED.putIfAbsent(name, where);
        }
        return packages;
    }

    /// @throws PinningGuardFailure if a name in use means no package and no class of this JVM
    static void requireKnown() {
        USED.forEach((name, where) -> {
            if (!isKnown(name)) {
                throw new PinningGuardFailure(
                        "no class of this JVM is in " + name + ", so that no pin counted", "look at " + where);
            }
        });
    }

    private static boolean isKnown(String name) {
        String path = name.replace('.', '/');
        ClassLoader loader = AllTests.loader();
        return Stream.of(path, path + "/", path + ".class").anyMatch(file -> loader.getResource(file) != null)
                || Stream.iterate(Optional.of(loader), Optional::isPresent, of -> of.map(ClassLoader::getParent))
                        .flatMap(of -> Stream.of(of.orElseThrow().getDefinedPackages()))
                        .anyMatch(known -> isIn(known.getName(), name))
                || ModuleLayer.boot().modules().stream()
                        .flatMap(module -> module.getPackages().stream())
                        .anyMatch(known -> isIn(known, name))
                || isInJars(path);
    }

    private static boolean isIn(String known, String name) {
        return known.equals(name) || known.startsWith(name + ".");
    }

    /// Not every jar has entries for its folders.
    private static boolean isInJars(String path) {
        Set<File> jars = ConcurrentHashMap.newKeySet();
        for (String element : System.getProperty("java.class.path", "").split(File.pathSeparator)) {
            collect(new File(element), jars);
        }
        return jars.stream().anyMatch(jar -> has(jar, path));
    }

    /// A build may hand a class path over in the manifest of an empty jar.
    private static void collect(File jar, Set<File> jars) {
        if (!jar.isFile() || !jars.add(jar)) {
            return;
        }
        try (JarFile file = new JarFile(jar)) {
            String others = Optional.ofNullable(file.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                    .orElse("");
            for (String other : others.strip().split("\\s+")) {
                if (!other.isEmpty()) {
                    collect(new File(jar.toURI().resolve(other).getPath()), jars);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            // The JVM does not read it either.
        }
    }

    private static boolean has(File jar, String path) {
        try (JarFile file = new JarFile(jar)) {
            return file.stream()
                    .anyMatch(entry -> entry.getName().startsWith(path + "/")
                            || entry.getName().equals(path + ".class"));
        } catch (IOException e) {
            return false;
        }
    }
}
