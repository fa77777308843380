package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What code of the JDK calls of the program's objects though it is handed no function: what every object has, such as
/// `hashCode` of a key, and what a class of the program overrides of a class of the JDK, such as `removeEldestEntry`.
final class ImplicitCalls {

    private static final String OBJECT = "java/lang/Object";

    private final ClassHierarchy hierarchy;
    private final ReachableCode code;
    private final TypePropagation types;
    private final Signature text;
    private final List<Signature> written;
    /// What classes of the program override of classes of the JDK.
    private final Set<Signature> overridden = new HashSet<>();
    private final Set<Signature> ofEveryObject = new HashSet<>();

    ImplicitCalls(ClassHierarchy hierarchy, ReachableCode code, TypePropagation types) {
        this.hierarchy = hierarchy;
        this.code = code;
        this.types = types;
        this.text = hierarchy.signature("toString", "()Ljava/lang/String;");
        ofEveryObject.add(text);
        ofEveryObject.add(hierarchy.signature("hashCode", "()I"));
        ofEveryObject.add(hierarchy.signature("equals", "(Ljava/lang/Object;)Z"));
        ofEveryObject.add(hierarchy.signature("compareTo", "(Ljava/lang/Object;)I"));
        this.written = List.of(
                hierarchy.signature("writeObject", "(Ljava/io/ObjectOutputStream;)V"),
                hierarchy.signature("writeExternal", "(Ljava/io/ObjectOutput;)V"),
                hierarchy.signature("writeReplace", "()Ljava/lang/Object;"));
        for (Type type : code.instantiatedBelow(hierarchy.type(OBJECT))) {
            if (!type.isJdk() && !type.isLambda()) {
                noteOverridden(type);
            }
        }
    }

    private void noteOverridden(Type type) {
        Type known = type;
        while (known != null && !known.isJdk()) {
            known = known.superType();
        }
        if (known == null || known.name().equals(OBJECT)) {
            return;
        }
        Type base = known;
        for (Type at = type; at != null && !at.isJdk(); at = at.superType()) {
            at.methods().stream()
                    .filter(method -> !method.isStatic()
                            && !method.is(AccessFlag.PRIVATE)
                            && !method.signature().name().equals("<init>")
                            && !ofEveryObject.contains(method.signature())
                            && base.resolve(method.signature()) != null)
                    .forEach(method -> overridden.add(method.signature()));
        }
    }

    /// Whether a call in code of the JDK may run code of the program because of what it is made on: the object itself,
    /// or a parameter.
    boolean isOne(CallSite call) {
        if (!call.caller().owner().isJdk()) {
            return false;
        }
        return switch (AbstractValue.bare(on(call))) {
            case AbstractValue.This _ -> call.how() == How.VIRTUAL && overridden.contains(call.signature());
            case AbstractValue.Parameter _ ->
                isText(call) || call.how() == How.VIRTUAL && ofEveryObject.contains(call.signature());
            default -> false;
        };
    }

    private static AbstractValue on(CallSite call) {
        return isText(call) ? call.argument(0) : call.receiver();
    }

    // The analysis does not follow methods of String.
    private static boolean isText(CallSite call) {
        return call.how() == How.STATIC
                && call.signature().name().equals("valueOf")
                && call.declared().name().equals("java/lang/String")
                && call.signature().parameters().getFirst().equals("Ljava/lang/Object;");
    }

    /// What is told of such a call.
    ParameterSummary summary(CallSite call) {
        boolean held = call.held() != null;
        return new ParameterSummary(
                AbstractValue.bare(on(call)) instanceof AbstractValue.Parameter parameter
                        ? parameter.index()
                        : ParameterSummary.RECEIVER,
                isText(call) ? text : call.signature(),
                false,
                held,
                call,
                held ? call.caller() : null,
                0,
                !call.isNonExceptional());
    }

    /// Whether every object may have a method.
    boolean isOfEveryObject(Signature called) {
        return ofEveryObject.contains(called);
    }

    /// The code of the program that runs where a method is called on a value; none where that may be of several classes
    /// that do it differently.
    List<Method> targets(AbstractValue value, Signature called) {
        List<Type> exact = types.of(value).closed();
        Type declared = exact.isEmpty() ? AbstractValue.declared(value, hierarchy) : null;
        List<Type> known =
                declared == null || declared.isJdk() || declared.isLambda() ? exact : code.instantiatedBelow(declared);
        List<Method> found = targets(known, called);
        return exact.isEmpty() && found.size() > 1 ? List.of() : found;
    }

    /// The code of the program that objects of some classes run where a method is called on them.
    List<Method> targets(List<Type> known, Signature called) {
        return known.stream()
                .map(type -> type.resolve(called))
                .filter(Objects::nonNull)
                .filter(method -> !method.isAbstract() && !method.owner().isJdk() && code.isReached(method))
                .distinct()
                .toList();
    }

    /// The code of the program that an instruction runs which joins texts, or the method of a record; and what an
    /// object
    /// does when it is written (Java Object Serialization Specification, 2.1).
    List<Method> targets(CallSite call) {
        if (call.signature().name().equals("writeObject") && call.declared().isBelow("java.io.ObjectOutput")) {
            return written.stream()
                    .flatMap(hook -> targets(call.argument(0), hook).stream())
                    .toList();
        }
        if (call.joinsTexts() || isText(call)) {
            return call.arguments().stream()
                    .filter(value -> value != AbstractValue.ANY)
                    .flatMap(value -> targets(value, text).stream())
                    .distinct()
                    .toList();
        }
        Signature called = called(call.signature().name());
        return !call.isOfRecord() || called == null
                ? List.of()
                : call.caller().owner().fields().stream()
                        .filter(field -> !field.is(AccessFlag.STATIC))
                        .flatMap(field -> targets(field, called))
                        .distinct()
                        .toList();
    }

    private Stream<Method> targets(Field field, Signature called) {
        return targets(new AbstractValue.FieldRead(field), called).stream();
    }

    private @Nullable Signature called(String name) {
        return ofEveryObject.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
