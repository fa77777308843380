package io.heddle.fix.edit;

import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import java.util.List;
import java.util.Map;

/// The edit that converts one monitor set.
///
/// @param set what it converts
/// @param splices by file, without the imports
/// @param types full names of the classes that each file must be able to name
/// @param lockField name of the field that holds the lock
/// @param enters how many statements of the source took the monitor
public record LockPlan(
        MonitorSet set,
        Map<ParsedSource, List<Splice>> splices,
        Map<ParsedSource, Imported> types,
        String lockField,
        int enters) {

    /// The imports of a file. Shared by all plans that edit it.
    public static final class Imported {

        private final Imports imports;

        Imported(ParsedSource source) {
            this.imports = new Imports(source);
        }

        String name(String type) {
            return imports.name(type);
        }

        /// The lines to insert.
        public List<Splice> splices() {
            return imports.splices();
        }
    }
}
