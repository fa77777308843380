package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import java.util.Set;

/// Tells two kinds of ambiguous calls apart. An object that a collection or an array holds is one of several that
/// are all there, such as the handlers of a server: some requests get to each of them. Of what a field holds alone
/// there is one, such as a server's connector, and which one it is depends on the service.
final class CollectedObjects {

    private static final Set<String> HOLDERS = Names.of("jdk", "holders of many");

    private final CallGraph graph;

    CollectedObjects(CallGraph graph) {
        this.graph = graph;
    }

    /// Whether the receiver of a call may come out of a collection or an array. The code of a method tells
    /// nothing else of an element of an array than that it may be anything.
    boolean isReceiverOf(CallSite call) {
        return call.receiver() == AbstractValue.ANY || isElement(call.receiver(), Limits.Exposure.SELECTION);
    }

    private boolean isElement(AbstractValue value, int calls) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .map(AbstractValue::bare)
                .anyMatch(origin -> origin instanceof AbstractValue.Result result
                        && (isFromHolder(result.call()) || calls > 0 && isSelected(result.call(), calls - 1)));
    }

    private static boolean isFromHolder(CallSite call) {
        return call.declared().isJdk() && call.declared().isBelowAny(HOLDERS);
    }

    // A method that looks for the one that fits.
    private boolean isSelected(CallSite call, int calls) {
        return graph.targets(call).stream()
                .flatMap(target -> graph.returns(target).stream())
                .anyMatch(value -> isElement(value, calls));
    }
}
