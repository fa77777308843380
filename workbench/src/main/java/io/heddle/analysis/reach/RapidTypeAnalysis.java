package io.heddle.analysis.reach;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.AbstractValue.New;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.CodeReader;
import io.heddle.analysis.intra.MethodFacts;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.models.BlockingModels.Model;
import io.heddle.analysis.models.CallbackInterfaces;
import io.heddle.analysis.models.ValueSources;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Finds the methods that may run, by rapid type analysis (Bacon and Sweeney, OOPSLA 1996): from the roots
/// along all calls, where a virtual call reaches what those classes define of which reached code makes
/// objects. A class is read and its code is interpreted when it is reached, so that a small service on many
/// libraries costs what it uses of them.
///
/// Two additions: the JDK's own code is taken to call the JDK's own classes only, and what it calls back is
/// found by parameter summaries; and a virtual call without any target runs the method of its declared class,
/// since reflection or a container may make objects of it.
public final class RapidTypeAnalysis {

    private final ClassHierarchy hierarchy;
    private final CodeReader reader;
    private final BlockingModels models;
    private final ReachableCode code = new ReachableCode();
    private final SoFar soFar = new SoFar(code);
    private final Deque<PendingMethod> work = new ArrayDeque<>();
    private final List<UnresolvedCall> unresolved = new ArrayList<>();
    private final Set<Type> instantiated = new HashSet<>();
    /// Classes among the roots of which no object is known, by their names.
    private final Map<String, Type> unmade = new HashMap<>();
    private final Set<Type> initialized = new HashSet<>();
    /// The roots of Clojure's vars that were read, and what the initialisers of libraries' namespaces bind.
    private final Set<Field> bound = new HashSet<>();
    private final Map<Type, List<MethodFacts.Write>> bindings = new HashMap<>();
    /// The virtual calls on each type, of all code and of the JDK's.
    private final SideTable<Type, Map<Signature, VirtualCall>> virtual = new SideTable<>();
    private final SideTable<Type, Map<Signature, VirtualCall>> virtualOfJdk = new SideTable<>();

    private RapidTypeAnalysis(ClassHierarchy hierarchy, CodeReader reader, BlockingModels models) {
        this.hierarchy = hierarchy;
        this.reader = reader;
        this.models = models;
    }

    /// Follows everything from the roots until nothing new is reached.
    ///
    /// @param roots classes whose methods may all be called
    /// @param isCalled tells which of these methods are not, whatever calls the code has
    /// @param isMade tells of which of these classes there are objects, though no code that is reached makes one
    public static ReachableCode of(
            ClassHierarchy hierarchy,
            CodeReader reader,
            BlockingModels models,
            Collection<Type> roots,
            Predicate<Method> isCalled,
            Predicate<Type> isMade) {
        RapidTypeAnalysis analysis = new RapidTypeAnalysis(hierarchy, reader, models);
        roots.forEach(root -> analysis.root(root, isCalled, isMade));
        analysis.run();
        return analysis.code;
    }

    /// A virtual call, to look at again when no object of its type is ever made.
    private record UnresolvedCall(Type type, VirtualCall call) {}

    /// A method that will be followed. Other threads interpret its code meanwhile, which takes the most time
    /// and does not depend on what is reached.
    ///
    /// @param code null where there is none to interpret
    private record PendingMethod(Method method, @Nullable ForkJoinTask<Interpreted> code) {}

    /// What the code of a method does, or why it cannot be read.
    private record Interpreted(MethodFacts facts, @Nullable RuntimeException damage) {

        static Interpreted of(CodeReader reader, Method method) {
            try {
                return new Interpreted(reader.interpret(method), null);
            } catch (RuntimeException e) {
                // A class file may be damaged in as many ways as there are exceptions.
                return new Interpreted(MethodFacts.NONE, e);
            }
        }
    }

    /// What is known of values while code is still being reached: what fields were written so far.
    private record SoFar(ReachableCode code) implements ValueSources {

        @Override
        public List<AbstractValue> writes(Field field) {
            return code.writes(field);
        }

        @Override
        public List<AbstractValue> returns(Method method) {
            return code.facts(method).returns();
        }

        @Override
        public List<Method> targets(CallSite call) {
            return List.of();
        }

        @Override
        public List<CallSite> callers(Method method) {
            return List.of();
        }
    }

    private void root(Type type, Predicate<Method> isCalled, Predicate<Type> isMade) {
        if (!type.isInterface() && !type.isAbstract()) {
            if (isMade.test(type)) {
                instantiate(type);
            } else {
                unmade.put(type.name(), type);
            }
        }
        List.copyOf(type.methods()).stream().filter(isCalled).forEach(this::reach);
        // Code that is not here, a container's, calls what it knows of the type, inherited or not.
        if (!type.isWhole()) {
            type.above().stream()
                    .filter(above -> above.present() && !above.isJdk())
                    .flatMap(above -> List.copyOf(above.methods()).stream())
                    .filter(method -> method.is(AccessFlag.PUBLIC) || method.is(AccessFlag.PROTECTED))
                    .map(method -> type.resolve(method.signature()))
                    .filter(Objects::nonNull)
                    .filter(method -> !method.isAbstract())
                    .forEach(this::reach);
        }
    }

    private void run() {
        // No instruction makes the objects of string constants.
        instantiate(hierarchy.type("java/lang/String"));
        boolean more = true;
        while (more) {
            while (!work.isEmpty()) {
                follow(work.pop());
            }
            more = resolveByDeclaredType();
        }
        unresolved.forEach(one -> one.call.settle());
    }

    private boolean resolveByDeclaredType() {
        for (UnresolvedCall one : List.copyOf(unresolved)) {
            if (one.call.hasNone()) {
                Method method = one.type.resolve(one.call.signature());
                if (method != null && !method.isAbstract()) {
                    one.call.add(method);
                    reach(method);
                }
            }
        }
        return !work.isEmpty();
    }

