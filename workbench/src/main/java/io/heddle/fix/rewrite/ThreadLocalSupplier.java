package io.heddle.fix.rewrite;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.fix.edit.Imports;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.edit.Rewrite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.rewrite.FieldInSource.Use;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// A static thread-local cache becomes a supplier of new objects, where each use of an object starts anew and keeps it
/// to itself. `get` then makes what a new virtual thread would make.
final class ThreadLocalSupplier implements Rewriter {

    private static final String LOCAL = "java/lang/ThreadLocal";
    private static final String SUPPLIER = "java.util.function.Supplier";
    private static final String MAKE = "withInitial";

    private final Workbench bench;
    private final FreshStarts starts = FreshStarts.read();

    ThreadLocalSupplier(Workbench bench) {
        this.bench = bench;
    }

    @Override
    public boolean takes(Finding finding) {
        return finding.rule().equals("thread-local-cache");
    }

    @Override
    public Mend mend() {
        return Mend.CACHE;
    }

    @Override
    public Optional<Subject> subject(Finding finding) {
        return bench.fieldAt(finding, Workbench.of(LOCAL))
                .map(field -> new Subject(Workbench.name(field), () -> rewrite(field)));
    }

    private Rewrite rewrite(Field field) {
        bench.requirePrivate(field);
        FieldInSource local = FieldInSource.of(bench, field);
        if (!field.is(AccessFlag.STATIC)
                || !(local.declared().getType() instanceof ParameterizedTypeTree type)
                || !(local.declared().getInitializer() instanceof MethodInvocationTree made)
                || !made.getMethodSelect().toString().endsWith("ThreadLocal." + MAKE)) {
            throw new NoEdit(
                    Refusal.USED_OTHERWISE, Workbench.name(field) + " is not a static ThreadLocal.withInitial(…)");
        }
        String kept = kept(field, local);
        requireNoEffects(field, local);
        local.uses().forEach(use -> requireFresh(local, use, kept));
        Imports imports = bench.patch().imports(local.source());
        ExpressionTree supplier = made.getArguments().getFirst();
        return new Rewrite(
                Workbench.name(field),
                field.owner(),
                Mend.CACHE,
                Workbench.name(field) + " becomes a supplier: each use makes a new " + kept,
                local.source(),
                List.of(
                        local.replace(type.getType(), imports.name(SUPPLIER)),
                        local.replace(made, local.source().text(supplier))),
                Map.of(local.source(), imports),
                List.of(),
                program -> left(program, field));
    }

    /// The class of the objects, which the initialiser makes anew.
    private String kept(Field field, FieldInSource local) {
        return bench.program().types().stream()
                .filter(type -> type == field.owner())
                .flatMap(type -> type.methods().stream())
                .flatMap(method -> bench.program().facts(method).calls().stream())
                .filter(call -> makes(call) && local.covers(call.line()))
                .flatMap(this::made)
                .reduce((_, _) -> "")
                .filter(name -> !name.isEmpty())
                .orElseThrow(() -> new NoEdit(
                        Refusal.USED_OTHERWISE,
                        Workbench.name(field) + " has an initialiser that does more than to make a new object"));
    }

    /// The initialiser runs at each use, and no more once in a thread.
    private void requireNoEffects(Field field, FieldInSource local) {
        Recursion reached = new Recursion(bench, Workbench.name(field), method -> false);
        field.owner().methods().stream()
                .flatMap(method -> bench.program().facts(method).calls().stream())
                .filter(call -> makes(call) && local.covers(call.line()))
                .flatMap(call -> bench.lambda(call.caller(), call.argument(0)))
                .flatMap(stub -> stub.calls().stream())
                .forEach(reached::requireNoneFrom);
        new SideEffects(bench.program(), field, "at each use").requireNone(reached, line -> false);
    }

    private static boolean makes(CallSite call) {
        return call.declared().name().equals(LOCAL) && call.signature().name().equals(MAKE);
    }

    private Stream<String> made(CallSite call) {
        return bench.lambda(call.caller(), call.argument(0))
                .flatMap(stub -> stub.calls().stream())
                .map(inner -> {
                    if (inner.makesObject()) {
                        return inner.declared().binaryName();
                    }
                    Method body = inner.declared().resolve(inner.signature());
                    List<AbstractValue> returns = body == null
                            ? List.of()
                            : bench.program().facts(body).returns();
                    return returns.size() == 1
                                    && AbstractValue.bare(returns.getFirst()) instanceof AbstractValue.New made
                            ? made.type().binaryName()
                            : "";
                });
    }

    /// A use must be `X.get().fresh(…)`, or `T v = X.get(); v.reset(); …` with `v` used for calls alone.
    private void requireFresh(FieldInSource local, Use use, String kept) {
        if (!use.method().equals("get")) {
            throw local.otherwise(use, "does more than to get the object");
        }
        MethodInvocationTree get = use.called().orElseThrow();
        TreePath parent = local.source().path(get).orElseThrow().getParentPath();
        if (parent.getLeaf() instanceof MemberSelectTree select
                && parent.getParentPath().getLeaf() instanceof MethodInvocationTree call
                && call.getMethodSelect() == select) {
            requireKept(local, parent.getParentPath(), kept);
            if (!starts.isWhole(kept, select.getIdentifier().toString())) {
                throw local.otherwise(
                        use, "calls " + select.getIdentifier() + ", whose result may depend on earlier uses");
            }
            return;
        }
        if (!(parent.getLeaf() instanceof VariableTree variable)
                || !(parent.getParentPath().getLeaf() instanceof BlockTree block)) {
            throw local.otherwise(use, "does not put the object into a variable of its own");
        }
        List<? extends StatementTree> statements = block.getStatements();
        int next = statements.indexOf(variable) + 1;
        if (next == statements.size() || !isReset(local, statements.get(next), variable, kept)) {
            throw local.otherwise(
                    use, "does not reset the object first, and may rely on what an earlier use left in it");
        }
        new Calls(local, use, variable, kept).scan(method(parent), null);
    }

