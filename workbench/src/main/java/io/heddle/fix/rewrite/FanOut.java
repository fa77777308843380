package io.heddle.fix.rewrite;

import io.heddle.fix.edit.NoEdit;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import java.util.Optional;

/// A loop that starts a thread for each element has no limit that could be carried over.
final class FanOut implements Rewriter {

    @Override
    public boolean takes(Finding finding) {
        return finding.rule().equals("unbounded-fan-out");
    }

    @Override
    public Mend mend() {
        return Mend.EXECUTOR;
    }

    @Override
    public Optional<Subject> subject(Finding finding) {
        String place = finding.type() + "." + finding.method() + ":" + finding.line();
        return Optional.of(new Subject(place, () -> {
            throw new NoEdit(
                    Refusal.NO_LIMIT_KNOWN,
                    place + " starts as many tasks as there are elements: only you know how many"
                            + " calls the other side takes at once");
        }));
    }
}
