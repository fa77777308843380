package io.heddle.fix.edit;

import io.heddle.fix.source.ParsedSource;
import java.util.HashMap;
import java.util.Map;

/// What all edits of one patch share: names that are taken, and the imports of each file.
public final class PatchContext {

    private final Names names = new Names();
    private final Map<ParsedSource, Imports> imports = new HashMap<>();

    public Names names() {
        return names;
    }

    public Imports imports(ParsedSource source) {
        return imports.computeIfAbsent(source, Imports::new);
    }
}
