package io.heddle.fix.rewrite;

import io.heddle.fix.edit.Rewrite;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import java.util.Optional;
import java.util.function.Supplier;

/// Gives what a rule finds another form.
interface Rewriter {

    /// Whether a finding may be of something that it rewrites.
    boolean takes(Finding finding);

    Mend mend();

    /// What a finding is of; empty where it is of nothing that is known.
    Optional<Subject> subject(Finding finding);

    /// What is rewritten.
    ///
    /// @param name of it; findings of one name have one plan
    /// @param rewrite plans it; throws a NoEdit when it is not certain that the new form does the same
    record Subject(String name, Supplier<Rewrite> rewrite) {}
}
