package io.heddle.check.graph;

import io.heddle.check.graph.Call.Callback;
import io.heddle.check.read.Surroundings;
import io.heddle.model.Check.UnknownSite;
import io.heddle.model.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What the rules ask: who blocks while holding a monitor, and who blocks in a class initialiser.
public final class Analysis {

    /// How the JDK names methods that return a new object.
    private static final Pattern FACTORY = Pattern.compile("allocate.*|getInstance|get[A-Z].*Instance|new[A-Z].*");

    private final World world;
    private final boolean all;
    private final List<Method> methods;
    /// All calls in them, by the bare name of the method that is called.
    private final ForkJoinTask<Map<String, List<Call>>> calls;
    private final ForkJoinTask<List<UnknownSite>> unknown;
    private final Flow flow;
    private final Strangers strangers;
    private final Witnesses witnesses;
    private final Paths paths;
    private final Entries entries;
    private final Surroundings surroundings;
    /// What [#underMonitor] tells, of the methods of which it tells anything; null until asked for.
    private @Nullable Map<Method, Map<Kind, Hazard>> underMonitor;

    /// Analyses everything that the roots reach.
    ///
    /// @param roots names of the classes whose methods may all be called
    /// @param all whether the libraries' own methods are asked about as well
    /// @param surroundings what is known beside the byte code
    public Analysis(World world, Collection<String> roots, boolean all, Surroundings surroundings) {
        this.world = world;
        this.all = all;
        this.surroundings = surroundings;
        JdkFacts facts = new JdkFacts();
        Classifier classifier = new Classifier(world, facts);
        Reach reach = new Reach(world, classifier);
        roots.forEach(root -> reach.root(world.type(root)));
        Containers.made(world, surroundings.factories()).forEach(reach::root);
        reach.run();
        world.tellHanded();
        List<Method> reached = reach.reached();
        this.methods = reached.stream()
                .filter(method -> all ? !method.owner.isJdk() : method.owner.isAskedAbout())
                .filter(method -> !method.isGlue())
                .toList();
        this.flow = new Flow(classifier, reached);
        // What hangs on the code alone, or on what was found before, another thread finds meanwhile: nothing
        // here hangs on which of them comes first.
        this.calls = ForkJoinTask.adapt(this::byName).fork();
        ForkJoinTask<LifeCycle> life =
                ForkJoinTask.adapt(() -> new LifeCycle(reached)).fork();
        flow.run();
        Streams streams = new Streams(world, facts, classifier);
        Linker linker = new Linker(classifier, streams, flow);
        linker.link(reached);
        ForkJoinTask<?> threads =
                ForkJoinTask.adapt(() -> Threads.mark(reached)).fork();
        ForkJoinTask<Guards.Uses> uses =
                ForkJoinTask.adapt(() -> Guards.Uses.of(reached)).fork();
        this.strangers = new Strangers(world, flow);
        new ParameterUses(strangers, linker, flow, reached).run();
        ForkJoinTask<Entries> found =
                ForkJoinTask.adapt(() -> new Entries(methods)).fork();
        this.unknown = ForkJoinTask.adapt(this::findUnknown).fork();
        this.witnesses = new Witnesses(reached, classifier, strangers, life.join());
        streams.knowing(witnesses::waits);
        threads.join();
        this.paths = new Paths(world, witnesses, strangers, life.join(), new Guards(witnesses, uses), streams);
        this.entries = found.join().with(life.join());
    }

    private Map<String, List<Call>> byName() {
        Map<String, List<Call>> found = new LinkedHashMap<>();
        for (Method method : methods) {
            for (Call call : method.body.calls()) {
                found.computeIfAbsent(call.signature.name(), _ -> new ArrayList<>(1))
                        .add(call);
            }
        }
        return found;
    }

    /// Methods that were reached and are asked about.
    public List<Method> methods() {
        return methods;
    }

    /// When a service gets to a method, as far as its entry points tell.
    public Finding.Reach reach(Method method) {
        return entries.of(method);
    }

    /// Whether a request gets to a method on a short way, on which no component is started or ended.
    public boolean isNearRequests(Method method) {
        return entries.isNear(method);
    }

    /// Calls in methods that are asked about which were not followed because they may run too many methods.
    public List<UnknownSite> unknown() {
        return unknown.join();
    }

    private List<UnknownSite> findUnknown() {
        return allCalls()
                .filter(call -> call.unknown > 0)
                .map(call -> new UnknownSite(
                        Paths.name(call.caller.owner, call.caller.signature) + ":" + call.line,
                        Paths.name(call.declared, call.signature),
                        call.unknown))
                .toList();
    }

    /// All calls in methods that are asked about, on paths that are not those of errors.
    public Stream<Call> calls() {
        return allCalls().filter(call -> call.normal);
    }