    private static TreePath method(TreePath at) {
        TreePath path = at;
        while (!(path.getLeaf() instanceof MethodTree) && path.getParentPath().getParentPath() != null) {
            path = path.getParentPath();
        }
        return path;
    }

    private boolean isReset(FieldInSource local, StatementTree statement, VariableTree variable, String kept) {
        return statement instanceof ExpressionStatementTree expression
                && expression.getExpression() instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof MemberSelectTree select
                && select.getExpression() instanceof IdentifierTree name
                && name.getName().equals(variable.getName())
                && starts.isReset(
                        kept,
                        select.getIdentifier() + "("
                                + String.join(
                                        ", ",
                                        call.getArguments().stream()
                                                .map(local.source()::text)
                                                .toList())
                                + ")");
    }

    /// The variable may be used for calls alone, and no result of one that may be the object itself may be used for
    /// more.
    private final class Calls extends TreePathScanner<Void, Void> {

        private final FieldInSource local;
        private final Use use;
        private final VariableTree variable;
        private final String kept;

        Calls(FieldInSource local, Use use, VariableTree variable, String kept) {
            this.local = local;
            this.use = use;
            this.variable = variable;
            this.kept = kept;
        }

        @Override
        public Void visitVariable(VariableTree other, Void none) {
            if (other != variable && other.getName().equals(variable.getName())) {
                throw local.otherwise(use, "has two variables " + variable.getName() + " in its method");
            }
            return super.visitVariable(other, none);
        }

        @Override
        public Void visitIdentifier(IdentifierTree name, Void none) {
            if (name.getName().equals(variable.getName())) {
                TreePath parent = getCurrentPath().getParentPath();
                boolean method =
                        parent.getLeaf() instanceof MethodInvocationTree call && call.getMethodSelect() == name;
                if (!method) {
                    requireReceiver(parent);
                }
            }
            return super.visitIdentifier(name, none);
        }

        private void requireReceiver(TreePath parent) {
            TreePath above = parent.getParentPath();
            if (parent.getLeaf() instanceof MemberSelectTree select
                    && above.getLeaf() instanceof MethodInvocationTree call
                    && call.getMethodSelect() == select) {
                requireKept(local, above, kept);
            } else {
                throw local.otherwise(use, "hands the object on");
            }
        }
    }

    /// @param call that is made on the object
    private void requireKept(FieldInSource local, TreePath call, String kept) {
        TreePath at = call;
        while (true) {
            MethodInvocationTree made = (MethodInvocationTree) at.getLeaf();
            String name =
                    ((MemberSelectTree) made.getMethodSelect()).getIdentifier().toString();
            Tree parent = at.getParentPath().getLeaf();
            if (!mayReturnItself(kept, name)
                    || parent instanceof ExpressionStatementTree
                    || parent instanceof LambdaExpressionTree && isDropped(local, made, name)) {
                return;
            }
            if (!(parent instanceof MemberSelectTree)
                    || !(at.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree next)
                    || next.getMethodSelect() != parent) {
                throw new NoEdit(
                        Refusal.USED_OTHERWISE,
                        local.source().place(made) + " uses the result of " + name
                                + ", which may be the object itself");
            }
            at = at.getParentPath().getParentPath();
        }
    }

    /// Whether a lambda that is a call has no result, as byte code tells.
    private boolean isDropped(FieldInSource local, MethodInvocationTree call, String name) {
        int first = local.source().line(local.source().start(call));
        int last = local.source().line(local.source().end(call));
        List<List<CallSite>> bodies = bench.program().methods().stream()
                .filter(method -> method.is(AccessFlag.SYNTHETIC)
                        && method.owner()
                                .source()
                                .equals(local.source()
                                        .file()
                                        .path()
                                        .getFileName()
                                        .toString()))
                .map(method -> bench.program().facts(method).calls().stream()
                        .filter(each ->
                                each.signature().name().equals(name) && each.line() >= first && each.line() <= last)
                        .toList())
                .filter(calls -> !calls.isEmpty())
                .toList();
        return !bodies.isEmpty()
                && bodies.stream().noneMatch(calls -> calls.getLast().isAnswered());
    }

    private boolean mayReturnItself(String kept, String name) {
        Type type = bench.program().type(kept);
        return type.above().stream()
                .flatMap(above -> List.copyOf(above.methods()).stream())
                .filter(method -> method.signature().name().equals(name))
                .map(method -> method.signature().result())
                .anyMatch(result -> result.startsWith("L")
                        && type.isBelow(Signature.className(result).replace('/', '.')));
    }

    private static Optional<String> left(Program program, Field field) {
        return program.types().stream()
                .filter(type -> type.name().equals(field.owner().name()))
                .flatMap(type -> type.fields().stream())
                .filter(each ->
                        each.name().equals(field.name()) && each.descriptor().equals("L" + LOCAL + ";"))
                .map(each -> Workbench.name(each))
                .findFirst();
    }
}
