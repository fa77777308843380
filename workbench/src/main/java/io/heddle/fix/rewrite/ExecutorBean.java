package io.heddle.fix.rewrite;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Type;
import io.heddle.fix.edit.Declarations;
import io.heddle.fix.edit.Imports;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.edit.Rewrite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A bean that is Spring's pool of platform threads becomes its executor of virtual threads, with the core size of the
/// pool as limit: with a queue that has no bound the pool never has more threads.
final class ExecutorBean implements Rewriter {

    private static final String POOL = "org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor";
    private static final String TASKS = "org.springframework.core.task.SimpleAsyncTaskExecutor";
    private static final String SIMPLE_POOL = "ThreadPoolTaskExecutor";
    private static final String SIZE = "setCorePoolSize";
    private static final String LIMIT = "setConcurrencyLimit";
    /// What both have.
    private static final Set<String> SAME = Set.of("setThreadNamePrefix", "setTaskDecorator", "setThreadGroupName");
    /// What sizes threads that there are none of any more, or has no effect with a queue without a bound.
    private static final Set<String> DEAD = Set.of(
            "setMaxPoolSize",
            "setKeepAliveSeconds",
            "setAllowCoreThreadTimeOut",
            "setPrestartAllCoreThreads",
            "initialize",
            "afterPropertiesSet");

    private final Workbench bench;

    ExecutorBean(Workbench bench) {
        this.bench = bench;
    }

    @Override
    public boolean takes(Finding finding) {
        return finding.rule().equals("executor-keeps-platform-threads");
    }

    @Override
    public Mend mend() {
        return Mend.EXECUTOR;
    }

    @Override
    public Optional<Subject> subject(Finding finding) {
        return bench.callsAt(finding)
                .filter(ExecutorBean::makesPool)
                .findFirst()
                .map(call -> new Subject(call.caller().qualifiedName(), () -> rewrite(call)));
    }

    private static boolean makesPool(CallSite call) {
        return call.makesObject() && call.declared().binaryName().equals(POOL);
    }

    private Rewrite rewrite(CallSite call) {
        Type owner = call.caller().owner();
        ParsedSource source = bench.editable(owner);
        MethodTree method = bean(source, call);
        requireNoOtherUse(source, method, owner);
        return edit(source, method, call);
    }

    private static MethodTree bean(ParsedSource source, CallSite call) {
        return Declarations.of(source, call.caller().owner()).stream()
                .flatMap(type -> type.getMembers().stream())
                .filter(MethodTree.class::isInstance)
                .map(MethodTree.class::cast)
                .filter(method ->
                        method.getName().contentEquals(call.caller().signature().name())
                                && source.line(source.start(method)) <= call.line()
                                && source.line(source.end(method)) >= call.line())
                .filter(method -> method.getModifiers().getAnnotations().stream()
                        .map(annotation -> annotation.getAnnotationType().toString())
                        .anyMatch(name -> name.equals("Bean") || name.endsWith(".Bean")))
                .findFirst()
                .orElseThrow(() -> refused(source.file().name() + ":" + call.line()
                        + " makes a pool that is no bean of its own: who uses it is not known"));
    }

    /// Who names the pool's class may call what only a pool has.
    private void requireNoOtherUse(ParsedSource source, MethodTree method, Type owner) {
        bench.program().types().stream()
                .filter(type -> type != owner
                        && !type.binaryName().equals(POOL)
                        && type.file() != null
                        && type.file().mentions(POOL.replace('.', '/')))
                .findFirst()
                .ifPresent(type -> {
                    throw refused(type.binaryName() + " names " + SIMPLE_POOL + ", and may use what only a pool has");
                });
        new TreeScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void none) {
                return tree == method || tree instanceof ImportTree ? null : super.scan(tree, none);
            }

