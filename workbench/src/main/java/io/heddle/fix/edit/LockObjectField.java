package io.heddle.fix.edit;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import io.heddle.analysis.program.Field;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Makes a field that holds an Object the field of a lock.
final class LockObjectField {

    private final LockDraft draft;
    private final ParsedSource home;

    LockObjectField(LockDraft draft) {
        this.draft = draft;
        this.home = draft.home();
    }

    void retype(Field field) {
        VariableTree declared = draft.declared(field);
        List<NewClassTree> made = made(field, declared);
        if (!isObject(declared.getType()) || made.isEmpty()) {
            throw new NoEdit(Refusal.SHARED_IDENTITY, draft.set().name() + " is not always a new Object() of its own");
        }
        new FieldUses(draft, field)
                .requireNone(
                        declared,
                        assignments(field).stream()
                                .map(AssignmentTree::getVariable)
                                .toList());
        String type = draft.name(home, LockDraft.REENTRANT_LOCK);
        draft.add(home, new Splice(home.start(declared.getType()), home.end(declared.getType()), type));
        made.forEach(creation ->
                draft.add(home, new Splice(home.start(creation), home.end(creation), "new " + type + "()")));
        if (!draft.condition().isEmpty()) {
            boolean inPlace = declared.getInitializer() != null;
            assignments(field).forEach(this::addCondition);
            int end = home.end(declared);
            String modifiers = home.text(declared).substring(0, home.start(declared.getType()) - home.start(declared));
            draft.add(
                    home,
                    Splice.insert(
                            end,
                            home.file().lineEnd(end) + home.file().indent(home.start(declared))
                                    + modifiers
                                            .lines()
                                            .reduce((_, last) -> last)
                                            .orElse("")
                                            .stripLeading()
                                    + draft.name(home, LockDraft.CONDITION) + " " + draft.condition()
                                    + (inPlace ? " = " + draft.lock() + ".newCondition();" : ";")));
        }
    }

    private void addCondition(AssignmentTree assignment) {
        int end = home.behind(';', home.end(assignment), home.file().text().length())
                .orElseThrow();
        if (!home.file().text().substring(home.end(assignment), end - 1).isBlank()) {
            throw new NoEdit(Refusal.NO_FIELD_HERE, draft.set().name() + " is made within a larger expression");
        }
        draft.add(
                home,
                Splice.insert(
                        end,
                        home.file().lineEnd(end) + home.file().indent(home.start(assignment)) + "this."
                                + draft.condition() + " = this." + draft.lock() + ".newCondition();"));
    }

    private static boolean isObject(Tree type) {
        return Set.of("Object", "java.lang.Object").contains(type.toString());
    }

    /// Where the field's object is made: in place, or in each constructor that sets it; empty where it is anything
    /// but a new Object.
    private List<NewClassTree> made(Field field, VariableTree declared) {
        List<ExpressionTree> values = new ArrayList<>();
        if (declared.getInitializer() != null) {
            values.add(declared.getInitializer());
        }
        assignments(field).forEach(assignment -> values.add(assignment.getExpression()));
        boolean plain = values.stream()
                .allMatch(value -> value instanceof NewClassTree creation
                        && creation.getClassBody() == null
                        && isObject(creation.getIdentifier()));
        return plain ? values.stream().map(NewClassTree.class::cast).toList() : List.of();
    }

    private List<AssignmentTree> assignments(Field field) {
        List<AssignmentTree> found = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitAssignment(AssignmentTree assignment, Void none) {
                String variable = assignment.getVariable().toString();
                if (variable.equals(field.name()) || variable.equals("this." + field.name())) {
                    found.add(assignment);
                }
                return super.visitAssignment(assignment, none);
            }
        }.scan(draft.owner(), null);
        return found;
    }
}
