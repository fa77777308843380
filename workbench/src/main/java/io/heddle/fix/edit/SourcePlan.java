package io.heddle.fix.edit;

import io.heddle.analysis.program.Type;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refused;
import java.util.List;
import java.util.Map;

/// An edit of source that mends findings.
public sealed interface SourcePlan permits LockPlan, Rewrite {

    /// What is changed, as people call it.
    String name();

    /// The class that declares what is changed.
    Type owner();

    Mend mend();

    /// What is done, for people.
    String words();

    /// The splices by file, without the imports.
    Map<ParsedSource, List<Splice>> splices();

    /// The imports of each file. Shared by all plans that edit it.
    Map<ParsedSource, Imports> imports();

    /// Conditions that do not hold, which the user allowed.
    List<Refused> risks();
}
