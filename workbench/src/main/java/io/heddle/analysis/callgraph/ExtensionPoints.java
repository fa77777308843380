package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.CallbackInterfaces;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.values.Lookups;
import io.heddle.model.ClojureNames;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Set;

/// Tells which calls run external code: an extension point that others implement, such as a supplier, a
/// loader or a listener. Safe for threads.
public final class ExtensionPoints {

    /// Packages of the JDK, also of modules that a run time may lack.
    private static final Set<String> JDKS = Names.of("jdk", "packages of the JDK");

    private final ClassHierarchy hierarchy;
    private final TypePropagation types;
    private final CallGraph graph;
    private final CallbackInterfaces interfaces;
    private final boolean whole;

    /// @param whole whether all libraries of an application are here
    public ExtensionPoints(
            ClassHierarchy hierarchy,
            TypePropagation types,
            CallGraph graph,
            CallbackInterfaces interfaces,
            boolean whole) {
        this.hierarchy = hierarchy;
        this.types = types;
        this.graph = graph;
        this.interfaces = interfaces;
        this.whole = whole;
    }

    /// Whether a call is made through an interface by which code is handed in: one with a single method to
    /// implement.
    public boolean throughFunction(CallSite call) {
        return call.how() == How.VIRTUAL && interfaces.isFunction(call.declared(), call.signature());
    }

    /// Whether the exact classes are known that its receiver may have.
    public boolean knows(CallSite call) {
        return types.of(call.receiver()).isClosed();
    }

    /// Whether it runs external code.
    public boolean calls(CallSite call) {
        if (call.how() != How.VIRTUAL || graph.isSkipped(call) || graph.kind(call) != null) {
            return false;
        }
        boolean external = throughFunction(call)
                ? isHandedIn(call.receiver())
                : graph.targets(call).isEmpty() && isExtensionPoint(call) && !isNamed(call) && !isSingleton(call);
        return external && !types.of(call.receiver()).isOfKnownCode() && !(whole && isAllHere(call));
    }

    // In an application nobody else implements what its libraries call: it does, a library does, or nobody. What it
    // declares itself and nobody implements is a framework's to make, such as a client of another service. Of the
    // functions that libraries have by the hundred nobody knows which one its code is handed.
    private boolean isAllHere(CallSite call) {
        return call.caller().owner().isTarget()
                ? !graph.targets(call).isEmpty() || graph.unknownTargets(call) > 0 && !throughFunction(call)
                : !call.declared().isTarget()
                        || !graph.instantiatedBelow(call.declared()).isEmpty();
    }

    // The one object of an interface in a static field of its own: the interface's author has it made.
    private static boolean isSingleton(CallSite call) {
        return AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead read
                && read.field().owner() == call.declared()
                && read.field().is(AccessFlag.STATIC);
    }

    // A Clojure function of a namespace that is here, which the code looks up by its name: there is a class
    // of that name.
    private boolean isNamed(CallSite call) {
        List<String> texts = Lookups.names(call.receiver(), graph);
        return texts.size() == 2
                && hierarchy
                        .type(ClojureNames.type(texts.getFirst(), texts.getLast()))
                        .present();
    }

    // A method of an interface that external code implements, with no implementation here or with too many.
    private boolean isExtensionPoint(CallSite call) {
        Type type = call.declared();
        if (type.isJdk()
                || CallbackInterfaces.isListener(type)
                || type.is(AccessFlag.ANNOTATION)
                || CallbackInterfaces.isOfEveryObject(call.signature())
                || CallbackInterfaces.isGetter(call.signature())
                || delegates(call)) {
            return false;
        }
        if (!type.present()) {
            return call.isThroughInterface() && JDKS.stream().noneMatch(type.name()::startsWith);
        }
        Method method = type.resolve(call.signature());
        // A class with many subclasses is a library's own way to write variants.
        boolean many = !type.isInterface() && graph.unknownTargets(call) > 0;
        return method != null
                && !many
                && method.isAbstract()
                && type.isExternallyVisible()
                && method.is(AccessFlag.PUBLIC);
    }

    // A wrapper that passes the call on to another object of its kind.
    private static boolean delegates(CallSite call) {
        return call.caller().owner().below(call.declared()) && call.caller().signature() == call.signature();
    }

    // From outside: a parameter, or a field that a parameter is written to, or that only a container can have
    // written.
    private boolean isHandedIn(AbstractValue receiver) {
        return switch (AbstractValue.bare(receiver)) {
            case AbstractValue.Parameter parameter -> !types.isHandedNothing(parameter.method());
            case AbstractValue.FieldRead _,
                    AbstractValue.Result _,
                    AbstractValue.Any _,
                    AbstractValue.Typed _,
                    AbstractValue.Captured _ -> true;
            case AbstractValue.Union union -> union.members().stream().anyMatch(this::isHandedIn);
            case AbstractValue.Null _,
                    AbstractValue.Flag _,
                    AbstractValue.Text _,
                    AbstractValue.This _,
                    AbstractValue.New _,
                    AbstractValue.Cast _ -> false;
        };
    }
}
