package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.ModelTable;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.analysis.reach.ReachableCode;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What Clojure's calls without a type hint may run: a method of that name. Where the code tells the type of the
/// receiver,
/// it is that type's; else that of any class of the application's own.
final class Reflections {

    private final ClassHierarchy hierarchy;
    private final ReachableCode code;
    private final TypePropagation types;

    Reflections(ClassHierarchy hierarchy, ReachableCode code, TypePropagation types) {
        this.hierarchy = hierarchy;
        this.code = code;
        this.types = types;
    }

    /// The methods that it may run.
    List<Method> targets(CallSite call) {
        String name = call.text(1).orElse("");
        List<Type> receivers = receivers(call);
        Stream<Type> candidates = receivers.isEmpty()
                ? code.instantiatedBelow(hierarchy.type("java/lang/Object")).stream()
                        .filter(Type::isTarget)
                : receivers.stream().flatMap(type -> code.instantiatedBelow(type).stream());
        return candidates
                .filter(type -> !type.isClojureFunction())
                .flatMap(type -> type.above().stream())
                .flatMap(type -> type.methods().stream())
                .filter(method -> method.signature().name().equals(name)
                        && method.is(AccessFlag.PUBLIC)
                        && !method.isStatic()
                        && !method.isAbstract()
                        && code.isReached(method))
                .distinct()
                .toList();
    }

    /// What it blocks for, by the models of the JDK; null where they tell nothing.
    @Nullable
    BlockingKind kind(CallSite call, ModelTable table) {
        String name = call.text(1).orElse("");
        return receivers(call).stream()
                .filter(Type::isJdk)
                .flatMap(type -> Optional.ofNullable(table.called(type, name)).stream())
                .flatMap(fact -> Optional.ofNullable(fact.kind()).stream())
                .filter(kind -> kind != BlockingKind.LOCK && kind != BlockingKind.STREAM)
                .findFirst()
                .orElse(null);
    }

    // The classes that the receiver has, or the one that the code names for it; none where nothing is known.
    private List<Type> receivers(CallSite call) {
        AbstractValue receiver = AbstractValue.bare(call.argument(0));
        List<Type> exact = types.of(receiver).closed();
        if (!exact.isEmpty()) {
            return exact;
        }
        List<AbstractValue> values =
                receiver instanceof AbstractValue.FieldRead read && read.field().is(AccessFlag.STATIC)
                        ? code.writes(read.field())
                        : List.of(receiver);
        return values.stream()
                .flatMap(value ->
                        Optional.ofNullable(AbstractValue.declared(AbstractValue.bare(value), hierarchy)).stream())
                .filter(type -> !type.name().equals("java/lang/Object"))
                .distinct()
                .toList();
    }
}
