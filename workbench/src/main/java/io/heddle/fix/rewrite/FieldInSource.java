package io.heddle.fix.rewrite;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.heddle.analysis.program.Field;
import io.heddle.fix.edit.Declarations;
import io.heddle.fix.edit.Layout;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.lock.Program;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A private field in the source: where it is declared, and each place that names it.
///
/// @param owner the class that declares it
/// @param uses all of them, but the declaration
record FieldInSource(ParsedSource source, ClassTree owner, VariableTree declared, List<Use> uses) {

    /// A place that names a field.
    ///
    /// @param named the name, with what it is selected from
    /// @param called the call that is made on it; empty where something else is done with it
    /// @param statement whether the call stands alone as a statement
    record Use(Tree named, Optional<MethodInvocationTree> called, boolean statement) {

        /// Name of the method that is called; empty where none is.
        String method() {
            return called.map(call -> ((MemberSelectTree) call.getMethodSelect())
                            .getIdentifier()
                            .toString())
                    .orElse("");
        }
    }

    /// @throws NoEdit when the field cannot be found, or another variable has its name
    static FieldInSource of(Workbench bench, Field field) {
        String name = Workbench.name(field);
        ParsedSource source = bench.editable(field.owner());
        requireNoneInherited(bench.program(), field);
        ClassTree owner = Declarations.of(source, field.owner())
                .orElseThrow(() -> new NoEdit(Refusal.SOURCE_DIFFERS, "the source does not declare " + name));
        VariableTree declared = Declarations.alone(source, owner, field, name);
        if (declared.getInitializer() == null) {
            throw new NoEdit(Refusal.USED_OTHERWISE, name + " is not made where it is declared");
        }
        return new FieldInSource(source, owner, declared, new Finder(source, declared, field.name()).uses());
    }

    /// In a class of the file that inherits a field of the same name, the simple name means that one.
    private static void requireNoneInherited(Program program, Field field) {
        program.ofSource(Program.packageName(field.owner()), field.owner().source()).stream()
                .filter(type -> type != field.owner())
                .flatMap(type -> type.above().stream())
                .flatMap(above -> above.fields().stream())
                .filter(other -> other != field && other.name().equals(field.name()) && !other.is(AccessFlag.PRIVATE))
                .findFirst()
                .ifPresent(other -> {
                    throw new NoEdit(
                            Refusal.USED_OTHERWISE,
                            "a class next to " + Workbench.name(field) + " inherits " + Workbench.name(other)
                                    + ": which one a use means is not certain");
                });
    }

    private static final class Finder extends TreePathScanner<Void, Void> {

        private final ParsedSource source;
        private final VariableTree declared;
        private final String name;
        private final List<Use> uses = new ArrayList<>();

        Finder(ParsedSource source, VariableTree declared, String name) {
            this.source = source;
            this.declared = declared;
            this.name = name;
        }

        List<Use> uses() {
            scan(new TreePath(source.unit()), null);
            return List.copyOf(uses);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void none) {
            if (variable != declared && variable.getName().contentEquals(name)) {
                throw new NoEdit(
                        Refusal.USED_OTHERWISE,
                        source.place(variable) + " declares another " + name
                                + ": which one a use means is not certain");
            }
            return super.visitVariable(variable, none);
        }

        @Override
        public Void visitIdentifier(IdentifierTree identifier, Void none) {
            note(identifier, identifier.getName());
            return super.visitIdentifier(identifier, none);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree member, Void none) {
            note(member, member.getIdentifier());
            return super.visitMemberSelect(member, none);
        }

        private void note(Tree named, CharSequence said) {
            TreePath parent = getCurrentPath().getParentPath();
            boolean method = parent.getLeaf() instanceof MethodInvocationTree call && call.getMethodSelect() == named;
            if (method || !name.contentEquals(said)) {
                return;
            }
            TreePath above = parent.getParentPath();
            boolean called = parent.getLeaf() instanceof MemberSelectTree select
                    && select.getExpression() == named
                    && above.getLeaf() instanceof MethodInvocationTree call
                    && call.getMethodSelect() == select;
            uses.add(new Use(
                    named,
                    called ? Optional.of((MethodInvocationTree) above.getLeaf()) : Optional.empty(),
                    called && above.getParentPath().getLeaf() instanceof ExpressionStatementTree));
        }
    }

    /// Whether the declaration is on a line.
    boolean covers(int line) {
        return line >= source.line(source.start(declared)) && line <= source.line(source.end(declared));
    }

    Splice replace(Tree tree, String text) {
        return new Splice(source.start(tree), source.end(tree), text);
    }

    /// Replaces the object and the name of a method in a call by another method of the object that has the field.
    Splice call(Use use, String method) {
        String text = source.text(use.named());
        String before = text.substring(0, text.length() - declared.getName().length());
        MethodInvocationTree call = use.called().orElseThrow();
        return new Splice(source.start(use.named()), source.end(call.getMethodSelect()), before + method);
    }

    /// Adds a field behind this one.
    Splice behind(String field) {
        int end = source.end(declared);
        return Splice.insert(
                source.lineEndBehind(end),
                source.file().lineEnd(end) + source.file().indent(source.start(declared)) + field);
    }

    /// Adds a method behind the last member of the class.
    ///
    /// @param lines of it, indented by four spaces a level from the method on; empty lines stay empty
    Splice method(List<String> lines) {
        Tree last = owner.getMembers().getLast();
        int at = source.lineEndBehind(source.end(last));
        String lineEnd = source.file().lineEnd(source.start(last));
        String outer = source.file().indent(source.start(declared));
        String unit = new Layout(source).unit(owner, List.of(declared));
        return Splice.insert(
                at,
                lineEnd
                        + lines.stream()
                                .map(line -> line.isEmpty() ? lineEnd : lineEnd + outer + indented(line, unit))
                                .collect(Collectors.joining()));
    }

    private static String indented(String line, String unit) {
        int level = (line.length() - line.stripLeading().length()) / 4;
        return unit.repeat(level) + line.stripLeading();
    }

    /// Refuses because of a place.
    NoEdit otherwise(Use use, String why) {
        return new NoEdit(Refusal.USED_OTHERWISE, source.place(use.named()) + " " + why);
    }
}
