package io.heddle.watch.signal;

import io.heddle.model.Holder.Cause;
import io.heddle.waits.StackFrame;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.Blame.Culprit;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Makes holds of events, once all of a recording was read.
final class Judge {

    private static final Pattern INITIALIZER = Pattern.compile("VM call to (.+)\\.<clinit> on stack");
    private static final Pattern INITIALIZED = Pattern.compile("Waited for initialization of (.+) by another thread");
    private final Blame blame;
    private final RecordingWindow flight;
    /// A recording has one object for each stack, and few stacks for many events: each is looked through once.
    private final Map<List<StackFrame>, Culprit> culprits = new IdentityHashMap<>();
    private final Map<Long, List<PendingEvent>> initializing;

    Judge(Blame blame, RecordingWindow flight, PendingEvents raws) {
        this.blame = blame;
        this.flight = flight;
        Map<List<StackFrame>, Boolean> initialize = new IdentityHashMap<>();
        this.initializing = raws.kept()
                .filter(r -> r.kind() == PendingEvent.Kind.PINNED
                        && initialize.computeIfAbsent(
                                r.stack(), stack -> stack.stream().anyMatch(StackFrame::isInitializer)))
                .collect(Collectors.groupingBy(PendingEvent::thread, HashMap::new, Collectors.toList()));
    }

    /// @param r with a stack
    Hold hold(PendingEvent r) {
        return switch (r.kind()) {
            case PINNED -> pinned(r);
            case ENTER ->
                hold(
                        r,
                        Signal.MONITOR,
                        Cause.MONITOR,
                        owner(r),
                        false,
                        "waits to enter a monitor that another thread holds");
            case WAIT ->
                r.reason().equals("int[]") || r.reason().equals("[I")
                        ? initializerOfAnother(r)
                        : hold(r, Signal.MONITOR, Cause.WAIT, owner(r), flight.compensates(r.stack()), "");
            case FILE -> hold(r, Signal.FILE, Cause.FILE_IO, owner(r), flight.compensates(r.stack()), r.reason());
            case SUBMIT ->
                hold(
                        r,
                        Signal.SUBMIT,
                        Cause.SUBMIT_FAILED,
                        owner(r),
                        true,
                        "the scheduler refused the thread: it never runs");
        };
    }

    private static StackFrame owner(PendingEvent r) {
        return Blame.ownerOf(r.stack(), 0);
    }

    private Hold pinned(PendingEvent r) {
        Matcher waited = INITIALIZED.matcher(r.reason());
        Matcher initializer = INITIALIZER.matcher(r.reason());
        if (waited.matches()) {
            return new Hold(
                    Signal.PINNED,
                    Cause.CLASS_INITIALIZER,
                    r.thread(),
                    r.start(),
                    r.nanos(),
                    waited.group(1),
                    "<clinit>",
                    0,
                    r.stack(),
                    false,
                    "waits until another thread has initialised the class");
        }
        if (initializer.matches()) {
            StackFrame frame = r.stack().stream()
                    .filter(StackFrame::isInitializer)
                    .findFirst()
                    .orElse(r.stack().getFirst());
            return new Hold(
                    Signal.PINNED,
                    Cause.CLASS_INITIALIZER,
                    r.thread(),
                    r.start(),
                    r.nanos(),
                    initializer.group(1),
                    "<clinit>",
                    frame.line(),
                    r.stack(),
                    false,
                    "");
        }
        Culprit culprit = culprits.computeIfAbsent(r.stack(), blame::pinned);
        boolean jdkSays = r.reason().startsWith("Native");
        return hold(
                r,
                Signal.PINNED,
                jdkSays && culprit.cause() == Cause.MONITOR ? Cause.NATIVE : culprit.cause(),
                culprit.frame(),
                false,
                "");
    }

    /// The JVM waits on an array of its own while another thread initialises a class; the notifier is that thread.
    private Hold initializerOfAnother(PendingEvent r) {
        StackFrame waiting = r.stack().getFirst();
        Optional<StackFrame> other = initializing.getOrDefault(r.other(), List.of()).stream()
                .filter(o -> o.start() < r.start() + r.nanos() && r.start() < o.start() + o.nanos())
                .flatMap(o -> o.stack().stream().filter(StackFrame::isInitializer))
                .findFirst();
        String type =
                other.map(StackFrame::type).or(() -> blame.initialized(waiting)).orElse(waiting.type());
        return new Hold(
                Signal.MONITOR,
                Cause.CLASS_INITIALIZER,
                r.thread(),
                r.start(),
                r.nanos(),
                type,
                "<clinit>",
                other.map(StackFrame::line).orElse(0),
                r.stack(),
                false,
                "waits until another thread has initialised the class");
    }

    private static Hold hold(
            PendingEvent r, Signal signal, Cause cause, StackFrame frame, boolean compensated, String detail) {
        return new Hold(
                signal,
                cause,
                r.thread(),
                r.start(),
                r.nanos(),
                frame.type(),
                frame.method(),
                frame.line(),
                r.stack(),
                compensated,
                detail);
    }
}
