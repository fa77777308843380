package io.heddle.waits;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One thread at one moment, as a thread dump tells of it.
///
/// @param carrier name of the thread that carries it; empty when none does, or it is a platform thread, or unknown
/// @param state such as `BLOCKED`; empty where the dump does not tell
/// @param container the executor or scope that it belongs to; empty when none or unknown
/// @param child whether another thread started it in a scope, and waits until it ends
/// @param stack innermost first; empty when it has never run, or is the JVM's own
public record ThreadSnapshot(
        long id,
        String name,
        boolean virtual,
        String carrier,
        String state,
        Locks locks,
        String container,
        boolean child,
        List<StackFrame> stack) {

    private static final String WAIT = "wait0";

    /// What a thread has and waits for. Each is as `class@number`; empty when there is none, or the dump does not tell.
    ///
    /// @param blockedOn the monitor that it waits to enter
    /// @param waitingOn the object that it waits on
    /// @param parkedOn what it is parked on
    /// @param parkOwner id of the thread that owns that; 0 when unknown
    /// @param initializing binary name of the class that it waits to see initialised
    /// @param owned monitors that it holds, by the index of the frame that took them; those that it gave back in
    ///     `Object.wait` may be among them (JDK-8361926)
    /// @param synchronizers locks that it holds
    public record Locks(
            String blockedOn,
            String waitingOn,
            String parkedOn,
            long parkOwner,
            String initializing,
            Map<Integer, List<String>> owned,
            List<String> synchronizers) {

        public static final Locks NONE = new Locks("", "", "", 0, "", Map.of(), List.of());
    }

    /// As people see it.
    public String title() {
        return (virtual ? "virtual thread #" : "thread #") + id + (name.isEmpty() ? "" : " \"" + name + "\"");
    }

    /// Whether it is known to have a carrier.
    public boolean carried() {
        return !carrier.isEmpty();
    }

    /// Whether it is in `Object.wait`, which counts as holding a monitor though it does not.
    public boolean waits() {
        return !stack.isEmpty()
                && (stack.getFirst().is("java.lang.Object", WAIT)
                        || stack.getFirst().is("java.lang.Object", "wait"));
    }

    /// The frame that took a monitor which the thread really holds; empty when it does not. One that it waits on, or
    /// waits to enter again, it has given back, whatever the dump says (JDK-8361926).
    public Optional<StackFrame> holds(String monitor) {
        if (monitor.equals(locks.waitingOn()) || monitor.equals(locks.blockedOn()) || waits() && tookLast(monitor)) {
            return Optional.empty();
        }
        return locks.owned().entrySet().stream()
                .filter(taken -> taken.getValue().contains(monitor) && taken.getKey() < stack.size())
                .min(Map.Entry.comparingByKey())
                .map(taken -> stack.get(taken.getKey()));
    }

    /// Before 25 a dump does not tell what a thread waits on: it is the monitor that it took last.
    private boolean tookLast(String monitor) {
        return locks.waitingOn().isEmpty()
                && locks.owned().entrySet().stream()
                        .min(Map.Entry.comparingByKey())
                        .map(taken -> taken.getValue().contains(monitor))
                        .orElse(false);
    }

    /// Whether it queues for what other threads have: a monitor, a lock, a thing of a pool, room in a queue, a class
    /// that
    /// is being initialised.
    public boolean isInLine() {
        return Classifier.KNOWN.of(this, true).queues();
    }

    /// Whether one of its frames is this.
    public boolean isIn(String type, String method) {
        return stack.stream().anyMatch(frame -> frame.is(type, method));
    }
}