    private void reach(Method found) {
        Method method = found.owner().codeOf(found);
        if (code.reach(method) && !method.isAbstract()) {
            boolean hasCode = !method.isLambdaStub() && !method.isNative();
            work.push(new PendingMethod(
                    method,
                    hasCode
                            ? ForkJoinTask.adapt(() -> Interpreted.of(reader, method))
                                    .fork()
                            : null));
        }
    }

    private void follow(PendingMethod pending) {
        Method method = pending.method;
        if (pending.code != null) {
            Interpreted interpreted = pending.code.join();
            code.interpreted(method, interpreted.facts);
            if (interpreted.damage != null) {
                hierarchy.unread(method, interpreted.damage);
            }
        }
        MethodFacts facts = code.facts(method);
        facts.created().forEach(this::instantiate);
        facts.roots().forEach(this::bind);
        facts.literals().forEach(this::instantiateByName);
        if (!method.owner().isJdk()) {
            facts.touched().forEach(name -> initialize(hierarchy.type(name)));
            initialize(method.owner());
        }
        for (CallSite call : facts.calls()) {
            if (!unmade.isEmpty() && call.parameters() > 0) {
                call.text(0).ifPresent(text -> instantiateByName(text.replace('.', '/')));
            }
            Method direct = direct(call);
            if (direct != null) {
                code.runs(call, direct);
            }
            Model known = models.of(call);
            if (known != null) {
                code.model(call, known);
            } else {
                Type type = models.receiverType(call);
                Model model = models.of(call, type, soFar);
                code.model(call, model);
                if (model == Model.NONE) {
                    follow(call, direct, type);
                }
            }
        }
    }

    // The initialiser of a namespace makes all that its vars hold. Of a library's only what is read is followed.
    private void bind(Field root) {
        if (!bound.add(root) || root.owner().isTarget()) {
            return;
        }
        for (MethodFacts.Write write : bindings.computeIfAbsent(root.owner(), this::bindings)) {
            if (write.field() == root) {
                code.written(write);
                for (AbstractValue member : AbstractValue.members(AbstractValue.bare(write.value()))) {
                    if (AbstractValue.bare(member) instanceof New made) {
                        instantiate(made.type());
                    }
                }
            }
        }
    }

    private List<MethodFacts.Write> bindings(Type loader) {
        return loader.methods().stream()
                .filter(method -> method.isStatic() && method.signature().name().startsWith("load"))
                .flatMap(method -> Interpreted.of(reader, method).facts.writes().stream())
                .toList();
    }

    // Whoever has a class as an object, or its name, may make objects of it.
    private void instantiateByName(String name) {
        Type type = unmade.remove(name);
        if (type != null) {
            instantiate(type);
        }
    }

    private void initialize(Type type) {
        if (initialized.add(type) && !type.isJdk()) {
            Method initializer = type.method(hierarchy.signature("<clinit>", "()V"));
            if (initializer != null) {
                reach(initializer);
            }
        }
    }

    private void follow(CallSite call, @Nullable Method direct, Type type) {
        if (direct != null) {
            if (call.how() == How.STATIC) {
                code.callsStatically(call.caller(), direct);
            }
            reach(direct);
        } else if (call.how() == How.VIRTUAL) {
            select(type, call);
        }
    }

    private static @Nullable Method direct(CallSite call) {
        if (call.how() != How.VIRTUAL) {
            return call.declared().resolve(call.signature());
        }
        if (AbstractValue.bare(call.receiver()) instanceof New made) {
            return made.type().resolve(call.signature());
        }
        Method declared = call.declared().resolve(call.signature());
        return declared != null
                        && !declared.isAbstract()
                        && (declared.is(AccessFlag.FINAL)
                                || declared.is(AccessFlag.PRIVATE)
                                || declared.owner().is(AccessFlag.FINAL))
                ? declared
                : null;
    }

    // A virtual method reaches what is known when it is first called, and the rest as objects are made.
    private void select(Type type, CallSite call) {
        boolean fromJdk = call.caller().owner().isJdk();
        VirtualCall one = (fromJdk ? virtualOfJdk : virtual)
                .computeIfAbsent(type, HashMap::new)
                .computeIfAbsent(call.signature(), VirtualCall::new);
        code.runs(call, one);
        if (one.follow()) {
            unresolved.add(new UnresolvedCall(type, one));
            for (Type below : code.instantiatedBelow(type)) {
                add(one, below, fromJdk);
            }
        }
    }

    private void add(VirtualCall one, Type type, boolean fromJdk) {
        Method method = type.resolve(one.signature());
        if (method != null
                && !method.isAbstract()
                && !(fromJdk && !method.owner().isJdk())
                && one.add(method)) {
            reach(method);
        }
    }

    private void instantiate(Type type) {
        if (!instantiated.add(type)) {
            return;
        }
        if (type.isLambda()) {
            // A lambda is made to be called, by the JDK's code as well.
            type.methods().forEach(this::reach);
        } else if (!type.isJdk()) {
            type.above().stream()
                    .filter(CallbackInterfaces::isCallback)
                    .flatMap(face -> face.methods().stream())
                    .filter(Method::isAbstract)
                    .map(method -> type.resolve(method.signature()))
                    .filter(Objects::nonNull)
                    .filter(method -> !method.isAbstract())
                    .forEach(this::reach);
        }
        for (Type above : type.above()) {
            code.instantiated(type, above);
            virtual.get(above, Map.of()).values().forEach(one -> add(one, type, false));
            virtualOfJdk.get(above, Map.of()).values().forEach(one -> add(one, type, true));
        }
    }
}
