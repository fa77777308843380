package io.heddle.fix.edit;

import com.sun.source.tree.Tree;
import io.heddle.fix.lock.Program;
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
        String type = draft.name(draft.home(), LockDraft.REENTRANT_LOCK);
        String field = end + opener + unit + access() + "final " + type + " " + draft.lock() + " = new " + type + "();";
        String second = draft.condition().isEmpty()
                ? ""
                : end + opener + unit + access() + "final " + draft.name(draft.home(), LockDraft.CONDITION) + " "
                        + draft.condition() + " = " + draft.lock() + ".newCondition();";
        draft.add(draft.home(), Splice.insert(at, field + second));
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
        boolean onePackage = draft.set().sites().stream()
                .allMatch(site -> Program.packageName(site.method().owner())
                        .equals(Program.packageName(draft.set().owner())));
        if (!onePackage) {
            throw new NoEdit(
                    Refusal.OPEN_CLASS,
                    draft.set().name() + " is locked by classes of other packages, which could not see a lock");
        }
        return oneFile && own ? "private " : "";
    }
}
