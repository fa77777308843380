package io.heddle.fix.rewrite;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.fix.edit.Imports;
import io.heddle.fix.edit.NoEdit;
import io.heddle.fix.edit.Rewrite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.rewrite.FieldInSource.Use;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Finding;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;

/// A static final field whose initialiser blocks is set by the first use of it, under a lock, and no more by the class
/// initialiser, which holds its carrier on every JDK. A holder class would be an initialiser too.
final class LazyStatic implements Rewriter {

    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";

    private final Workbench bench;

    LazyStatic(Workbench bench) {
        this.bench = bench;
    }

    @Override
    public boolean takes(Finding finding) {
        return finding.rule().equals("blocking-class-initializer");
    }

    @Override
    public Mend mend() {
        return Mend.CODE;
    }

    @Override
    public Optional<Subject> subject(Finding finding) {
        return bench.fieldAt(finding, _ -> true)
                .map(field -> new Subject(Workbench.name(field), () -> rewrite(field)))
                .or(() -> Optional.of(new Subject(finding.type() + ":" + finding.line(), () -> {
                    throw new NoEdit(
                            Refusal.USED_OTHERWISE,
                            finding.type()
                                    + " blocks in its initialiser, and not to set one field where it is declared");
                })));
    }

    private Rewrite rewrite(Field field) {
        bench.requirePrivate(field);
        FieldInSource value = FieldInSource.of(bench, field);
        String initial = value.source().text(value.declared().getInitializer());
        if (value.declared().getInitializer() instanceof NewArrayTree array && array.getType() == null
                || initial.contains("\"\"\"")) {
            throw new NoEdit(
                    Refusal.USED_OTHERWISE, Workbench.name(field) + " has an initialiser that cannot be moved");
        }
        value.uses().forEach(use -> requireLater(value, use));
        requireNoRecursion(field, value);
        return edit(field, value, initial);
    }

    /// A use by the class initialiser would run the initialiser of the field there again.
    private static void requireLater(FieldInSource value, Use use) {
        TreePath at = value.source().path(use.named()).orElseThrow();
        while (!(at.getParentPath().getLeaf() instanceof ClassTree)) {
            at = at.getParentPath();
        }
        boolean early = switch (at.getLeaf()) {
            case BlockTree block -> block.isStatic();
            case VariableTree variable -> variable.getModifiers().getFlags().contains(Modifier.STATIC);
            default -> false;
        };
        if (early) {
            throw value.otherwise(use, "uses the field while the class is initialised");
        }
    }

    private void requireNoRecursion(Field field, FieldInSource value) {
        Set<String> users = new HashSet<>();
        for (Use use : value.uses()) {
            for (TreePath at = value.source().path(use.named()).orElse(null); at != null; at = at.getParentPath()) {
                if (at.getLeaf() instanceof MethodTree method) {
                    users.add(method.getName().toString());
                }
            }
        }
        String file = field.owner().source();
        Recursion recursion = new Recursion(
                bench,
                Workbench.name(field),
                method -> method.owner().source().equals(file)
                        && Program.packageName(method.owner()).equals(Program.packageName(field.owner()))
                        && users.contains(method.signature().name()));
        initialising(field, value).forEach(recursion::requireNoneFrom);
        new SideEffects(bench.program(), field, "at the first use").requireNone(recursion, value::covers);
    }

    private List<CallSite> initialising(Field field, FieldInSource value) {
        return field.owner().methods().stream()
                .filter(Method::isInitializer)
                .flatMap(method -> bench.program().facts(method).calls().stream())
                .filter(call -> value.covers(call.line()))
                .toList();
    }

    private Rewrite edit(Field field, FieldInSource value, String initial) {
        ParsedSource source = value.source();
        Imports imports = bench.patch().imports(source);
        String lockType = imports.name(LOCK);
        boolean constant = field.name().equals(field.name().toUpperCase(Locale.ROOT));
        String lock = bench.name(field.name() + (constant ? "_LOCK" : "Lock"), source, field.owner());
        String ready = bench.name(camel(field.name()) + "Ready", source, field.owner());
        String getter = bench.name(camel(field.name()), source, field.owner());
        String type = source.text(value.declared().getType());
        List<Splice> edits = new ArrayList<>();
        edits.add(withoutFinal(value));
        edits.add(withoutInitialiser(value));
        edits.add(value.behind("private static volatile boolean " + ready + ";"));
        edits.add(value.behind("private static final " + lockType + " " + lock + " = new " + lockType + "();"));
        for (Use use : value.uses()) {
            String text = source.text(use.named());
            String before = text.substring(0, text.length() - field.name().length());
            edits.add(value.replace(use.named(), before + getter + "()"));
        }
        List<String> moved = initial.lines().toList();
        List<String> lines = new ArrayList<>(
                GETTER.formatted(type, getter, ready, lock).lines().toList());
        lines.add("                " + field.name() + " = " + moved.getFirst() + (moved.size() == 1 ? ";" : ""));
        for (int i = 1; i < moved.size(); i++) {
            lines.add("                        " + moved.get(i).strip() + (i == moved.size() - 1 ? ";" : ""));
        }
        lines.addAll(END.formatted(ready, lock, field.name()).lines().toList());
        edits.add(value.method(lines));
        return new Rewrite(
                Workbench.name(field),
                field.owner(),
                Mend.CODE,
                Workbench.name(field) + " is set by its first use under a lock, and not by the class initialiser",
                source,
                List.copyOf(edits),
                Map.of(source, imports),
                List.of(lock),
                program -> left(program, field));
    }

    private static final String GETTER = """
            private static %1$s %2$s() {
                if (!%3$s) {
                    %4$s.lock();
                    try {
                        if (!%3$s) {
            """;

    private static final String END = """
                            %1$s = true;
                        }
                    } finally {
                        %2$s.unlock();
                    }
                }
                return %3$s;
            }
            """;

    private static Splice withoutFinal(FieldInSource value) {
        int start = value.source().start(value.declared());
        String modifiers = value.source()
                .file()
                .text()
                .substring(start, value.source().start(value.declared().getType()));
        int at = modifiers.lastIndexOf("final");
        int end = at + "final".length();
        while (end < modifiers.length() && Character.isWhitespace(modifiers.charAt(end))) {
            end++;
        }
        return new Splice(start + at, start + end, "");
    }

    private static Splice withoutInitialiser(FieldInSource value) {
        ParsedSource source = value.source();
        Tree type = value.declared().getType();
        int name = source.file().text().indexOf(value.declared().getName().toString(), source.end(type));
        return new Splice(
                name + value.declared().getName().length(),
                source.end(value.declared().getInitializer()),
                "");
    }

    /// `DEFAULT_TEXT` as `defaultText`.
    private static String camel(String name) {
        if (!name.equals(name.toUpperCase(Locale.ROOT))) {
            return name;
        }
        StringBuilder camel = new StringBuilder();
        for (String word : name.toLowerCase(Locale.ROOT).split("_", -1)) {
            camel.append(
                    camel.isEmpty() || word.isEmpty()
                            ? word
                            : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return camel.toString();
    }

    private static Optional<String> left(Program program, Field field) {
        return program.type(field.owner().binaryName()).fields().stream()
                .filter(each -> each.name().equals(field.name()) && each.is(AccessFlag.FINAL))
                .map(Workbench::name)
                .findFirst();
    }
}
