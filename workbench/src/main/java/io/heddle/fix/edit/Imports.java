package io.heddle.fix.edit;

import com.sun.source.tree.ImportTree;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The imports that an edit of one file needs.
final class Imports {

    private final ParsedSource source;
    private final Map<String, String> known = new LinkedHashMap<>();
    private final List<String> added = new ArrayList<>();

    Imports(ParsedSource source) {
        this.source = source;
    }

    /// What to write for a class: its simple name where that means it, or will; else its full name.
    String name(String type) {
        return known.computeIfAbsent(type, this::decide);
    }

    private String decide(String type) {
        String simple = type.substring(type.lastIndexOf('.') + 1);
        String folder = type.substring(0, type.lastIndexOf('.'));
        List<String> there = source.unit().getImports().stream()
                .filter(line -> !line.isStatic())
                .map(line -> line.getQualifiedIdentifier().toString())
                .toList();
        if (there.contains(type) || there.contains(folder + ".*")) {
            return simple;
        }
        if (source.identifiers().contains(simple)) {
            return type;
        }
        added.add(type);
        return simple;
    }

    /// The lines to insert.
    List<Splice> splices() {
        return added.stream().sorted().map(this::splice).toList();
    }

    private Splice splice(String type) {
        String line = "import " + type + ";";
        List<? extends ImportTree> plain = source.unit().getImports().stream()
                .filter(one -> !one.isStatic())
                .toList();
        Optional<? extends ImportTree> before = plain.stream()
                .filter(one -> sameRoot(one, type))
                .filter(one -> one.getQualifiedIdentifier().toString().compareTo(type) < 0)
                .reduce((_, second) -> second);
        if (before.isPresent()) {
            return after(source.end(before.orElseThrow()), line, 1);
        }
        Optional<? extends ImportTree> behind =
                plain.stream().filter(one -> sameRoot(one, type)).findFirst();
        if (behind.isPresent()) {
            int at = source.start(behind.orElseThrow());
            return Splice.insert(at, line + source.file().lineEnd(at));
        }
        if (!plain.isEmpty()) {
            return after(source.end(plain.getLast()), line, 1);
        }
        if (source.unit().getPackage() != null) {
            return after(source.end(source.unit().getPackage()), line, 2);
        }
        int start = source.unit().getTypeDecls().isEmpty()
                ? 0
                : source.start(source.unit().getTypeDecls().getFirst());
        return Splice.insert(start, line + source.file().lineEnd(start) + source.file().lineEnd(start));
    }

    private static boolean sameRoot(ImportTree line, String type) {
        String name = line.getQualifiedIdentifier().toString();
        return name.substring(0, Math.max(name.indexOf('.'), 0)).equals(type.substring(0, type.indexOf('.')));
    }

    private Splice after(int end, String line, int breaks) {
        return Splice.insert(end, source.file().lineEnd(end).repeat(breaks) + line);
    }
}