    private Stream<Call> allCalls() {
        // A stream for each of half a million methods takes longer than to look at their calls.
        return methods.stream().mapMulti((method, all) -> method.body.calls().forEach(all));
    }

    /// Those of them that name one of these methods, each as [Call#name] has it.
    public Stream<Call> callsTo(Set<String> names) {
        Set<String> bare = names.stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
        return callsNamed(bare::contains).filter(call -> call.normal && names.contains(call.name()));
    }

    /// All calls in methods that are asked about, also on the paths of errors, by the bare name of the method that
    /// is called.
    public Stream<Call> callsNamed(Predicate<String> name) {
        return calls.join().entrySet().stream()
                .filter(entry -> name.test(entry.getKey()))
                .flatMap(entry -> entry.getValue().stream());
    }

    /// All calls in one method, also on the paths of errors.
    public Stream<Call> calls(Method method) {
        return method.body.calls().stream();
    }

    /// Whether a value that is passed comes, along calls on what calls return, from one to a method of this name.
    ///
    /// @param argument counted from 0, without the receiver
    public boolean comesFrom(Call call, int argument, String name) {
        Value at = Value.bare(call.argument(argument));
        while (at instanceof Value.Result result) {
            if (result.call.name().equals(name)) {
                return true;
            }
            at = Value.bare(result.call.receiver());
        }
        return false;
    }

    /// Whether a receiver comes from a call to a method of one of these names, as [#comesFrom], or of a field that
    /// only such calls are written to.
    public boolean isFrom(Call call, Set<String> names) {
        return isFrom(call.receiver(), names);
    }

    private static boolean isFrom(Value value, Set<String> names) {
        return switch (Value.bare(value)) {
            case Value.Result result -> names.contains(result.call.name()) || isFrom(result.call.receiver(), names);
            case Value.FieldRead read ->
                !read.field().openToStrangers()
                        && !read.field().writes.isEmpty()
                        && read.field().writes.stream()
                                .allMatch(written -> Value.bare(written) instanceof Value.Result result
                                        && names.contains(result.call.name()));
            default -> false;
        };
    }

    /// The texts that are passed to the call that a receiver, or what it was taken from, was looked up by:
    /// `"app.core", "load"` of `RT.var("app.core", "load")`, also where a field keeps it.
    public List<String> lookedUpBy(Call call) {
        return lookedUpBy(call.receiver());
    }

    static List<String> lookedUpBy(Value value) {
        return switch (Value.bare(value)) {
            case Value.FieldRead read ->
                read.field().writes.size() == 1
                                && !(Value.bare(read.field().writes.getFirst()) instanceof Value.FieldRead)
                        ? lookedUpBy(read.field().writes.getFirst())
                        : List.of();
            case Value.Result result -> {
                List<String> texts = IntStream.range(0, result.call.parameters())
                        .mapToObj(result.call::text)
                        .flatMap(Optional::stream)
                        .toList();
                yield texts.isEmpty() ? lookedUpBy(result.call.receiver()) : texts;
            }
            default -> List.of();
        };
    }

    /// The methods that a method's calls run, as far as they are known.
    public Stream<Method> callees(Method method) {
        return method.body.calls().stream().flatMap(call -> call.targets.stream());
    }

    /// Line of a loop in which nothing changes and nothing waits; 0 when unknown, empty when the method has none.
    public Optional<Integer> spin(Method method) {
        return method.body.spin() < 0 ? Optional.empty() : Optional.of(method.body.spin());
    }

    /// What is known beside the byte code.
    public Surroundings surroundings() {
        return surroundings;
    }

    /// Classes of which a method makes objects, by binary name; `[` for an array of numbers.
    public List<String> made(Method method) {
        Stream<String> arrays = method.body.arrays() ? Stream.of("[") : Stream.empty();
        return Stream.concat(arrays, method.body.created().stream().map(Analysis::binary))
                .toList();
    }

    /// Classes of the objects that a method makes and returns, itself or by a factory of the JDK, by binary name,
    /// and of what their constructors are given: a reference to a buffer keeps the buffer. A constructor makes its
    /// own class's.
    public Stream<String> kept(Method method) {
        return method.isConstructor()
                ? Stream.of(binary(method.owner))
                : method.body.returns().stream().flatMap(this::kept);
    }

    private Stream<String> kept(Value value) {
        return switch (Value.bare(value)) {
            case Value.New made ->
                Stream.concat(
                                Stream.of(made.type),
                                made.arguments.stream()
                                        .filter(Value.New.class::isInstance)
                                        .map(argument -> ((Value.New) argument).type))
                        .map(Analysis::binary);
            case Value.Result result
            when result.call.declared.isJdk()
                    && FACTORY.matcher(result.call.signature.name()).matches() ->
                Stream.ofNullable(Value.declared(result, world)).map(Analysis::binary);
            case Value.Union union -> union.members().stream().flatMap(this::kept);
            default -> Stream.empty();
        };
    }

