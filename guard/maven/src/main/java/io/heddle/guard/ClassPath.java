package io.heddle.guard;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The resolved class path of a module, in the words of `heddle check`.
///
/// @param folder of the module
/// @param prefix what makes a path in the folder relative to the repository
record ClassPath(Path folder, String prefix, Entry own, List<Entry> libraries) {

    /// @param artifact `group:artifact:version`
    record Entry(Path path, String artifact, List<BuildLine> broughtBy) {}

    /// One entry a line.
    String text() {
        return Stream.concat(
                        Stream.of(
                                String.join("\t", "project", folder.toString(), prefix),
                                String.join("\t", "own", own.path.toString(), own.artifact)),
                        libraries.stream().map(ClassPath::line))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(Entry library) {
        String line = String.join("\t", "library", library.path.toString(), library.artifact);
        return library.broughtBy.isEmpty()
                ? line
                : String.join(
                        "\t",
                        line,
                        library.broughtBy.get(0).file(),
                        String.valueOf(library.broughtBy.get(0).line()));
    }
}
