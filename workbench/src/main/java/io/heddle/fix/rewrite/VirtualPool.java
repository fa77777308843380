package io.heddle.fix.rewrite;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.fix.edit.Imports;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.edit.Rewrite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.rewrite.FieldInSource.Use;
import io.heddle.fix.source.Splice;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.Modifier;

/// A pool of virtual threads becomes an executor that starts a thread for each task, with a fair semaphore that has the
/// pool's size. A task that is cancelled by an interrupt while it waits for a permit does not run, as it did not in the
/// queue.
final class VirtualPool implements Rewriter {

    private static final String SERVICE = "java/util/concurrent/ExecutorService";
    private static final String EXECUTORS = "java/util/concurrent/Executors";
    private static final String PER_TASK = "newThreadPerTaskExecutor";
    private static final String FIXED = "newFixedThreadPool";
    private static final String CACHED = "newCachedThreadPool";
    private static final Set<String> STARTS = Set.of("submit", "execute");
    /// What both forms do alike.
    private static final Set<String> SAME =
            Set.of("close", "shutdown", "awaitTermination", "isShutdown", "isTerminated");

    private final Workbench bench;

    VirtualPool(Workbench bench) {
        this.bench = bench;
    }

    @Override
    public boolean takes(Finding finding) {
        return finding.rule().equals("pool-of-virtual-threads");
    }

    @Override
    public Mend mend() {
        return Mend.EXECUTOR;
    }

    @Override
    public Optional<Subject> subject(Finding finding) {
        return bench.fieldAt(finding, Workbench.of(SERVICE))
                .map(field -> new Subject(Workbench.name(field), () -> rewrite(field)))
                .or(() -> Optional.of(new Subject(finding.type() + ":" + finding.line(), () -> {
                    throw new NoEdit(
                            Refusal.USED_OTHERWISE,
                            finding.type() + "." + finding.method()
                                    + " does not put the pool into a private final ExecutorService where it is made");
                })));
    }

    private Rewrite rewrite(Field field) {
        bench.requirePrivate(field);
        FieldInSource pool = FieldInSource.of(bench, field);
        CallSite made = made(bench.program(), field, pool::covers)
                .orElseThrow(() -> new NoEdit(
                        Refusal.USED_OTHERWISE,
                        Workbench.name(field) + " is no fixed or cached pool: its queue or its timer may be used"));
        if (!(pool.declared().getInitializer() instanceof MethodInvocationTree creation)) {
            throw new NoEdit(Refusal.USED_OTHERWISE, Workbench.name(field) + " is made within a larger expression");
        }
        boolean fixed = made.signature().name().equals(FIXED);
        if (fixed && size(pool, creation.getArguments().getFirst()) <= 1) {
            throw new NoEdit(
                    Refusal.POOL_ORDERS,
                    "the size of " + Workbench.name(field) + " is 1 or is not a constant: a pool of one thread runs"
                            + " its tasks in their order");
        }
        return edit(field, pool, creation, fixed);
    }

    /// The number that an expression stands for; 0 where it is none that the class tells.
    private static int size(FieldInSource pool, ExpressionTree expression) {
        return switch (expression) {
            case LiteralTree literal -> literal.getValue() instanceof Integer number ? number : 0;
            case IdentifierTree name ->
                pool.owner().getMembers().stream()
                        .filter(VariableTree.class::isInstance)
                        .map(VariableTree.class::cast)
                        .filter(variable -> variable.getName().equals(name.getName())
                                && variable.getModifiers()
                                        .getFlags()
                                        .containsAll(Set.of(Modifier.STATIC, Modifier.FINAL))
                                && variable.getInitializer() instanceof LiteralTree)
                        .mapToInt(variable -> size(pool, variable.getInitializer()))
                        .findFirst()
                        .orElse(0);
            default -> 0;
        };
    }

