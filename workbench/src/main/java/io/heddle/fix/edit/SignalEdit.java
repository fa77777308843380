package io.heddle.fix.edit;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.Tree;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;

/// Converts a call of `wait`, `notify` or `notifyAll`.
final class SignalEdit {

    private final LockDraft draft;

    SignalEdit(LockDraft draft) {
        this.draft = draft;
    }

    void convert(ParsedSource source, MonitorStatement.Signal signal) {
        String on =
                signal.receiver().map(receiver -> on(source, signal, receiver)).orElse(draft.condition());
        String call = switch (signal.name()) {
            case "notify" -> "signal()";
            case "notifyAll" -> "signalAll()";
            default -> signal.tree().getArguments().isEmpty() ? "await()" : timed(source, signal);
        };
        draft.add(source, new Splice(source.start(signal.tree()), source.end(signal.tree()), on + "." + call));
    }

    private String on(ParsedSource source, MonitorStatement.Signal signal, Tree receiver) {
        return draft.set().field().isPresent()
                ? draft.sibling(source, receiver, draft.condition())
                : draft.member(source, signal, receiver, draft.condition());
    }

    private String timed(ParsedSource source, MonitorStatement.Signal signal) {
        if (signal.tree().getArguments().size() > 1) {
            throw new NoEdit(
                    Refusal.TIMED_WAIT, source.file().name() + ":" + signal.line() + " waits with nanoseconds");
        }
        ExpressionTree time = signal.tree().getArguments().getFirst();
        return "await(" + source.text(time) + ", " + draft.name(source, LockDraft.TIME_UNIT) + ".MILLISECONDS)";
    }
}
