package io.heddle.fix.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites.Statement;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.model.Refusal;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Finds uses of a field apart from the monitor of its object.
final class FieldUses {

    private final LockDraft draft;
    private final Field field;

    FieldUses(LockDraft draft, Field field) {
        this.draft = draft;
        this.field = field;
    }

    /// The object of the field must be used for nothing but its monitor.
    ///
    /// @param assigned the variables of the assignments that make the object
    void requireNone(VariableTree declared, List<? extends Tree> assigned) {
        Set<Tree> known = new HashSet<>(assigned);
        for (Statement statement : draft.statements()) {
            switch (statement.statement()) {
                case MonitorStatement.Block block -> known.add(block.object());
                case MonitorStatement.Signal signal -> signal.receiver().ifPresent(known::add);
                case MonitorStatement.Whole _ -> {}
            }
        }
        for (ParsedSource source : draft.files()) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void scan(Tree tree, Void none) {
                    return known.contains(tree) || tree == declared ? null : super.scan(tree, none);
                }

                @Override
                public Void visitIdentifier(IdentifierTree name, Void none) {
                    refuse(name.getName().contentEquals(field.name()) && mayMeanField(source, name), name);
                    return super.visitIdentifier(name, none);
                }

                @Override
                public Void visitMemberSelect(MemberSelectTree member, Void none) {
                    boolean other = member.getExpression().toString().equals("this") && !mayMeanField(source, member);
                    refuse(member.getIdentifier().contentEquals(field.name()) && !other, member);
                    return super.visitMemberSelect(member, none);
                }

                // A method of the name is no use of the field.
                @Override
                public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
                    if (call.getMethodSelect() instanceof MemberSelectTree member) {
                        scan(member.getExpression(), none);
                    }
                    scan(call.getTypeArguments(), none);
                    return scan(call.getArguments(), none);
                }

                private void refuse(boolean same, Tree at) {
                    if (same) {
                        throw new NoEdit(
                                Refusal.ALIASED,
                                source.file().name() + ":" + source.line(source.start(at)) + " uses " + field.name()
                                        + " for more than its monitor");
                    }
                }
            }.scan(source.unit(), null);
        }
        if (!field.is(AccessFlag.PRIVATE)) {
            requireNoOtherClass();
        }
    }

    /// Whether a simple name may mean the field: not where a variable or a field of a class around it has the name.
    private boolean mayMeanField(ParsedSource source, Tree use) {
        String name = field.name();
        boolean simple = use instanceof IdentifierTree;
        for (TreePath at = source.path(use).orElse(null); at != null; at = at.getParentPath()) {
            if (at.getLeaf() instanceof ClassTree type) {
                if (type == draft.owner()) {
                    return true;
                }
                if (declares(type.getMembers(), name)) {
                    return false;
                }
                if (!simple) {
                    return true;
                }
            }
        }
        return true;
    }

    private static boolean declares(List<? extends Tree> members, String name) {
        return members.stream()
                .anyMatch(member -> member instanceof VariableTree variable
                        && variable.getName().contentEquals(name));
    }

    private void requireNoOtherClass() {
        List<String> family = draft.program().types().stream()
                .filter(type -> type.below(field.owner()))
                .map(Type::name)
                .toList();
        draft.program().types().stream()
                .filter(type -> type.file() instanceof ClassBytes file
                        && file.mentions(field.name())
                        && family.stream().anyMatch(file::mentions))
                .filter(type -> field.is(AccessFlag.PUBLIC)
                        || Program.packageName(type).equals(Program.packageName(field.owner()))
                        || type.below(field.owner()))
                .filter(type -> draft.files().stream()
                        .noneMatch(source -> source.file().path().endsWith(type.source())))
                .findFirst()
                .ifPresent(type -> {
                    throw new NoEdit(
                            Refusal.ALIASED,
                            type.binaryName() + " may use " + draft.set().name() + " as well, which is not private");
                });
    }
}
