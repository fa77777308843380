package io.heddle.watch.live;

import io.heddle.model.Holder.Cause;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.Frame;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What several dumps tell together: virtual threads that kept their carrier, at one place, from the first dump to the last. That is the
/// only sign of a pin that never ends.
final class DumpJudge {

    private final List<Dump> dumps;
    private final Blame blame;

    DumpJudge(List<Dump> dumps, Blame blame) {
        this.dumps = dumps;
        this.blame = blame;
    }

    /// Threads that did not move, as holds from the first dump to the last; none from fewer than two dumps.
    List<Hold> holds() {
        List<Hold> holds = new ArrayList<>();
        for (DumpedThread thread : unmoved()) {
            Blame.Culprit culprit = culprit(thread);
            Frame frame = culprit.frame();
            holds.add(new Hold(Signal.DUMP, culprit.cause(), thread.id(), dumps.getFirst().at(), dumps.getLast().at() - dumps.getFirst().at(), frame.type(), frame.method(),
                    frame.line(), thread.stack(), false, waitsFor(thread).map(what -> "waits for " + what).orElse("")));
        }
        return holds;
    }

    /// Who waits for whom, for people; empty when nobody keeps a carrier.
    List<String> graph() {
        List<String> lines = new ArrayList<>();
        List<DumpedThread> held = unmoved();
        for (DumpedThread thread : held) {
            Frame frame = culprit(thread).frame();
            lines.add(thread.carrier() + " carries " + thread.title() + ", which does not leave it in " + frame.place()
                    + waitsFor(thread).map(what -> " and waits for " + what).orElse(""));
        }
        List<String> locks = held.stream().flatMap(thread -> waitsFor(thread).stream()).distinct().toList();
        for (DumpedThread other : held.isEmpty() ? List.<DumpedThread>of() : dumps.getLast().virtual()) {
            Optional<String> lock = waitsFor(other).filter(locks::contains);
            if (!other.carried() && lock.isPresent() && lines.size() < 20) {
                lines.add(other.title() + " waits for " + lock.orElseThrow() + " too, without a carrier: if it is next to get it, it cannot run");
            }
        }
        long unstarted = held.isEmpty() ? 0 : dumps.getLast().virtual().stream().filter(thread -> thread.stack().isEmpty()).count();
        if (unstarted > 0) {
            lines.add(unstarted + " virtual threads were started and have never run");
        }
        return lines;
    }

    private List<DumpedThread> unmoved() {
        return dumps.size() < 2 ? List.of() : dumps.getFirst().virtual().stream().filter(thread -> thread.carried() && !thread.stack().isEmpty())
                .filter(thread -> dumps.stream().allMatch(dump -> same(thread, dump.threads().get(thread.id())))).toList();
    }

    private static boolean same(DumpedThread one, @Nullable DumpedThread other) {
        return other != null && other.carried() && other.stack().equals(one.stack());
    }

    private Blame.Culprit culprit(DumpedThread thread) {
        for (int i = 0; i < thread.stack().size(); i++) {
            if (thread.owned().containsKey(i) && thread.stack().stream().limit(i).noneMatch(Frame::isInitializer)) {
                return new Blame.Culprit(Cause.MONITOR, Blame.ownerOf(thread.stack(), i));
            }
        }
        boolean blocks = thread.stack().stream().limit(3).anyMatch(frame -> frame.method().startsWith("park") || frame.isNative());
        return blocks || !thread.blockedOn().isEmpty() ? blame.pinned(thread.stack()) : new Blame.Culprit(Cause.CPU, Blame.ownerOf(thread.stack(), 0));
    }

    /// The lock that a thread is parked on: as JDK 25 tells, else by the code that asks for it.
    private static Optional<String> waitsFor(DumpedThread thread) {
        if (!thread.parkedOn().isEmpty() || !thread.blockedOn().isEmpty()) {
            return Optional.of(thread.parkedOn().isEmpty() ? thread.blockedOn() : thread.parkedOn());
        }
        List<Frame> stack = thread.stack();
        return stack.stream().filter(frame -> frame.is("java.util.concurrent.locks.ReentrantLock", "lock") || frame.is("java.util.concurrent.Semaphore", "acquire"))
                .map(lock -> {
                    Frame asks = Blame.ownerOf(stack, stack.indexOf(lock));
                    return "the " + lock.type().substring(lock.type().lastIndexOf('.') + 1) + " of " + asks.place();
                }).findFirst();
    }
}
