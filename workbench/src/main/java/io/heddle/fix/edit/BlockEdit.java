package io.heddle.fix.edit;

import com.sun.source.tree.ExpressionTree;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import java.util.List;

/// Converts a synchronized block.
final class BlockEdit {

    private final LockDraft draft;

    BlockEdit(LockDraft draft) {
        this.draft = draft;
    }

    void convert(ParsedSource source, MonitorStatement.Block block) {
        ExpressionTree object = block.object();
        int start = source.start(block.tree());
        int end = source.end(block.tree());
        Layout layout = new Layout(source);
        String indent = source.file().indent(start);
        String unit = layout.unit(block.tree(), block.tree().getBlock().getStatements());
        String lineEnd = source.file().lineEnd(start);
        boolean stable = new StableExpressions(draft, source)
                .isStable(object, block.tree().getBlock());
        String held = stable
                ? expression(source, block)
                : draft.names().like("held" + capital(draft.lock()), List.of(source), List.of());
        String before = stable
                ? ""
                : "final " + draft.name(source, LockDraft.REENTRANT_LOCK) + " " + held + " = "
                        + expression(source, block) + ";" + lineEnd + indent;
        String header =
                source.file().text().substring(start, source.end(block.tree().getExpression()));
        if (header.contains("//") || header.contains("/*")) {
            throw new NoEdit(
                    Refusal.NOT_PROVEN,
                    source.file().name() + ":" + source.line(start) + " has a comment inside synchronized (…)");
        }
        boolean wrap = !block.wrapped();
        draft.add(
                source,
                new Splice(
                        start,
                        source.end(block.tree().getExpression()),
                        (wrap ? "{ " : "") + before + held + ".lock();" + lineEnd + indent + "try"));
        draft.add(
                source,
                Splice.insert(
                        end,
                        " finally {" + lineEnd + indent + unit + held + ".unlock();" + lineEnd + indent + "}"
                                + (wrap ? " }" : "")));
    }

    /// What denotes the lock of what an expression denotes.
    private String expression(ParsedSource source, MonitorStatement.Block block) {
        return draft.set().field().isPresent()
                ? draft.sibling(source, block.object(), draft.lock())
                : draft.member(source, block, block.object(), draft.lock());
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
}
