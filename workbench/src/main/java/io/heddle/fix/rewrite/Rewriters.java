package io.heddle.fix.rewrite;

import io.heddle.analysis.program.Field;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.edit.PatchContext;
import io.heddle.fix.edit.Rewrite;
import io.heddle.fix.lock.Conditions;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// All rewriters. Several findings of one field have one plan.
public final class Rewriters {

    private final List<Rewriter> all;
    private final Map<Field, Sought> known = new HashMap<>();

    public Rewriters(Program program, Conditions conditions, SourceSites sites, PatchContext patch) {
        Workbench bench = new Workbench(program, conditions, sites, patch);
        this.all = List.of(new LoadingMap(bench));
    }

    /// A plan, or why there is none.
    public sealed interface Sought {

        Mend mend();

        record Edit(Rewrite plan) implements Sought {

            @Override
            public Mend mend() {
                return plan.mend();
            }
        }

        record Not(Mend mend, Refused refused) implements Sought {}
    }

    /// Whether a finding may be of a field that is rewritten.
    public boolean take(Finding finding) {
        return all.stream().anyMatch(rewriter -> rewriter.takes(finding));
    }

    /// The rewrite of the field that a finding is of; empty where it is of no field that is known.
    public Optional<Sought> plan(Finding finding) {
        for (Rewriter rewriter : all) {
            Optional<Field> field = rewriter.takes(finding) ? rewriter.field(finding) : Optional.empty();
            if (field.isPresent()) {
                return field.map(one -> known.computeIfAbsent(one, each -> sought(rewriter, each)));
            }
        }
        return Optional.empty();
    }

    private static Sought sought(Rewriter rewriter, Field field) {
        try {
            return new Sought.Edit(rewriter.rewrite(field));
        } catch (NoEdit no) {
            return new Sought.Not(rewriter.mend(), no.refused());
        } catch (RuntimeException unknown) {
            // A layout that was not thought of: no edit is better than a wrong one.
            return new Sought.Not(
                    rewriter.mend(),
                    new Refused(
                            Refusal.NOT_PROVEN,
                            "the source of " + field.owner().binaryName() + "." + field.name()
                                    + " is laid out in a way that no edit knows: " + unknown));
        }
    }
}
