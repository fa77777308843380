package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What the computation of a lazy sequence of Clojure runs: `lazy-seq` and `for` make a sequence of a function, which
/// whoever asks the sequence for its first element runs. Those of Clojure's own functions, such as `map`, run what they
/// are handed, and are told by that.
///
/// Source: `clojure.core/lazy-seq`, `clojure.core/for`, `clojure.lang.LazySeq`.
final class LazySequences {

    private static final String SEQUENCE = "clojure/lang/LazySeq";
    private static final String CLOJURE = "clojure/";
    /// Functions that return what another one returns.
    private static final int DEEPEST = 4;

    private final CallGraph.Builder graph;

    LazySequences(CallGraph.Builder graph) {
        this.graph = graph;
    }

    /// The code of the functions that a sequence is made of; none where it is no such sequence, or it is not known.
    Set<Method> code(AbstractValue sequence) {
        Set<Method> code = new LinkedHashSet<>();
        add(sequence, 0, code);
        return code;
    }

    private void add(AbstractValue sequence, int depth, Set<Method> code) {
        for (AbstractValue member : AbstractValue.members(AbstractValue.bare(sequence))) {
            switch (AbstractValue.bare(member)) {
                case AbstractValue.New made
                when made.type().name().equals(SEQUENCE) && !made.arguments().isEmpty() ->
                    code.addAll(code(made.arguments()));
                case AbstractValue.Result result
                when depth < DEEPEST -> {
                    for (Method target : graph.targets(result.call())) {
                        if (target.owner().isClojureFunction() && !isClojures(target.owner())) {
                            graph.facts(target).returns().forEach(value -> add(value, depth + 1, code));
                        }
                    }
                }
                default -> {}
            }
        }
    }

    private static List<Method> code(List<AbstractValue> arguments) {
        return AbstractValue.bare(arguments.getFirst()) instanceof AbstractValue.New function
                        && !isClojures(function.type())
                ? function.type().codeOfClojure()
                : List.of();
    }

    private static boolean isClojures(Type type) {
        return type.name().startsWith(CLOJURE);
    }
}
