package io.heddle.analysis.intra;

import org.jspecify.annotations.Nullable;

/// An instruction that enters a monitor.
///
/// @param offset of the instruction
/// @param line of it, 0 where the class file does not tell
/// @param object whose monitor it is; a [AbstractValue.Typed] of `java/lang/Class` for a class literal
/// @param outer the monitors that its own method holds there; null where it holds none
public record MonitorEnter(
        int offset,
        int line,
        AbstractValue object,
        @Nullable LockSet outer) {}