    private static String binary(Type type) {
        return type.binaryName();
    }

    /// The methods that an argument's own class runs when `called` is called on it, where the class is certain.
    public List<Method> behind(Call call, int argument) {
        return flow.types(call.argument(argument)).exact().stream()
                .filter(Type::isGlue)
                .flatMap(type -> type.methods.values().stream())
                .flatMap(glue -> glue.body.calls().stream())
                .flatMap(inside -> Stream.ofNullable(inside.direct))
                .toList();
    }

    /// For each kind the best evidence that a method waits while it holds a monitor, its own or one that its
    /// callee holds for it.
    public Map<Kind, Hazard> underMonitor(Method method) {
        return underMonitor().getOrDefault(method, Map.of());
    }

    /// The same of all methods that are asked about and do so.
    public Map<Method, Map<Kind, Hazard>> underMonitor() {
        Map<Method, Map<Kind, Hazard>> known = underMonitor;
        if (known == null) {
            known = new LinkedHashMap<>();
            for (Method method :
                    methods.parallelStream().filter(Analysis::mayHold).toList()) {
                Map<Kind, Hazard> hazards = findUnderMonitor(method);
                if (!hazards.isEmpty()) {
                    known.put(method, hazards);
                }
            }
            underMonitor = known;
        }
        return known;
    }

    // Few do, which all threads find beside each other; the ways are found by one, as they hang on what was asked
    // before.
    private static boolean mayHold(Method method) {
        for (Call call : method.body.calls()) {
            if (call.held != null || !call.callbacks.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private Map<Kind, Hazard> findUnderMonitor(Method method) {
        Map<Kind, Hazard> best = new EnumMap<>(Kind.class);
        for (Call call : method.body.calls()) {
            if (!call.normal || call.cut) {
                continue;
            }
            if (call.held != null) {
                int line = call.held.outermost().line();
                consider(best, method, line, call, call.targets);
                consider(
                        best,
                        method,
                        line,
                        call,
                        call.callbacks.stream().map(Callback::target).toList());
                if (call.sink == null && strangers.calls(call)) {
                    keep(best, paths.hazard(method, line, Kind.CALLBACK, call, null));
                }
            } else {
                // The monitor is the callee's, such as that of a map's bin: what is passed to it is
                // told of here.
                for (Callback callback : call.callbacks) {
                    if (callback.use().held() && !isAskedAbout(callback.use().holder())) {
                        consider(best, method, call.line, call, List.of(callback.target()));
                    }
                }
            }
        }
        return best;
    }

    private boolean isAskedAbout(@Nullable Method holder) {
        return holder != null && (all ? !holder.owner.isJdk() : holder.owner.isAskedAbout());
    }

    private void consider(Map<Kind, Hazard> best, Method method, int line, Call call, List<Method> targets) {
        if (call.sink != null && call.held != null) {
            keep(best, paths.hazard(method, line, call.sink, call, null));
        }
        for (Method target : targets) {
            for (Kind kind : Kind.values()) {
                if (witnesses.of(kind, target) != null) {
                    keep(best, paths.hazard(method, line, kind, call, target));
                }
            }
        }
    }

    private static void keep(Map<Kind, Hazard> best, Hazard hazard) {
        best.merge(hazard.kind(), hazard, (one, other) -> BEST.compare(other, one) < 0 ? other : one);
    }

    /// The surest first, then the shortest.
    public static final Comparator<Hazard> BEST = Comparator.comparing(Hazard::confidence)
            .thenComparing(hazard -> hazard.path().size())
            .thenComparing(Hazard::kind);

    /// For each kind the best evidence that a method waits, whatever it holds.
    public List<Hazard> anywhere(Method method) {
        return Arrays.stream(Kind.values())
                .flatMap(kind -> anywhere(method, kind).stream())
                .toList();
    }

    /// Likewise, of one kind, where the method waits itself or calls code of the JDK that does.
    public Optional<Hazard> itself(Method method, Kind kind) {
        Witness witness = witnesses.of(kind, method);
        Method target = witness == null ? null : witness.target();
        return target != null && !target.isGlue() && !target.owner.isJdk() ? Optional.empty() : anywhere(method, kind);
    }

    /// Likewise, of one kind.
    public Optional<Hazard> anywhere(Method method, Kind kind) {
        Witness witness = witnesses.of(kind, method);
        return witness == null || witness.call() == null
                ? Optional.empty()
                : Optional.of(paths.hazard(method, witness.call().line, kind, witness.call(), witness.target()));
    }
}
