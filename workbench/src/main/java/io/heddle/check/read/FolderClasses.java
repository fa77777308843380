package io.heddle.check.read;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The class files of a folder by the names of their classes: a folder of classes, an archive that was unpacked, or a
/// layout such as an image's, with the classes in a folder of their own.
///
/// @param files by the name of the class, with slashes
record FolderClasses(Map<String, Path> files) {

    private static final String META = "META-INF/";

    /// @param names of all that is in the folder, with slashes
    /// @param manifest its content; empty where there is none
    /// @param release of the JDK that it is read for
    static FolderClasses of(Path folder, List<String> names, byte[] manifest, int release) {
        boolean fat = ArchiveClasses.isFat(names);
        Map<String, Path> files = new LinkedHashMap<>();
        List<String> prefixes = new ArrayList<>(ArchiveClasses.versions(names.stream(), manifest, release).stream()
                .map(version -> ArchiveClasses.VERSIONS + version + "/")
                .toList());
        prefixes.add("");
        Map<String, String> roots = new HashMap<>();
        for (String prefix : prefixes) {
            for (String name : names) {
                if (name.endsWith(ArchiveClasses.SUFFIX)
                        && name.startsWith(prefix)
                        && (!prefix.isEmpty() || !name.startsWith(META))
                        && !(fat && name.startsWith(ArchiveClasses.LOADER))) {
                    String type = name.substring(prefix.length(), name.length() - ArchiveClasses.SUFFIX.length());
                    String bare = ArchiveClasses.bare(type);
                    files.putIfAbsent(
                            bare.equals(type) && prefix.isEmpty() ? withoutRoot(folder, name, type, roots) : bare,
                            folder.resolve(name));
                }
            }
        }
        return new FolderClasses(files);
    }

    // The folder at the top that classes lie in need not be a package: one of its classes tells.
    private static String withoutRoot(Path folder, String name, String type, Map<String, String> roots) {
        String top = type.substring(0, type.indexOf('/') + 1);
        if (top.isEmpty()) {
            return type;
        }
        String root = roots.computeIfAbsent(top, _ -> root(folder.resolve(name), type));
        return type.startsWith(root) ? type.substring(root.length()) : type;
    }

    private static String root(Path file, String type) {
        try {
            String named = ClassFile.of().parse(file).thisClass().asInternalName();
            return type.endsWith("/" + named) ? type.substring(0, type.length() - named.length()) : "";
        } catch (IOException | RuntimeException damaged) {
            return "";
        }
    }

    /// How each is read, by the name of the class; what is read so counts for nothing.
    Map<String, ClassEntry.Source> sources() {
        Map<String, ClassEntry.Source> sources = new HashMap<>();
        files.forEach((name, file) ->
                sources.put(name, () -> Files.size(file) > Allowance.CLASS ? new byte[0] : Files.readAllBytes(file)));
        return sources;
    }
}
