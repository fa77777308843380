package io.heddle.analysis.intra;

import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import io.heddle.model.ClojureNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Functions of Clojure in data: those that a proxy runs by the names of its methods, and those in maps and vectors,
/// such
/// as the routes of a service. Safe for threads.
///
/// Source: `clojure.lang.Compiler.MapExpr.emit` and `VectorExpr.emit`, `clojure.core/proxy` and `init-proxy`.
public final class ClojureData {

    private static final String RUNTIME = "clojure/lang/RT";
    private static final String INIT_PROXY = "clojure/core$init_proxy";
    private static final String EXTEND = "clojure/core$extend";
    private static final String OF_PROXY = "__clojureFnMap";
    private static final Set<String> COLLECTIONS = Set.of("map", "mapUniqueKeys", "vector", "set");

    private final ClassHierarchy hierarchy;

    ClojureData(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /// Whether Clojure's compiler made a class: of a function, or to load a namespace.
    static boolean isMadeByCompiler(Type type) {
        return type.isClojureFunction() || type.name().endsWith(ClojureNames.LOADER);
    }

    /// The field that stands for all that maps and vectors hold.
    public static Field content(ClassHierarchy hierarchy) {
        return hierarchy.root(hierarchy.type("clojure/lang/IPersistentCollection"), "content");
    }

    Field content() {
        return content(hierarchy);
    }

    /// What a method of a proxy looks up to run it; null where a call looks up something else.
    @Nullable
    Field ofProxy(CallSite call) {
        return call.declared().name().equals(RUNTIME)
                        && call.signature().name().equals("get")
                        && AbstractValue.bare(call.argument(0)) instanceof AbstractValue.FieldRead read
                        && read.field().name().equals(OF_PROXY)
                        && read.field().owner() == call.caller().owner()
                ? call.text(1)
                        .map(key -> hierarchy.root(read.field().owner(), key))
                        .orElse(null)
                : null;
    }

    /// The functions that a call puts into a map, a vector or a set of the application's.
    List<AbstractValue> functions(CallSite call) {
        return call.caller().owner().isTarget() && isCollection(call)
                ? elements(call)
                        .map(AbstractValue::bare)
                        .filter(value -> value instanceof AbstractValue.New made
                                        && made.type().isClojureFunction()
                                || value instanceof AbstractValue.FieldRead)
                        .toList()
                : List.of();
    }

    private static boolean isCollection(CallSite call) {
        return call.declared().name().equals(RUNTIME)
                        && COLLECTIONS.contains(call.signature().name())
                || call.declared().name().equals("clojure/lang/Tuple");
    }

    // In one array, or one by one.
    private static Stream<AbstractValue> elements(CallSite call) {
        return call.arguments().stream()
                .filter(Objects::nonNull)
                .flatMap(argument -> argument instanceof AbstractValue.New made
                                && made.type().name().equals("java/lang/Object")
                        ? made.arguments().stream()
                        : Stream.of(argument));
    }

    /// What the methods of a proxy run, where a call says so.
    Map<Field, AbstractValue> proxies(CallSite call) {
        Map<Field, AbstractValue> found = new LinkedHashMap<>();
        if (Optional.ofNullable(ClojureCalls.function(call))
                        .map(Type::name)
                        .filter(INIT_PROXY::equals)
                        .isPresent()
                && AbstractValue.bare(call.argument(0)) instanceof AbstractValue.New proxy
                && AbstractValue.bare(call.argument(1)) instanceof AbstractValue.Result map
                && isCollection(map.call())) {
            List<AbstractValue> elements = elements(map.call()).toList();
            for (int i = 0; i + 1 < elements.size(); i += 2) {
                if (AbstractValue.bare(elements.get(i)) instanceof AbstractValue.Text key) {
                    found.put(hierarchy.root(proxy.type(), key.text()), elements.get(i + 1));
                }
            }
        }
        return found;
    }

    /// What a call extends the methods of a protocol by, by the roots of their vars: `extend`, which `extend-type` and
    /// `extend-protocol` become.
    ///
    /// Source: `clojure.core/extend`.
    Map<Field, List<AbstractValue>> implementations(CallSite call, ClojureVars vars) {
        Map<Field, List<AbstractValue>> found = new LinkedHashMap<>();
        if (Optional.ofNullable(ClojureCalls.function(call))
                .map(Type::name)
                .filter(EXTEND::equals)
                .isEmpty()) {
            return found;
        }
        List<AbstractValue> pairs = IntStream.range(1, call.parameters())
                .mapToObj(call::argument)
                .map(AbstractValue::bare)
                .flatMap(argument -> argument instanceof AbstractValue.Result rest
                                && rest.call().declared().name().equals("clojure/lang/ArraySeq")
                        ? elements(rest.call())
                        : Stream.of(argument))
                .toList();
        for (int i = 0; i + 1 < pairs.size(); i += 2) {
            if (AbstractValue.bare(pairs.get(i)) instanceof AbstractValue.FieldRead protocol
                    && AbstractValue.bare(pairs.get(i + 1)) instanceof AbstractValue.Result map
                    && isCollection(map.call())) {
                List<AbstractValue> methods = elements(map.call()).toList();
                for (int j = 0; j + 1 < methods.size(); j += 2) {
                    String name = vars.keyword(methods.get(j));
                    if (name != null) {
                        found.computeIfAbsent(hierarchy.root(protocol.field().owner(), name), _ -> new ArrayList<>())
                                .add(methods.get(j + 1));
                    }
                }
            }
        }
        return found;
    }
}
