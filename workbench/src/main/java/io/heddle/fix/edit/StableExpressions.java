package io.heddle.fix.edit;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import io.heddle.fix.source.ParsedSource;
import java.lang.reflect.AccessFlag;

/// Which expressions denote the same object wherever they stand in a block.
final class StableExpressions {

    private final LockDraft draft;
    private final ParsedSource source;

    StableExpressions(LockDraft draft, ParsedSource source) {
        this.draft = draft;
        this.source = source;
    }

    /// Whether an expression denotes the same object at the end of the block as at its beginning.
    boolean isStable(ExpressionTree object, BlockTree block) {
        return switch (object) {
            case IdentifierTree name ->
                name.getName().contentEquals("this")
                        || isFinalField(name.getName())
                        || isLocal(source, object, name.getName().toString())
                                && !isAssigned(name.getName().toString(), block);
            case MemberSelectTree member ->
                member.getIdentifier().contentEquals("this")
                        || member.getIdentifier().contentEquals("class")
                        || isFinalField(member.getIdentifier())
                                && (isStable(member.getExpression(), block) || isType(member.getExpression()));
            default -> false;
        };
    }

    private boolean isFinalField(CharSequence name) {
        return draft.set()
                .field()
                .filter(field -> field.is(AccessFlag.FINAL) && field.name().contentEquals(name))
                .isPresent();
    }

    private static boolean isType(ExpressionTree qualifier) {
        String name = qualifier.toString();
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return Character.isUpperCase(simple.charAt(0));
    }

    /// Whether a name means a variable of a method there.
    static boolean isLocal(ParsedSource source, Tree use, String name) {
        boolean[] field = {false};
        boolean[] local = {false};
        TreePath path = source.path(use).orElse(null);
        for (TreePath at = path; at != null; at = at.getParentPath()) {
            if (at.getLeaf() instanceof MethodTree method) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void visitVariable(VariableTree variable, Void none) {
                        local[0] |= variable.getName().contentEquals(name);
                        return super.visitVariable(variable, none);
                    }

                    @Override
                    public Void visitClass(ClassTree type, Void none) {
                        return null;
                    }
                }.scan(method, null);
            } else if (at.getLeaf() instanceof ClassTree type && !local[0]) {
                field[0] |= type.getMembers().stream()
                        .anyMatch(member -> member instanceof VariableTree variable
                                && variable.getName().contentEquals(name));
            }
        }
        return local[0] && !field[0];
    }

    private static boolean isAssigned(String name, BlockTree block) {
        boolean[] assigned = {false};
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitAssignment(AssignmentTree assignment, Void none) {
                assigned[0] |= is(assignment.getVariable());
                return super.visitAssignment(assignment, none);
            }

            @Override
            public Void visitCompoundAssignment(CompoundAssignmentTree assignment, Void none) {
                assigned[0] |= is(assignment.getVariable());
                return super.visitCompoundAssignment(assignment, none);
            }

            @Override
            public Void visitUnary(UnaryTree unary, Void none) {
                assigned[0] |= is(unary.getExpression());
                return super.visitUnary(unary, none);
            }

            private boolean is(Tree variable) {
                return variable.toString().equals(name);
            }
        }.scan(block, null);
        return assigned[0];
    }
}
