package io.heddle.fix.edit;

import io.heddle.analysis.program.Type;
import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refused;
import java.util.List;
import java.util.Map;

/// The edit that converts one monitor set.
///
/// @param set what it converts
/// @param splices by file, without the imports
/// @param imports by file
/// @param lockField name of the field that holds the lock
/// @param enters how many statements of the source took the monitor
/// @param risks conditions that do not hold, which the user allowed
public record LockPlan(
        MonitorSet set,
        Map<ParsedSource, List<Splice>> splices,
        Map<ParsedSource, Imports> imports,
        String lockField,
        int enters,
        List<Refused> risks)
        implements SourcePlan {

    /// The same at the user's risk.
    public LockPlan at(List<Refused> allowed) {
        return new LockPlan(set, splices, imports, lockField, enters, allowed);
    }

    @Override
    public String name() {
        return set.name();
    }

    @Override
    public Type owner() {
        return set.owner();
    }

    @Override
    public Mend mend() {
        return Mend.LOCK;
    }

    @Override
    public String words() {
        return "the monitor of " + set.name() + " becomes a ReentrantLock at " + enters
                + (enters == 1 ? " place" : " places");
    }
}
