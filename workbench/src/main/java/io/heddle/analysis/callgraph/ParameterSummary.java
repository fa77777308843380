package io.heddle.analysis.callgraph;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import org.jspecify.annotations.Nullable;

/// Something that a method calls on a parameter, itself or through the methods that it passes it to.
///
/// @param parameter counted from 0, without the receiver; [#RECEIVER] for the receiver itself
/// @param called the method of the parameter that is called
/// @param stream whether that reads or writes a stream, so that the caller must tell whether it may block
/// @param held whether a monitor is held meanwhile
/// @param site the call on the parameter, or the call that passes it on; null where the parameter is stored
///     in a field that is called later, and of a model
/// @param holder method that holds the monitor; null where none is held
/// @param depth calls from this method to the one that calls the parameter
/// @param afterFailure whether it does so only once something has failed
public record ParameterSummary(
        int parameter,
        Signature called,
        boolean stream,
        boolean held,
        @Nullable CallSite site,
        @Nullable Method holder,
        int depth,
        boolean afterFailure) {

    /// Stands for the receiver in place of a parameter, see [CallSite#argument(int)].
    static final int RECEIVER = -1;

    /// Whether it is about the object whose method it is.
    boolean isImplicit() {
        return parameter == RECEIVER;
    }

    /// What a model tells of a method whose code is not looked at: it calls the parameter while it holds a monitor.
    static ParameterSummary ofModel(int parameter, Signature called, Method method) {
        return new ParameterSummary(parameter, called, false, true, null, method, 0, false);
    }

    /// Whether the parameter is stored in a field, and called later.
    boolean isStored() {
        return site == null && depth > 0;
    }

    // What also happens where nothing has failed need not be told of twice.
    boolean covers(ParameterSummary other) {
        return parameter == other.parameter
                && called == other.called
                && held == other.held
                && stream == other.stream
                && (!afterFailure || other.afterFailure);
    }

    /// The same, where the object that is handed in holds a monitor meanwhile.
    ParameterSummary whileHeld(Method by) {
        return held ? this : new ParameterSummary(parameter, called, stream, true, site, by, depth, afterFailure);
    }
}
