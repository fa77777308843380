package io.heddle.fix.edit;

import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import io.heddle.analysis.program.Field;
import io.heddle.fix.lock.MonitorSite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import java.util.List;

/// Gives a class a field that holds the lock of its objects.
final class NewLockField {

    private final LockDraft draft;

    NewLockField(LockDraft draft) {
        this.draft = draft;
    }

    void insert() {
        if (draft.owner().getKind() != Tree.Kind.CLASS) {
            throw new NoEdit(Refusal.NO_FIELD_HERE, draft.set().name() + " is no plain class");
        }
        Layout layout = new Layout(draft.home());
        int at = layout.bodyStart(draft.owner());
        List<? extends Tree> members = draft.owner().getMembers().stream()
                .filter(member -> draft.home().start(member) >= at)
                .toList();
        String opener = draft.home().file().indent(at - 1);
        String unit = members.isEmpty()
                ? layout.unit(draft.owner(), List.of())
                : inside(opener, draft.home().file().indent(draft.home().start(members.getFirst())));
        String end = draft.home().file().lineEnd(at);
        draft.add(draft.home(), Splice.insert(at, declarations(end + opener + unit)));
    }

    /// Puts it behind the field whose object it guards, and behind a comment on that line.
    void insertBehind(Field field) {
        ParsedSource home = draft.home();
        VariableTree declared = draft.declared(field);
        int end = home.end(declared);
        draft.add(
                home,
                Splice.insert(
                        home.lineEndBehind(end),
                        declarations(home.file().lineEnd(end) + home.file().indent(home.start(declared)))));
    }

    private String declarations(String before) {
        String type = draft.name(draft.home(), LockDraft.REENTRANT_LOCK);
        String modifiers = access() + (draft.set().isOfClass() ? "static " : "") + "final ";
        String field = before + modifiers + type + " " + draft.lock() + " = new " + type + "();";
        return draft.condition().isEmpty()
                ? field
                : field + before + modifiers + draft.name(draft.home(), LockDraft.CONDITION) + " " + draft.condition()
                        + " = " + draft.lock() + ".newCondition();";
    }

    private static String inside(String outer, String inner) {
        return inner.length() > outer.length() && inner.startsWith(outer)
                ? inner.substring(outer.length())
                : outer.startsWith("\t") ? "\t" : "    ";
    }

    private String access() {
        boolean oneFile = draft.files().size() == 1;
        boolean own = draft.set().sites().stream()
                .allMatch(site -> site.method().owner() == draft.set().owner());
        if (oneFile && own) {
            return "private ";
        }
        List<MonitorSite> others = draft.set().sites().stream()
                .filter(site -> !Program.packageName(site.method().owner())
                        .equals(Program.packageName(draft.set().owner())))
                .toList();
        others.stream()
                .filter(site -> !draft.set().isInherited(site))
                .findFirst()
                .ifPresent(site -> {
                    throw new NoEdit(
                            Refusal.OPEN_CLASS,
                            site.place() + ", in another package, takes the monitor of "
                                    + draft.set().name() + ", and could not see a lock");
                });
        return others.isEmpty() ? "" : "protected ";
    }
}
