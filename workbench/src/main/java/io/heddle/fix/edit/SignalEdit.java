package io.heddle.fix.edit;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
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
        String on = signal.receiver().map(receiver -> on(source, receiver)).orElse(draft.condition());
        String call = switch (signal.name()) {
            case "notify" -> "signal()";
            case "notifyAll" -> "signalAll()";
            default -> signal.tree().getArguments().isEmpty() ? "await()" : timed(source, signal);
        };
        draft.add(source, new Splice(source.start(signal.tree()), source.end(signal.tree()), on + "." + call));
    }

    private String on(ParsedSource source, Tree receiver) {
        String text = source.text(receiver);
        if (draft.set().field().isPresent()) {
            return text.substring(0, text.length() - draft.lock().length()) + draft.condition();
        }
        return text.equals("this") ? draft.condition() : text + "." + draft.condition();
    }

    private String timed(ParsedSource source, MonitorStatement.Signal signal) {
        ExpressionTree time = signal.tree().getArguments().getFirst();
        boolean positive = time instanceof LiteralTree literal
                && literal.getValue() instanceof Number number
                && number.longValue() > 0;
        if (!positive || !signal.statement()) {
            throw new NoEdit(
                    Refusal.TIMED_WAIT,
                    source.file().name() + ":" + signal.line() + " waits for " + source.text(time)
                            + ", which may be 0: wait(0) waits for ever, await(0) does not wait");
        }
        return "await(" + source.text(time) + ", " + draft.name(source, LockDraft.TIME_UNIT) + ".MILLISECONDS)";
    }
}
