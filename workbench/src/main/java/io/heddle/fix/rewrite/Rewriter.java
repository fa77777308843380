package io.heddle.fix.rewrite;

import io.heddle.analysis.program.Field;
import io.heddle.fix.edit.Rewrite;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import java.util.Optional;

/// Gives a private field and all its uses another form.
interface Rewriter {

    /// Whether a finding may be of a field that it rewrites.
    boolean takes(Finding finding);

    Mend mend();

    /// The field that a finding is of; empty where it is of none.
    Optional<Field> field(Finding finding);

    /// @throws io.heddle.fix.edit.NoEdit when it is not certain that the new form does the same
    Rewrite rewrite(Field field);
}
