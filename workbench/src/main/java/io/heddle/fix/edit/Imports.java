package io.heddle.fix.edit;

import com.sun.source.tree.ImportTree;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The imports that edits of one file need.
public final class Imports {

    private final ParsedSource source;
    private final Map<String, String> known = new LinkedHashMap<>();
    private final List<String> added = new ArrayList<>();

    public Imports(ParsedSource source) {
        this.source = source;
    }

    /// What to write for a class: its simple name where that means it, or will; else its full name.
    public String name(String type) {
        return known.computeIfAbsent(type, this::decide);
    }

    private String decide(String type) {
        String simple = type.substring(type.lastIndexOf('.') + 1);
        if (simple.equals(type)) {
            return type;
        }
        String folder = type.substring(0, type.lastIndexOf('.'));
        List<String> there = source.unit().getImports().stream()
                .filter(line -> !line.isStatic())
                .map(line -> line.getQualifiedIdentifier().toString())
                .toList();
        boolean here = source.unit().getPackageName() != null
                && source.unit().getPackageName().toString().equals(folder);
        if (here || there.contains(type) || there.contains(folder + ".*")) {
            return simple;
        }
        if (source.identifiers().contains(simple)) {
            return type;
        }
        added.add(type);
        return simple;
    }

    /// The lines to insert.
    public List<Splice> splices() {
        List<String> sorted = added.stream().sorted().toList();
        boolean alone = source.unit().getImports().stream().allMatch(ImportTree::isStatic);
        if (sorted.isEmpty()) {
            return List.of();
        }
        return alone
                ? List.of(splice(sorted))
                : sorted.stream().map(type -> splice(List.of(type))).toList();
    }

    private Splice splice(List<String> types) {
        List<? extends ImportTree> plain = source.unit().getImports().stream()
                .filter(one -> !one.isStatic())
                .toList();
        String first = types.getFirst();
        Optional<? extends ImportTree> before = plain.stream()
                .filter(one -> sameRoot(one, first))
                .filter(one -> one.getQualifiedIdentifier().toString().compareTo(first) < 0)
                .reduce((_, second) -> second);
        if (before.isPresent()) {
            return after(source.end(before.orElseThrow()), types, false);
        }
        Optional<? extends ImportTree> behind =
                plain.stream().filter(one -> sameRoot(one, first)).findFirst();
        if (behind.isPresent()) {
            return before(source.start(behind.orElseThrow()), types, false);
        }
        if (!plain.isEmpty()) {
            return after(source.end(plain.getLast()), types, false);
        }
        if (source.unit().getPackage() != null) {
            return after(source.end(source.unit().getPackage()), types, true);
        }
        int start = source.unit().getTypeDecls().isEmpty()
                ? 0
                : source.start(source.unit().getTypeDecls().getFirst());
        return before(start, types, true);
    }

    private static boolean sameRoot(ImportTree line, String type) {
        String name = line.getQualifiedIdentifier().toString();
        return name.substring(0, Math.max(name.indexOf('.'), 0)).equals(type.substring(0, type.indexOf('.')));
    }

    private Splice after(int end, List<String> types, boolean blank) {
        String lineEnd = source.file().lineEnd(end);
        return Splice.insert(
                end,
                (blank ? lineEnd : "")
                        + types.stream()
                                .map(type -> lineEnd + "import " + type + ";")
                                .collect(Collectors.joining()));
    }

    private Splice before(int start, List<String> types, boolean blank) {
        String lineEnd = source.file().lineEnd(start);
        return Splice.insert(
                start,
                types.stream().map(type -> "import " + type + ";" + lineEnd).collect(Collectors.joining())
                        + (blank ? lineEnd : ""));
    }
}