    private Rewrite edit(Field field, FieldInSource pool, MethodInvocationTree creation, boolean fixed) {
        List<Splice> edits = new ArrayList<>();
        Imports imports = bench.patch().imports(pool.source());
        List<? extends ExpressionTree> arguments = creation.getArguments();
        String permits = fixed ? bench.name(field.name() + "Permits", pool.source(), field.owner()) : "";
        String run = fixed ? bench.name("limited", pool.source(), field.owner()) : "";
        String call = fixed ? bench.name("limitedCall", pool.source(), field.owner()) : "";
        String text = pool.source().text(creation.getMethodSelect());
        edits.add(pool.replace(
                creation,
                text.substring(0, text.length() - (fixed ? FIXED : CACHED).length()) + PER_TASK + "("
                        + pool.source().text(arguments.getLast()) + ")"));
        boolean runs = false;
        boolean calls = false;
        for (Use use : pool.uses()) {
            if (STARTS.contains(use.method())) {
                if (fixed && !use.statement()) {
                    requireInterrupts(pool, use);
                }
                boolean callable = fixed && startsCallable(field, pool, use);
                calls |= callable;
                runs |= !callable;
                if (fixed) {
                    ExpressionTree task =
                            use.called().orElseThrow().getArguments().getFirst();
                    edits.add(Splice.insert(pool.source().start(task), (callable ? call : run) + "("));
                    edits.add(Splice.insert(pool.source().end(task), ")"));
                }
            } else if (!SAME.contains(use.method()) && !(use.method().equals("shutdownNow") && use.statement())) {
                throw pool.otherwise(use, "does with the pool what an executor without a queue does not do alike");
            }
        }
        if (fixed) {
            String shared = field.is(AccessFlag.STATIC) ? "static " : "";
            // Serialisation sees no new field where it did not see the pool.
            String unseen = field.is(AccessFlag.TRANSIENT) ? "transient " : "";
            String semaphore = imports.name("java.util.concurrent.Semaphore");
            edits.add(pool.behind("private " + shared + unseen + "final " + semaphore + " " + permits + " = new "
                    + semaphore + "(" + pool.source().text(arguments.getFirst()) + ", true);"));
            List<String> methods = new ArrayList<>();
            if (runs) {
                methods.addAll(
                        RUN.formatted(shared, run, permits, imports.name("java.util.concurrent.CancellationException"))
                                .lines()
                                .toList());
            }
            if (calls) {
                methods.addAll((runs ? "\n" : "").lines().toList());
                methods.addAll(CALL.formatted(shared, imports.name("java.util.concurrent.Callable"), call, permits)
                        .lines()
                        .toList());
            }
            if (!methods.isEmpty()) {
                edits.add(pool.method(methods));
            }
        }
        return new Rewrite(
                Workbench.name(field),
                field.owner(),
                Mend.EXECUTOR,
                Workbench.name(field) + " starts a thread for each task"
                        + (fixed ? ", and a semaphore keeps the limit of the pool" : ""),
                pool.source(),
                List.copyOf(edits),
                Map.of(pool.source(), imports),
                List.of(),
                program -> made(program, field, _ -> true)
                        .map(left -> left.caller().qualifiedName() + ":" + left.line()));
    }

    /// A task that is cancelled without an interrupt would run as soon as it had its permit.
    private void requireInterrupts(FieldInSource pool, Use use) {
        Type future = bench.program().type("java.util.concurrent.FutureTask");
        bench.program().methods().stream()
                .flatMap(method -> bench.program().facts(method).calls().stream())
                .filter(call -> call.signature().name().equals("cancel")
                        && call.parameters() == 1
                        && future.isBelow(call.declared().binaryName())
                        && !(call.argument(0) instanceof AbstractValue.Flag flag && flag.set()))
                .findFirst()
                .ifPresent(call -> {
                    throw pool.otherwise(
                            use,
                            "starts a task that " + call.caller().qualifiedName() + ":" + call.line()
                                    + " may cancel without an interrupt: it would run all the same");
                });
    }

    private static final String RUN = """
            private %1$sRunnable %2$s(Runnable task) {
                return () -> {
                    try {
                        %3$s.acquire();
                    } catch (InterruptedException e) {
                        throw new %4$s("interrupted before it began");
                    }
                    try {
                        task.run();
                    } finally {
                        %3$s.release();
                    }
                };
            }
            """;

    private static final String CALL = """
            private %1$s<T> %2$s<T> %3$s(%2$s<T> task) {
                return () -> {
                    %4$s.acquire();
                    try {
                        return task.call();
                    } finally {
                        %4$s.release();
                    }
                };
            }
            """;

    /// The call that makes a pool for a field.
    ///
    /// @param line those that the declaration covers
    private static Optional<CallSite> made(Program program, Field field, Predicate<Integer> line) {
        return program.type(field.owner().binaryName()).methods().stream()
                .filter(method -> method.isInitializer() || method.isConstructor())
                .flatMap(method -> program.facts(method).calls().stream())
                .filter(call -> call.declared().name().equals(EXECUTORS)
                        && Set.of(FIXED, CACHED).contains(call.signature().name())
                        && call.signature().descriptor().contains("ThreadFactory")
                        && line.test(call.line()))
                .findFirst();
    }

    /// Whether a task has a result.
    private boolean startsCallable(Field field, FieldInSource pool, Use use) {
        int first = pool.source().line(pool.source().start(use.named()));
        int last =
                pool.source().line(pool.source().end(use.called().orElseThrow().getMethodSelect()));
        List<Boolean> kinds = bench.callsOn(bench.program(), field).stream()
                .filter(call ->
                        call.signature().name().equals(use.method()) && call.line() >= first && call.line() <= last)
                .map(call -> Signature.className(call.signature().parameters().getFirst())
                        .equals("java/util/concurrent/Callable"))
                .distinct()
                .toList();
        if (kinds.size() != 1) {
            throw new NoEdit(
                    Refusal.SOURCE_DIFFERS,
                    pool.source().place(use.named()) + " and the class file do not start the same tasks");
        }
        return kinds.getFirst();
    }
}
