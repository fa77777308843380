package io.heddle.analysis.intra;

import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Calls of Clojure's functions, in the code that its compiler writes.
public final class ClojureCalls {

    /// Functions that are handed to functions, which return functions, that are followed.
    private static final int DEEPEST = 3;

    private static final Set<String> FUNCTIONS =
            Set.of("clojure/lang/IFn", "clojure/lang/AFn", "clojure/lang/AFunction", "clojure/lang/RestFn");
    private static final String LAZY = "clojure/lang/LazySeq";
    private static final Set<String> RUNS = Set.of("invoke", "applyTo");

    private static final Set<String> REFLECTS = Set.of(
            "invokeNoArgInstanceMember", "invokeInstanceMember", "invokeInstanceMethod", "invokeInstanceMethodOfClass");

    private ClojureCalls() {}

    /// Whether a call is made on an object that is a function for Clojure: one of its compiler, a map, a keyword.
    public static boolean isOnFunction(CallSite call) {
        return call.how() == How.VIRTUAL
                && FUNCTIONS.contains(call.declared().name())
                && RUNS.contains(call.signature().name());
    }

    /// Whether a call finds the method that it runs by its name.
    public static boolean reflects(CallSite call) {
        return call.how() == How.STATIC
                && call.declared().name().equals("clojure/lang/Reflector")
                && REFLECTS.contains(call.signature().name())
                && call.text(1).isPresent();
    }

    /// The function of Clojure that a call surely runs: its class; null where it runs another method.
    public static @Nullable Type function(CallSite call) {
        if (call.how() == How.STATIC) {
            return runsFunction(call) ? call.declared() : null;
        }
        return isOnFunction(call)
                        && AbstractValue.bare(call.receiver()) instanceof AbstractValue.New made
                        && made.type().isClojureFunction()
                ? made.type()
                : null;
    }

    /// Whether a call runs a function of Clojure: through its var, as an object, or linked directly.
    public static boolean runsFunction(CallSite call) {
        return isOnFunction(call)
                || call.how() == How.STATIC
                        && call.signature().name().equals("invokeStatic")
                        && call.declared().isClojureFunction();
    }

    /// Whether a function of a library calls an interface of Clojure's on what it is handed.
    public static boolean isOnHanded(CallSite call) {
        return call.caller().owner().isClojureFunction()
                && !call.caller().owner().isTarget()
                && call.declared().name().startsWith("clojure/lang/")
                && AbstractValue.bare(call.receiver()) instanceof AbstractValue.Parameter;
    }

    /// Whether what is called on a function runs it, or computes a lazy sequence.
    public static boolean runs(Signature called) {
        return RUNS.contains(called.name()) || realises(called);
    }

    /// A value without casts. In a function that calls itself by `recur` a parameter is also what it is set to then:
    /// the
    /// parameter is taken for it.
    public static AbstractValue handed(Method function, AbstractValue value) {
        AbstractValue bare = AbstractValue.bare(value);
        return function.owner().isClojureFunction() && bare instanceof AbstractValue.Union union
                ? union.members().stream()
                        .map(AbstractValue::bare)
                        .filter(AbstractValue.Parameter.class::isInstance)
                        .findFirst()
                        .orElse(bare)
                : bare;
    }

    /// Whether a call gets what a reference holds, and may wait for it.
    public static boolean dereferences(CallSite call) {
        return call.how() == How.VIRTUAL
                && call.declared().name().equals("clojure/lang/IDeref")
                && call.signature().name().equals("deref");
    }

    /// Whether a call computes what a lazy sequence has not computed yet.
    public static boolean realises(CallSite call) {
        return call.declared().name().equals(LAZY) && realises(call.signature());
    }

    /// The same of what is called.
    public static boolean realises(Signature called) {
        return called.name().equals("seq") && called.parameters().isEmpty();
    }

    /// A value, and the functions that are handed to the functions which make it: who calls what `(comp f g)` gives
    /// calls
    /// `f` and `g`.
    public static List<AbstractValue> callable(AbstractValue value) {
        Set<AbstractValue> all = new LinkedHashSet<>();
        all.add(value);
        handed(value, DEEPEST, all);
        return List.copyOf(all);
    }

    private static void handed(AbstractValue value, int depth, Set<AbstractValue> all) {
        for (AbstractValue member : AbstractValue.members(AbstractValue.bare(value))) {
            if (depth > 0
                    && AbstractValue.bare(member) instanceof AbstractValue.Result result
                    && runsFunction(result.call())) {
                CallSite call = result.call();
                for (int i = 0; i < call.parameters(); i++) {
                    AbstractValue argument = AbstractValue.bare(call.argument(i));
                    if (argument instanceof AbstractValue.New made
                            && made.type().isClojureFunction()) {
                        all.add(argument);
                    }
                    handed(argument, depth - 1, all);
                }
            }
        }
    }
}
