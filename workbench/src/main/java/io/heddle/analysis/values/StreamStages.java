package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The calls in one method that make, extend and end a stream, as far as each is made on what the one before returns.
public final class StreamStages {

    private static final String STREAMS = "java/util/stream/";
    private static final String SEQUENTIAL = "sequential";

    private StreamStages() {}

    /// The calls whose functions a parallel stream runs: those on the stream before and after it becomes parallel;
    /// empty
    /// where it becomes sequential again.
    ///
    /// @param parallel the call that makes the stream parallel
    /// @param calls those in the same method
    public static List<CallSite> of(CallSite parallel, List<CallSite> calls) {
        List<CallSite> after = calls.stream()
                .filter(call -> call.declared().name().startsWith(STREAMS)
                        && before(call).contains(parallel))
                .toList();
        return after.stream().anyMatch(call -> call.signature().name().equals(SEQUENTIAL))
                ? List.of()
                : Stream.concat(before(parallel).stream(), after.stream()).toList();
    }

    // Those whose results lead to the receiver of a call.
    private static List<CallSite> before(CallSite call) {
        List<CallSite> before = new ArrayList<>();
        CallSite at = call;
        while (before.size() < Limits.Traces.KEPT
                && at.how() != CallSite.How.STATIC
                && AbstractValue.bare(at.receiver()) instanceof AbstractValue.Result result
                && !before.contains(result.call())) {
            at = result.call();
            before.add(at);
        }
        return before;
    }
}
