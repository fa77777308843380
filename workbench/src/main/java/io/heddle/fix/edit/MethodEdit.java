package io.heddle.fix.edit;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.MethodTree;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;

/// Converts a synchronized method.
final class MethodEdit {

    private final LockDraft draft;

    MethodEdit(LockDraft draft) {
        this.draft = draft;
    }

    void convert(ParsedSource source, MonitorStatement.Whole whole) {
        MethodTree method = whole.tree();
        BlockTree body = method.getBody();
        if (body == null) {
            throw new NoEdit(Refusal.NATIVE_METHOD, method.getName() + " has no body");
        }
        removeModifier(source, method);
        int open = source.start(body) + 1;
        int close = source.end(body) - 1;
        Layout layout = new Layout(source);
        if (layout.isOnOneLine(body)) {
            draft.add(source, Splice.insert(open, " " + draft.lock() + ".lock(); try {"));
            draft.add(source, Splice.insert(close, "} finally { " + draft.lock() + ".unlock(); } "));
            return;
        }
        String indent = source.file().indent(source.start(method));
        String unit = layout.unit(method, body.getStatements());
        String lineEnd = source.file().lineEnd(open);
        String inside = indent + unit;
        draft.add(
                source, Splice.insert(open, lineEnd + inside + draft.lock() + ".lock();" + lineEnd + inside + "try {"));
        int line = source.file().text().lastIndexOf('\n', close) + 1;
        boolean own = source.file().text().substring(line, close).isBlank() && line > open;
        String tail = "} finally {" + lineEnd + inside + unit + draft.lock() + ".unlock();" + lineEnd + inside + "}";
        draft.add(source, own ? Splice.insert(line, inside + tail + lineEnd) : Splice.insert(close, tail + " "));
    }

    private void removeModifier(ParsedSource source, MethodTree method) {
        String word = "synchronized";
        int end = source.end(method.getModifiers());
        int from = method.getModifiers().getAnnotations().stream()
                .mapToInt(source::end)
                .filter(at -> source.file().text().substring(at, end).contains(word))
                .max()
                .orElse(source.start(method.getModifiers()));
        String text = source.file().text();
        for (int at = from; at < end; at++) {
            if (text.startsWith("//", at) || text.startsWith("/*", at)) {
                at = (text.startsWith("//", at) ? text.indexOf('\n', at) : text.indexOf("*/", at) + 1);
            } else if (text.startsWith(word, at)) {
                int behind = at + word.length();
                while (text.charAt(behind) == ' ' || text.charAt(behind) == '\t') {
                    behind++;
                }
                draft.add(source, new Splice(at, behind, ""));
                return;
            }
        }
        throw new NoEdit(Refusal.SOURCE_DIFFERS, "the modifier of " + method.getName() + " is not where it should be");
    }
}
