package io.heddle.fix.edit;

import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refused;
import java.util.List;
import java.util.Map;

/// The edit that converts one monitor set.
///
/// @param set what it converts
/// @param splices by file, without the imports
/// @param types full names of the classes that each file must be able to name
/// @param lockField name of the field that holds the lock
/// @param enters how many statements of the source took the monitor
/// @param risks conditions that do not hold, which the user allowed
public record LockPlan(
        MonitorSet set,
        Map<ParsedSource, List<Splice>> splices,
        Map<ParsedSource, Imported> types,
        String lockField,
        int enters,
        List<Refused> risks) {

    /// The same at the user's risk.
    public LockPlan at(List<Refused> allowed) {
        return new LockPlan(set, splices, types, lockField, enters, allowed);
    }

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
