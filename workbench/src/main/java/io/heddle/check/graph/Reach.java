package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import io.heddle.check.graph.Value.New;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/// Finds the methods that may run: from the roots along all calls, where a virtual call reaches what the classes
/// define of which there are objects in reached code. Classes are read and code is followed when it is reached, so
/// that a small service on many libraries costs what it uses of them.
final class Reach {

    private final World world;
    private final Classifier classifier;
    private final Deque<Ahead> work = new ArrayDeque<>();
    private final List<Method> reached = new ArrayList<>();
    /// Selectors of virtual calls, to look again when none of their classes is ever made.
    private final List<Waiting> waiting = new ArrayList<>();

    private record Waiting(Type type, Selector selector) {}

    /// A method that will be followed, whose code other threads may look at meanwhile: that takes no part in what
    /// is reached, and takes the most time.
    ///
    /// @param code null where there is none to look at
    private record Ahead(Method method, @Nullable ForkJoinTask<Code> code) {

        static Ahead of(World world, Method method) {
            boolean none = method.isGlue() || method.isNative();
            return new Ahead(
                    method,
                    none
                            ? null
                            : ForkJoinTask.adapt(() -> Code.of(world, method)).fork());
        }
    }

    /// What the code of a method does; or why it cannot be read.
    private record Code(Body body, @Nullable RuntimeException damage) {

        // What a class's constant pool means is kept with the class.
        static Code of(World world, Method method) {
            synchronized (method.owner) {
                try {
                    return new Code(Interpreter.interpret(world, method), null);
                } catch (RuntimeException e) {
                    // A class file may be damaged in as many ways as there are exceptions.
                    return new Code(Body.NONE, e);
                }
            }
        }
    }

    Reach(World world, Classifier classifier) {
        this.world = world;
        this.classifier = classifier;
    }

    /// All reached methods, in the order in which they were found.
    List<Method> reached() {
        return reached;
    }

    /// Takes all methods of a class for roots, and the class for one of which there are objects.
    void root(Type type) {
        if (!type.isInterface() && !type.isAbstract()) {
            instantiate(type);
        }
        List.copyOf(type.methods.values()).forEach(this::reach);
    }

    /// Follows everything until nothing new is reached.
    void run() {
        // Texts stand in the code; no instruction makes them.
        instantiate(world.type("java/lang/String"));
        boolean more = true;
        while (more) {
            while (!work.isEmpty()) {
                follow(work.pop());
            }
            more = lookAgain();
        }
    }

    // Classes that only reflection makes, or a container: the method that the declared class itself has is better
    // than none.
    private boolean lookAgain() {
        for (Waiting waiter : List.copyOf(waiting)) {
            if (waiter.selector.targets.isEmpty()) {
                Method method = waiter.type.resolve(waiter.selector.signature);
                if (method != null && !method.isAbstract()) {
                    waiter.selector.targets.add(method);
                    reach(method);
                }
            }
        }
        return !work.isEmpty();
    }

    private void reach(Method method) {
        if (!method.reached) {
            method.reached = true;
            reached.add(method);
            if (!method.isAbstract()) {
                work.push(Ahead.of(world, method));
            }
        }
    }

    private void follow(Ahead ahead) {
        Method method = ahead.method;
        if (ahead.code != null) {
            Code code = ahead.code.join();
            method.body = code.body;
            if (code.damage != null) {
                world.unreadables()
                        .add(method.owner.name.replace('/', '.') + "." + method.signature.name(), code.damage);
            }
        }
        Body body = method.body;
        body.created().forEach(this::instantiate);
        if (!method.owner.isJdk()) {
            body.touched().forEach(name -> initialize(world.type(name)));
            initialize(method.owner);
        }
        body.writes().forEach(write -> write.field().writes.add(write.value()));
        for (Call call : body.calls()) {
            classifier.classify(call);
            call.direct = direct(call);
            if (call.sink == null && !call.cut) {
                follow(call);
            }
        }
    }

    private void initialize(Type type) {
        if (!type.initialized) {
            type.initialized = true;
            if (!type.isJdk()) {
                Method initializer = type.methods.get(world.signature("<clinit>", "()V"));
                if (initializer != null) {
                    reach(initializer);
                }
            }
        }
    }

    private void follow(Call call) {
        if (call.direct != null) {
            if (call.how == How.STATIC) {
                call.direct.calledFrom(call.caller);
            }
            reach(call.direct);
        } else if (call.how == How.VIRTUAL) {
            select(classifier.receiverType(call), call);
        }
    }

    private static @Nullable Method direct(Call call) {
        if (call.how != How.VIRTUAL) {
            return call.declared.resolve(call.signature);
        }
        if (Value.bare(call.receiver()) instanceof New made) {
            return made.type.resolve(call.signature);
        }
        Method declared = call.declared.resolve(call.signature);
        return declared != null
                        && !declared.isAbstract()
                        && (declared.is(AccessFlag.FINAL)
                                || declared.is(AccessFlag.PRIVATE)
                                || declared.owner.is(AccessFlag.FINAL))
                ? declared
                : null;
    }

    /// A virtual method reaches what is known so far when it is first called, and the rest as classes are made.
    private void select(Type type, Call call) {
        boolean fromJdk = call.caller.owner.isJdk();
        Selector selector = classifier.selector(call);
        if (!selector.reached) {
            selector.reached = true;
            waiting.add(new Waiting(type, selector));
            for (Type below : type.instantiatedBelow) {
                add(selector, below, fromJdk);
            }
        }
    }

    private void add(Selector selector, Type type, boolean fromJdk) {
        Method method = type.resolve(selector.signature);
        if (method != null && !method.isAbstract() && !(fromJdk && !type.isJdk()) && selector.targets.add(method)) {
            reach(method);
        }
    }

    private void instantiate(Type type) {
        if (type.instantiated) {
            return;
        }
        type.instantiated = true;
        if (type.isGlue()) {
            // A lambda is there to be called, by the JDK's code as well.
            type.methods.values().forEach(this::reach);
        } else if (!type.isJdk()) {
            type.above().stream()
                    .filter(Strangers::isCallback)
                    .flatMap(face -> face.methods.values().stream())
                    .filter(Method::isAbstract)
                    .map(method -> type.resolve(method.signature))
                    .filter(Objects::nonNull)
                    .filter(method -> !method.isAbstract())
                    .forEach(this::reach);
        }
        for (Type above : type.above()) {
            above.instantiatedBelow.add(type);
            above.selectors.values().forEach(selector -> add(selector, type, false));
            above.jdkSelectors.values().forEach(selector -> add(selector, type, true));
        }
    }
}
