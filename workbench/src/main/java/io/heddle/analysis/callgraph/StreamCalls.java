package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.models.SelectorChannels;
import io.heddle.analysis.values.CallFacts;
import io.heddle.analysis.values.MemoryStreams;

/// Tells of calls on streams, while calls are resolved, which of them may block.
record StreamCalls(MemoryStreams memory, CallFacts facts) {

    /// Whether a call reads or writes a stream that is a parameter.
    boolean usesParameter(CallSite call) {
        return AbstractValue.bare(MemoryStreams.of(call)) instanceof AbstractValue.Parameter && memory.uses(call);
    }

    /// Whether a stream that is passed may block.
    boolean mayBlock(AbstractValue stream) {
        return leavesTheProcess(stream) && !SelectorChannels.isSelected(stream, facts);
    }

    /// Whether what is written to a stream leaves the process, or what is read comes from outside.
    boolean leavesTheProcess(AbstractValue stream) {
        return AbstractValue.bare(stream) != AbstractValue.NULL && !memory.inMemory(stream);
    }
}
