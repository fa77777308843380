package io.heddle.fix.rewrite;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParameterizedTypeTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.WildcardTree;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
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
import java.util.stream.Collectors;

/// A concurrent map whose loader blocks becomes a map of futures: no bin of the map is locked while a value is loaded.
/// Who asks for a key meanwhile waits for its future. A loader that fails or has no value leaves no mapping, and who
/// waited then loads: so does `computeIfAbsent`.
final class LoadingMap implements Rewriter {

    private static final String MAP = "java/util/concurrent/ConcurrentHashMap";
    private static final String COMPUTE = "computeIfAbsent";
    /// What does the same on a map of futures. The sizes of a map that is being changed are estimates by contract.
    private static final Set<String> SAME = Set.of("clear", "size", "isEmpty");

    private final Workbench bench;

    LoadingMap(Workbench bench) {
        this.bench = bench;
    }

    @Override
    public boolean takes(Finding finding) {
        return finding.rule().endsWith("-under-monitor");
    }

    @Override
    public Mend mend() {
        return Mend.CACHE;
    }

    @Override
    public Optional<Subject> subject(Finding finding) {
        return bench.callsAt(finding)
                .filter(LoadingMap::computes)
                .flatMap(call -> Optional.ofNullable(bench.program().reader().field(call.receiver())).stream())
                .findFirst()
                .map(field -> new Subject(Workbench.name(field), () -> rewrite(field)));
    }

    private static boolean computes(CallSite call) {
        return call.signature().name().equals(COMPUTE) && call.declared().isBelow("java.util.Map");
    }

    private Rewrite rewrite(Field field) {
        bench.requirePrivate(field);
        requireConcurrentMap(field);
        List<CallSite> calls = bench.callsOn(bench.program(), field);
        Set<Method> asking = calls.stream().map(CallSite::caller).collect(Collectors.toSet());
        calls.stream()
                .filter(LoadingMap::computes)
                .forEach(call -> new Recursion(bench, Workbench.name(field), asking::contains).requireNone(call));
        FieldInSource map = FieldInSource.of(bench, field);
        long seen =
                map.uses().stream().filter(use -> use.method().equals(COMPUTE)).count();
        if (seen != calls.stream().filter(LoadingMap::computes).count()) {
            throw new NoEdit(
                    Refusal.SOURCE_DIFFERS,
                    map.source().file().name() + " and its class files do not use " + field.name() + " alike");
        }
        return edit(field, map);
    }

    private void requireConcurrentMap(Field field) {
        List<AbstractValue> written = bench.written(field);
        boolean plain = written.size() == 1
                && written.getFirst() instanceof AbstractValue.New made
                && made.type().name().equals(MAP)
                && made.constructor() instanceof Signature constructor
                && constructor.parameters().stream().allMatch(each -> each.equals("I") || each.equals("F"));
        if (!plain) {
            throw new NoEdit(
                    Refusal.USED_OTHERWISE,
                    Workbench.name(field) + " is not always a new and empty ConcurrentHashMap of its own");
        }
    }

    private Rewrite edit(Field field, FieldInSource map) {
        Imports imports = bench.patch().imports(map.source());
        if (!(map.declared().getType() instanceof ParameterizedTypeTree type)
                || type.getTypeArguments().size() != 2
                || type.getTypeArguments().stream().anyMatch(WildcardTree.class::isInstance)) {
            throw new NoEdit(Refusal.USED_OTHERWISE, Workbench.name(field) + " does not name the types of its entries");
        }
        String key = map.source().text(type.getTypeArguments().getFirst());
        String value = map.source().text(type.getTypeArguments().get(1));
        String future = imports.name("java.util.concurrent.CompletableFuture") + "<" + value + ">";
        String load = bench.name("loadOnce", map.source(), field.owner());
        String peek = bench.name("loaded", map.source(), field.owner());
        List<Splice> edits = new ArrayList<>();
        edits.add(map.replace(type.getTypeArguments().get(1), future));
        created(map).ifPresent(argument -> edits.add(map.replace(argument, future)));
        for (Use use : map.uses()) {
            if (use.method().equals(COMPUTE)) {
                requireLoader(map, use);
                edits.add(map.call(use, load));
            } else if (use.method().equals("get")) {
                edits.add(map.call(use, peek));
            } else if (!SAME.contains(use.method()) && !(use.method().equals("remove") && drops(use))) {
                throw map.otherwise(use, "does with " + field.name() + " what a map of futures does not do alike");
            }
        }
        String modifiers = "private " + (field.is(AccessFlag.STATIC) ? "static " : "");
        List<String> methods = new ArrayList<>();
        String function = imports.name("java.util.function.Function");
        methods.addAll(LOAD.formatted(modifiers, value, load, key, function, future, field.name())
                .lines()
                .toList());
        if (map.uses().stream().anyMatch(use -> use.method().equals("get"))) {
            methods.addAll(PEEK.formatted(modifiers, value, peek, future, field.name())
                    .lines()
                    .toList());
        }
        edits.add(map.method(methods));
        return new Rewrite(
                Workbench.name(field),
                field.owner(),
                Mend.CACHE,
                Workbench.name(field) + " becomes a map of futures: a value is loaded under no lock of the map",
                map.source(),
                List.copyOf(edits),
                Map.of(map.source(), imports),
                List.of(),
                program -> left(program, field));
    }

    private static final String LOAD = """
            %1$s%2$s %3$s(%4$s key, %5$s<? super %4$s, ? extends %2$s> loader) {
                while (true) {
                    %6$s made = null;
                    %6$s known = %7$s.get(key);
                    if (known == null) {
                        made = new %6$s();
                        known = %7$s.putIfAbsent(key, made);
                    }
                    if (known == null) {
                        %2$s value = null;
                        try {
                            value = loader.apply(key);
                            return value;
                        } finally {
                            if (value == null) {
                                %7$s.remove(key, made);
                            }
                            made.complete(value);
                        }
                    }
                    %2$s value = known.join();
                    if (value != null) {
                        return value;
                    }
                }
            }
            """;

    private static final String PEEK = """

            %1$s%2$s %3$s(Object key) {
                %4$s known = %5$s.get(key);
                return known == null ? null : known.getNow(null);
            }
            """;

    /// The type of the values where the new map names it.
    private static Optional<Tree> created(FieldInSource map) {
        return map.declared().getInitializer() instanceof NewClassTree creation
                        && creation.getIdentifier() instanceof ParameterizedTypeTree named
                        && named.getTypeArguments().size() == 2
                ? Optional.of(named.getTypeArguments().get(1))
                : Optional.empty();
    }

    /// A lambda or a method reference is never null, and has no other use.
    private static void requireLoader(FieldInSource map, Use use) {
        List<? extends ExpressionTree> arguments = use.called().orElseThrow().getArguments();
        if (!(arguments.getLast() instanceof LambdaExpressionTree)
                && !(arguments.getLast() instanceof MemberReferenceTree)) {
            throw map.otherwise(use, "has a loader from elsewhere, which may ask for the same key");
        }
    }

    /// A removal of a key whose result nobody uses.
    private static boolean drops(Use use) {
        return use.statement() && use.called().orElseThrow().getArguments().size() == 1;
    }

    private Optional<String> left(Program program, Field field) {
        return bench.callsOn(program, field).stream()
                .filter(LoadingMap::computes)
                .map(call -> call.caller().qualifiedName() + ":" + call.line())
                .findFirst();
    }
}
