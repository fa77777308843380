package io.heddle.fix.build;

import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splice;
import io.heddle.fix.source.Splices;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Gives a library another release in the files of a build.
///
/// @param places in words, such as `the property postgresql.version of pom.xml`
public record VersionEdit(Map<SourceFile, List<Splice>> splices, String places) {

    /// The new texts of the files that several edits change. Equal splices of two edits count once.
    ///
    /// @throws IllegalArgumentException when two overlap
    public static Map<SourceFile, String> texts(List<VersionEdit> edits) {
        Map<SourceFile, List<Splice>> all = new LinkedHashMap<>();
        edits.forEach(edit -> edit.splices.forEach((file, splices) ->
                all.computeIfAbsent(file, _ -> new java.util.ArrayList<>()).addAll(splices)));
        Map<SourceFile, String> texts = new LinkedHashMap<>();
        all.forEach((file, splices) -> texts.put(
                file, Splices.apply(file.text(), splices.stream().distinct().toList())));
        return texts;
    }
}
