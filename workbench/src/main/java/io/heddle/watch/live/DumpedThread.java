package io.heddle.watch.live;

import io.heddle.watch.code.StackFrame;
import java.util.List;
import java.util.Map;

/// One thread of a thread dump.
///
/// @param carrier name of the thread that carries it; empty when none does, or it is a platform thread
/// @param state such as `BLOCKED`; empty before 25
/// @param blockedOn the monitor that it waits to enter; empty when none or unknown (before 25)
/// @param parkedOn what it is parked on; empty when unknown (before 25)
/// @param owned monitors that it holds, by the index of the frame that took them; empty before 25
record DumpedThread(
        long id,
        String name,
        boolean virtual,
        String carrier,
        String state,
        String blockedOn,
        String parkedOn,
        Map<Integer, List<String>> owned,
        List<StackFrame> stack) {

    /// As people see it.
    String title() {
        return "virtual thread #" + id + (name.isEmpty() ? "" : " \"" + name + "\"");
    }

    boolean carried() {
        return !carrier.isEmpty();
    }

    /// Whether it is in `Object.wait`, which counts as holding a monitor though it does not.
    boolean waits() {
        return !stack.isEmpty() && stack.getFirst().is("java.lang.Object", "wait0");
    }
}
