package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import java.util.List;

/// A virtual thread that was met on its carrier.
///
/// @param thread its id
/// @param at nanoseconds since the epoch
/// @param isNative it was in native code
record Sample(long thread, long at, boolean isNative, List<StackFrame> stack) {}
