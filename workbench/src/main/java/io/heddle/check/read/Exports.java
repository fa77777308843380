package io.heddle.check.read;

import io.heddle.check.read.ClassEntry.Published;
import java.io.IOException;
import java.lang.module.InvalidModuleDescriptorException;
import java.lang.module.ModuleDescriptor;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The packages of an archive that its authors publish, as they declare it: by a module's `exports` and `opens`
/// (Java Language Specification 7.7), or by the header `Export-Package` of an OSGi bundle (OSGi Core 3.6.5).
///
/// @param packages names with slashes; empty where nothing is declared
record Exports(Set<String> packages) {

    static final Exports NONE_DECLARED = new Exports(Set.of());

    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final String MODULE = "module-info.class";
    private static final Pattern DESCRIPTOR =
            Pattern.compile("(?:META-INF/versions/([1-9]\\d{0,2})/)?module-info\\.class");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+\"");

    /// Reads an entry of the archive, or a file of the folder.
    interface Content {

        /// @param name with slashes, from the root of the archive
        byte[] read(String name) throws IOException;
    }

    /// What an archive or a folder declares. What is damaged declares nothing: the classes are read all the same.
    ///
    /// @param names of all that is in it, with slashes, from its root
    /// @param release that the archive is read for
    static Exports of(Collection<String> names, int release, Content content) {
        Set<String> declared = new HashSet<>();
        for (String name : names) {
            try {
                if (isDescriptor(name, release)) {
                    declared.addAll(ofModule(content.read(name)));
                } else if (name.equalsIgnoreCase(MANIFEST)) {
                    declared.addAll(ofBundle(content.read(name)));
                }
            } catch (IOException | InvalidModuleDescriptorException | IllegalArgumentException damaged) {
                continue;
            }
        }
        if (!declared.isEmpty()) {
            // A jar that took another one's manifest declares nothing of its own.
            declared.retainAll(names.stream().map(Exports::folder).collect(Collectors.toSet()));
        }
        return declared.isEmpty() ? NONE_DECLARED : new Exports(Set.copyOf(declared));
    }

    private static boolean isDescriptor(String name, int release) {
        if (!name.endsWith(MODULE)) {
            return false;
        }
        Matcher descriptor = DESCRIPTOR.matcher(name);
        return descriptor.matches()
                && (descriptor.group(1) == null || Integer.parseInt(descriptor.group(1)) <= release);
    }

    // An open module hides nothing from frameworks, which call by reflection.
    private static Set<String> ofModule(byte[] file) {
        ModuleDescriptor module = ModuleDescriptor.read(ByteBuffer.wrap(file));
        return module.isOpen()
                ? Set.of()
                : Stream.concat(
                                module.exports().stream()
                                        .filter(exported -> !exported.isQualified())
                                        .map(ModuleDescriptor.Exports::source),
                                module.opens().stream().map(ModuleDescriptor.Opens::source))
                        .map(name -> name.replace('.', '/'))
                        .collect(Collectors.toSet());
    }

    // Clauses, each of packages and attributes, whose values may be quoted.
    private static Set<String> ofBundle(byte[] file) {
        String header = Manifests.main(file).getValue("Export-Package");
        return header == null
                ? Set.of()
                : Arrays.stream(QUOTED.matcher(header).replaceAll("").split("[,;]"))
                        .map(String::strip)
                        .filter(name -> !name.contains("="))
                        .map(name -> name.replace('.', '/'))
                        .collect(Collectors.toSet());
    }

    /// Whether the authors publish the package of a class.
    ///
    /// @param name of the class, with slashes
    Published of(String name) {
        return packages.isEmpty() ? Published.UNKNOWN : packages.contains(folder(name)) ? Published.YES : Published.NO;
    }

    private static String folder(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('/')));
    }
}
