package io.heddle.fix.edit;

import io.heddle.analysis.program.Type;
import io.heddle.fix.lock.Program;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refused;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An edit that gives code another form, without a monitor set.
///
/// @param source the one file that it changes
/// @param locks names of the fields of `owner` that hold new locks
/// @param rest finds in new byte code what should be gone
public record Rewrite(
        String name,
        Type owner,
        Mend mend,
        String words,
        ParsedSource source,
        List<Splice> edits,
        Map<ParsedSource, Imports> imports,
        List<String> locks,
        Rest rest)
        implements SourcePlan {

    /// What is left of the old form.
    @FunctionalInterface
    public interface Rest {

        /// The place of it; empty where nothing is left.
        Optional<String> in(Program program);
    }

    @Override
    public Map<ParsedSource, List<Splice>> splices() {
        return Map.of(source, edits);
    }

    @Override
    public List<Refused> risks() {
        return List.of();
    }
}
