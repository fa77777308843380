package io.heddle.fix.rewrite;

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

/// All rewriters. Several findings of one subject have one plan.
public final class Rewriters {

    private final List<Rewriter> all;
    private final Map<Key, Sought> known = new HashMap<>();

    public Rewriters(Program program, Conditions conditions, SourceSites sites, PatchContext patch) {
        Workbench bench = new Workbench(program, conditions, sites, patch);
        this.all = List.of(
                new LoadingMap(bench),
                new ThreadLocalSupplier(bench),
                new VirtualPool(bench),
                new FanOut(),
                new ExecutorBean(bench),
                new LazyStatic(bench));
    }

    /// Several rewriters may have subjects of one name, such as a field.
    private record Key(Rewriter rewriter, String name) {}

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

    /// Whether a finding may be of something that is rewritten.
    public boolean take(Finding finding) {
        return all.stream().anyMatch(rewriter -> rewriter.takes(finding));
    }

    /// The rewrite of what a finding is of; empty where that is nothing known.
    public Optional<Sought> plan(Finding finding) {
        for (Rewriter rewriter : all) {
            Optional<Rewriter.Subject> subject = rewriter.takes(finding) ? rewriter.subject(finding) : Optional.empty();
            if (subject.isPresent()) {
                return subject.map(
                        one -> known.computeIfAbsent(new Key(rewriter, one.name()), _ -> sought(rewriter, one)));
            }
        }
        return Optional.empty();
    }

    private static Sought sought(Rewriter rewriter, Rewriter.Subject subject) {
        try {
            return new Sought.Edit(subject.rewrite().get());
        } catch (NoEdit no) {
            return new Sought.Not(rewriter.mend(), no.refused());
        } catch (RuntimeException unknown) {
            // A layout that was not thought of: no edit is better than a wrong one.
            return new Sought.Not(
                    rewriter.mend(),
                    new Refused(
                            Refusal.NOT_PROVEN,
                            "the source of " + subject.name() + " is laid out in a way that no edit knows: "
                                    + unknown));
        }
    }
}
