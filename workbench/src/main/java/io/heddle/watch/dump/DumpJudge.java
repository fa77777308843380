package io.heddle.watch.dump;

import io.heddle.model.Holder.Cause;
import io.heddle.model.WaitGraph;
import io.heddle.waits.BusyWaits;
import io.heddle.waits.StackFrame;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import io.heddle.watch.code.Blame;
import io.heddle.watch.signal.Hold;
import io.heddle.watch.signal.RecordingWindow;
import io.heddle.watch.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What several dumps tell together: virtual threads that kept their carrier, at one place, from the first dump to the
/// last. That is the only sign of a pin that never ends.
public final class DumpJudge {

    private static final int MOST_WAITERS = 20;
    /// Fewer dumps may meet a thread twice by chance as it gives its carrier away.
    private static final int SPINS = 3;
    private static final int NEAR = 8;

    private final List<ThreadDump> dumps;
    private final Blame blame;
    private final RecordingWindow flight;

    /// @param flight knows the JDK and its scheduler
    public DumpJudge(List<ThreadDump> dumps, Blame blame, RecordingWindow flight) {
        this.dumps = dumps;
        this.blame = blame;
        this.flight = flight;
    }

    /// The least number of carriers that a dump shows with a virtual thread that does not run: it is blocked there.
    public long blocked() {
        return dumps.stream()
                .mapToLong(dump -> dump.virtual().stream()
                        .filter(thread -> thread.carried() && blocks(thread))
                        .count())
                .min()
                .orElse(0);
    }

    /// Threads that did not move, as holds from the first dump to the last; none from fewer than two dumps.
    public List<Hold> holds() {
        List<Hold> holds = new ArrayList<>();
        for (ThreadSnapshot thread : unmoved()) {
            Blame.Culprit culprit = culprit(thread);
            String detail = waitsFor(thread).map(what -> "waits for " + what).orElse("");
            boolean compensated = flight.compensates(thread.stack());
            Optional<String> awaited = culprit.cause() == Cause.CPU ? BusyWaits.of(thread.stack()) : Optional.empty();
            holds.add(hold(
                    thread,
                    awaited.isPresent() ? Cause.SPIN : culprit.cause(),
                    culprit.frame(),
                    compensated
                            ? Hold.COMPENSATED
                            : awaited.map(BusyWaits::words).orElse(detail),
                    compensated));
        }
        for (ThreadSnapshot thread : spinning()) {
            holds.add(hold(
                    thread,
                    Cause.SPIN,
                    Blame.ownerOf(thread.stack(), 0),
                    "virtual threads give their carriers away and take them back without end",
                    false));
        }
        return holds;
    }

    /// From the first dump to the last.
    private Hold hold(ThreadSnapshot thread, Cause cause, StackFrame frame, String detail, boolean compensated) {
        return new Hold(
                Signal.DUMP,
                cause,
                thread.id(),
                dumps.getFirst().at(),
                dumps.getLast().at() - dumps.getFirst().at(),
                frame.type(),
                frame.method(),
                frame.line(),
                thread.stack(),
                compensated,
                detail);
    }

    /// Threads that each dump meets as they give their carriers away, at one place. Samplers hardly do: most of
    /// the time goes into the hand-over.
    private List<ThreadSnapshot> spinning() {
        return dumps.size() < SPINS
                ? List.of()
                : dumps.getFirst().virtual().stream()
                        .filter(DumpJudge::yields)
                        .filter(thread -> dumps.stream()
                                .map(dump -> dump.threads().get(thread.id()))
                                .allMatch(other -> other != null
                                        && yields(other)
                                        && Blame.ownerOf(other.stack(), 0)
                                                .place()
                                                .equals(Blame.ownerOf(thread.stack(), 0)
                                                        .place())))
                        .toList();
    }

    private static boolean yields(ThreadSnapshot thread) {
        return thread.stack().stream().limit(NEAR).anyMatch(frame -> frame.is("java.lang.Thread", "yield"));
    }

    /// Who waits for whom; empty when nobody keeps a carrier.
    public WaitGraph graph() {
        List<ThreadSnapshot> held = unmoved().stream()
                .filter(thread -> !flight.compensates(thread.stack()))
                .toList();
        if (held.isEmpty()) {
            return WaitGraph.NONE;
        }
        List<WaitGraph.Held> carriers = held.stream()
                .map(thread -> new WaitGraph.Held(
                        thread.carrier(),
                        thread.title(),
                        culprit(thread).frame().place(),
                        waitsFor(thread).orElse("")))
                .toList();
        Set<String> locks = carriers.stream()
                .map(WaitGraph.Held::lock)
                .filter(lock -> !lock.isEmpty())
                .collect(Collectors.toSet());
        List<WaitGraph.Waiter> waiters = dumps.getLast().virtual().stream()
                .filter(thread -> !thread.carried())
                .flatMap(
                        thread -> waitsFor(thread)
                                .filter(locks::contains)
                                .map(lock -> new WaitGraph.Waiter(thread.title(), lock))
                                .stream())
                .limit(MOST_WAITERS)
                .toList();
        return new WaitGraph(
                carriers,
                waiters,
                dumps.getLast().virtual().stream()
                        .filter(thread -> thread.stack().isEmpty())
                        .count());
    }

    private List<ThreadSnapshot> unmoved() {
        return dumps.size() < 2
                ? List.of()
                : dumps.getFirst().virtual().stream()
                        .filter(thread -> thread.carried() && !thread.stack().isEmpty() && !yields(thread))
                        .filter(thread -> dumps.stream()
                                .allMatch(dump -> same(thread, dump.threads().get(thread.id()))))
                        .toList();
    }

    private static boolean same(ThreadSnapshot one, @Nullable ThreadSnapshot other) {
        return other != null && other.carried() && other.stack().equals(one.stack());
    }

    private Blame.Culprit culprit(ThreadSnapshot thread) {
        for (int i = 0; i < thread.stack().size(); i++) {
            if (thread.locks().owned().containsKey(i)
                    && thread.stack().stream().limit(i).noneMatch(StackFrame::isInitializer)) {
                return new Blame.Culprit(Cause.MONITOR, Blame.ownerOf(thread.stack(), i));
            }
        }
        return blocks(thread)
                ? blame.blocked(thread.stack())
                : new Blame.Culprit(Cause.CPU, Blame.ownerOf(thread.stack(), 0));
    }

    private static boolean blocks(ThreadSnapshot thread) {
        return !thread.locks().blockedOn().isEmpty()
                || thread.stack().stream()
                        .limit(3)
                        .anyMatch(frame -> frame.method().startsWith("park") || frame.isNative());
    }

    /// The lock that a thread is parked on: as JDK 25 tells, else by the code that asks for it.
    private static Optional<String> waitsFor(ThreadSnapshot thread) {
        if (!thread.locks().parkedOn().isEmpty() || !thread.locks().blockedOn().isEmpty()) {
            return Optional.of(
                    thread.locks().parkedOn().isEmpty()
                            ? thread.locks().blockedOn()
                            : thread.locks().parkedOn());
        }
        List<StackFrame> stack = thread.stack();
        return stack.stream()
                .filter(frame -> frame.is("java.util.concurrent.locks.ReentrantLock", "lock")
                        || frame.is("java.util.concurrent.Semaphore", "acquire"))
                .map(lock -> {
                    StackFrame asks = Blame.ownerOf(stack, stack.indexOf(lock));
                    return "the " + lock.type().substring(lock.type().lastIndexOf('.') + 1) + " of " + asks.place();
                })
                .findFirst();
    }
}
