package io.heddle.fix.edit;

import io.heddle.analysis.program.Field;
import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.lock.MonitorSite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites;
import io.heddle.fix.lock.SourceSites.Statement;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.Map;
import java.util.Optional;

/// Converts monitor sets to locks, as splices of the source.
public final class LockEdits {

    private final Program program;
    private final PatchContext patch;

    public LockEdits(Program program, PatchContext patch) {
        this.program = program;
        this.patch = patch;
    }

    /// The answer: an edit, or why there is none.
    public sealed interface Planned {

        record Edit(LockPlan plan) implements Planned {}

        record Not(Refused refused) implements Planned {}
    }

    /// Plans the edit of one set.
    public Planned plan(MonitorSet set, Map<MonitorSite, Statement> statements, SourceSites sites) {
        try {
            return new Planned.Edit(edit(new LockDraft(program, patch, set, statements, sites)));
        } catch (NoEdit no) {
            return new Planned.Not(no.refused());
        } catch (RuntimeException unknown) {
            // A layout that was not thought of: no edit is better than a wrong one.
            return new Planned.Not(new Refused(
                    Refusal.NOT_PROVEN,
                    "the source of " + set.name() + " is laid out in a way that no edit knows: " + unknown));
        }
    }

    private static LockPlan edit(LockDraft draft) {
        Optional<Field> field = draft.set().field();
        if (field.isEmpty()) {
            new NewLockField(draft).insert();
        } else if (draft.set().keepsObject()) {
            new NewLockField(draft).insertBehind(field.orElseThrow());
        } else {
            new LockObjectField(draft).retype(field.orElseThrow());
        }
        for (Statement statement : draft.statements()) {
            switch (statement.statement()) {
                case MonitorStatement.Block block -> new BlockEdit(draft).convert(statement.source(), block);
                case MonitorStatement.Whole whole -> new MethodEdit(draft).convert(statement.source(), whole);
                case MonitorStatement.Signal signal -> new SignalEdit(draft).convert(statement.source(), signal);
            }
        }
        return draft.plan();
    }
}