            @Override
            public Void visitIdentifier(IdentifierTree name, Void none) {
                if (name.getName().contentEquals(SIMPLE_POOL)) {
                    throw refused(source.place(name) + " names " + SIMPLE_POOL + " as well");
                }
                return super.visitIdentifier(name, none);
            }
        }.scan(source.unit(), null);
    }

    private Rewrite edit(ParsedSource source, MethodTree method, CallSite call) {
        List<? extends StatementTree> statements = method.getBody().getStatements();
        if (!(statements.getFirst() instanceof VariableTree pool)
                || !(pool.getInitializer() instanceof NewClassTree made)
                || !made.getArguments().isEmpty()
                || made.getClassBody() != null
                || !(statements.getLast() instanceof ReturnTree last)
                || !(last.getExpression() instanceof IdentifierTree returned)
                || !returned.getName().equals(pool.getName())) {
            throw refused(source.place(method) + " does more than to make a pool, to set it up and to return it");
        }
        Imports imports = bench.patch().imports(source);
        List<Splice> edits = new ArrayList<>();
        String tasks = imported(source, imports, edits);
        edits.add(new Splice(source.start(made.getIdentifier()), source.end(made.getIdentifier()), tasks));
        retype(source, pool.getType(), tasks, edits);
        retype(source, method.getReturnType(), tasks, edits);
        int end = source.end(pool);
        edits.add(Splice.insert(
                end,
                source.file().lineEnd(end) + source.file().indent(source.start(pool)) + pool.getName()
                        + ".setVirtualThreads(true);"));
        boolean sized = false;
        for (StatementTree statement : statements.subList(1, statements.size() - 1)) {
            MethodInvocationTree set = setter(source, statement, pool);
            MemberSelectTree select = (MemberSelectTree) set.getMethodSelect();
            String name = select.getIdentifier().toString();
            if (name.equals(SIZE)) {
                requireMany(source, set);
                sized = true;
                edits.add(new Splice(source.end(select) - SIZE.length(), source.end(select), LIMIT));
            } else if (DEAD.contains(name)) {
                edits.add(wholeLine(source, statement));
            } else if (!SAME.contains(name)) {
                throw refused(source.place(statement) + " calls " + name
                        + ", which an executor without a pool and a queue does not have alike");
            }
        }
        if (!sized) {
            throw new NoEdit(
                    Refusal.POOL_ORDERS, source.place(method) + " makes a pool of one thread, as it is by default");
        }
        String bean = call.caller().qualifiedName();
        return new Rewrite(
                bean,
                call.caller().owner(),
                Mend.EXECUTOR,
                bean
                        + " gives an executor of virtual threads with the pool's limit; beyond it, who submits a task waits",
                source,
                List.copyOf(edits),
                Map.of(source, imports),
                List.of(),
                program -> left(program, call));
    }

    /// How the file names the new class. An import of the old one, which nothing needs any more, becomes one of it.
    private static String imported(ParsedSource source, Imports imports, List<Splice> edits) {
        Optional<? extends ImportTree> old = source.unit().getImports().stream()
                .filter(line -> line.getQualifiedIdentifier().toString().equals(POOL))
                .findFirst();
        String simple = TASKS.substring(TASKS.lastIndexOf('.') + 1);
        if (old.isEmpty() || source.identifiers().contains(simple)) {
            return imports.name(TASKS);
        }
        Tree named = old.orElseThrow().getQualifiedIdentifier();
        edits.add(new Splice(source.start(named), source.end(named), TASKS));
        return simple;
    }

    private static void retype(ParsedSource source, @Nullable Tree type, String tasks, List<Splice> edits) {
        if (type != null && source.start(type) >= 0 && type.toString().endsWith(SIMPLE_POOL)) {
            edits.add(new Splice(source.start(type), source.end(type), tasks));
        }
    }

    private static MethodInvocationTree setter(ParsedSource source, StatementTree statement, VariableTree pool) {
        if (statement instanceof ExpressionStatementTree expression
                && expression.getExpression() instanceof MethodInvocationTree call
                && call.getMethodSelect() instanceof MemberSelectTree select
                && select.getExpression() instanceof IdentifierTree name
                && name.getName().equals(pool.getName())) {
            return call;
        }
        throw refused(source.place(statement) + " does more than to set up the pool");
    }

    private static void requireMany(ParsedSource source, MethodInvocationTree set) {
        ExpressionTree size = set.getArguments().getFirst();
        if (!(size instanceof LiteralTree literal) || !(literal.getValue() instanceof Integer number) || number <= 1) {
            throw new NoEdit(
                    Refusal.POOL_ORDERS,
                    source.place(set) + " sets a size that is 1 or is not a constant: a pool of one thread runs its"
                            + " tasks in their order");
        }
    }

    private static Splice wholeLine(ParsedSource source, StatementTree statement) {
        String text = source.file().text();
        int start = text.lastIndexOf('\n', source.start(statement)) + 1;
        int end = text.indexOf('\n', source.end(statement)) + 1;
        boolean alone = text.substring(start, source.start(statement)).isBlank()
                && text.substring(source.end(statement), end).isBlank();
        return alone ? new Splice(start, end, "") : new Splice(source.start(statement), source.end(statement), "");
    }

    private static NoEdit refused(String why) {
        return new NoEdit(Refusal.USED_OTHERWISE, why);
    }

    private static Optional<String> left(Program program, CallSite old) {
        return program.type(old.caller().owner().binaryName()).methods().stream()
                .filter(method -> method.signature()
                        .name()
                        .equals(old.caller().signature().name()))
                .flatMap(method -> program.facts(method).calls().stream())
                .filter(ExecutorBean::makesPool)
                .map(call -> call.caller().qualifiedName() + ":" + call.line())
                .findFirst();
    }
}
