package io.heddle.watch.signal;

import io.heddle.model.Holder.Cause;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.Frame;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/// Sorts one event after the other into a [Flight]. Events that tell nothing about virtual threads are not looked into.
///
/// What each JDK writes differs, see `docs/watch.md`: up to 23 a contended monitor and `Object.wait` show only as monitor events;
/// from 24 on the pinned event says why; an unmounted wait shows there with a length of nanoseconds, which is no hold.
public final class EventSorter {

    /// Shorter holds delay nobody.
    private static final long LEAST = 1_000_000;
    private static final long LEAST_FILE = 5_000_000;
    private static final long LEAST_OVERSHOOT = 5_000_000;
    private static final Pattern PERIOD = Pattern.compile("(\\d{1,6}) (ms|s)");
    private static final Pattern INITIALIZER = Pattern.compile("VM call to (.+)\\.<clinit> on stack");
    private static final Pattern INITIALIZED = Pattern.compile("Waited for initialization of (.+) by another thread");

    private final Flight flight;
    private final Frames frames = new Frames();
    private final List<Raw> raw = new ArrayList<>();
    private final Map<Long, String> periods = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();

    /// An event that can be judged only when the whole recording was read: it may come before the target's class path.
    private record Raw(Kind kind, long thread, long start, long nanos, List<Frame> stack, String reason, long other) {
    }

    private enum Kind {
        PINNED, ENTER, WAIT, FILE, SUBMIT
    }

    public EventSorter(Flight flight) {
        this.flight = flight;
    }

    /// Goes on where another stopped: what the recording said of itself, which it says but once, is still known.
    public EventSorter(Flight flight, EventSorter before) {
        this(flight);
        periods.putAll(before.periods);
        numbers.putAll(before.numbers);
    }

    /// Takes one event.
    public void accept(RecordedEvent event) {
        flight.events++;
        switch (event.getEventType().getName()) {
            case "jdk.VirtualThreadPinned" -> pinned(event);
            case "jdk.JavaMonitorEnter" -> timed(event, Kind.ENTER, LEAST, "");
            case "jdk.JavaMonitorWait" -> timed(event, Kind.WAIT, LEAST, className(event, "monitorClass"));
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> timed(event, Kind.FILE, LEAST_FILE, String.valueOf(event.getValue("path") instanceof String path ? path : ""));
            case "jdk.VirtualThreadSubmitFailed" -> raw.add(new Raw(Kind.SUBMIT, id(event), start(event), 0, frames.of(event), "", 0));
            case "jdk.ThreadSleep" -> slept(event);
            case "jdk.ExecutionSample" -> sampled(event, false);
            case "jdk.NativeMethodSample" -> sampled(event, true);
            case "jdk.VirtualThreadStart" -> {
                flight.countsThreads = true;
                flight.started++;
            }
            case "jdk.VirtualThreadEnd" -> flight.ended++;
            case "jdk.GCPhasePause" -> flight.pauses.add(new Delay(start(event), event.getDuration().toNanos(), false));
            case "jdk.MethodTiming" -> timing(event);
            default -> about(event);
        }
        if (!event.getEventType().getName().equals("jdk.InitialSystemProperty")) {
            flight.window(start(event), nanos(event.getEndTime()));
        }
    }

    private void about(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.JVMInformation" -> {
                flight.jvmVersion = text(event, "jvmVersion");
                flight.javaArguments = text(event, "javaArguments");
                flight.pid = event.hasField("pid") ? event.getLong("pid") : 0;
            }
            case "jdk.InitialSystemProperty" -> flight.properties.put(text(event, "key"), text(event, "value"));
            case "jdk.CPUInformation" -> flight.hardwareThreads = event.getInt("hwThreads");
            case "jdk.ActiveSetting" -> setting(event);
            default -> {
                // tells nothing about virtual threads
            }
        }
    }

    /// A setting names its event by the recording's own number.
    private void setting(RecordedEvent event) {
        if (text(event, "name").equals("period") && PERIOD.matcher(text(event, "value")).matches()) {
            periods.put(event.getLong("id"), text(event, "value"));
        }
    }

    /// How far apart samples were asked for, nanoseconds.
    private long period(String event) {
        Matcher matcher = PERIOD.matcher(periods.getOrDefault(numbers.getOrDefault(event, -1L), ""));
        return matcher.matches() ? Long.parseLong(matcher.group(1)) * (matcher.group(2).equals("ms") ? 1_000_000L : 1_000_000_000L) : 20_000_000L;
    }

    private void pinned(RecordedEvent event) {
        raw.add(new Raw(Kind.PINNED, id(event), start(event), event.getDuration().toNanos(), frames.of(event), text(event, "pinnedReason"), 0));
    }

    /// Only what a virtual thread met, and only if it took its time: an unmounted wait of JDK 25 is written with 20 ns.
    private void timed(RecordedEvent event, Kind kind, long least, String about) {
        long nanos = event.getDuration().toNanos();
        if (nanos >= least && isVirtual(event)) {
            long other = event.hasField("notifier") && event.getValue("notifier") instanceof RecordedThread thread ? thread.getJavaThreadId() : 0;
            raw.add(new Raw(kind, id(event), start(event), nanos, frames.of(event), about, other));
        }
    }

    private void slept(RecordedEvent event) {
        long late = event.getDuration().toNanos() - event.getDuration("time").toNanos();
        if (late >= LEAST_OVERSHOOT && event.getDuration("time").compareTo(Duration.ZERO) > 0) {
            flight.delays.add(new Delay(nanos(event.getEndTime()) - late, late, isVirtual(event)));
        }
    }

    private void sampled(RecordedEvent event, boolean isNative) {
        if (event.getValue("sampledThread") instanceof RecordedThread thread && thread.isVirtual()) {
            numbers.putIfAbsent(event.getEventType().getName(), event.getEventType().getId());
            flight.samples.add(new Sample(thread.getJavaThreadId(), start(event), isNative, frames.of(event)));
        }
    }

    /// The average may be the least number there is when nothing was called; it is not looked at.
    private void timing(RecordedEvent event) {
        String method = Optional.ofNullable(event.getValue("method")).map(value -> ((jdk.jfr.consumer.RecordedMethod) value).getName()).orElse("");
        long count = event.getLong("invocations");
        switch (method) {
            case "runContinuation" -> {
                flight.mounts = Math.max(flight.mounts, count);
                long longest = event.getLong("maximum");
                flight.longestSlice = Math.max(flight.longestSlice, longest == Long.MIN_VALUE ? 0 : event.getDuration("maximum").toNanos());
            }
            case "unblock" -> flight.handOvers = Math.max(flight.handOvers, count);
            default -> {
                // asked for by somebody else
            }
        }
    }

    /// Judges what was taken, once all is there.
    ///
    /// @param blame knows the target's classes
    public void finish(Blame blame) {
        Map<Long, List<Raw>> initializing = new HashMap<>();
        raw.stream().filter(r -> r.kind() == Kind.PINNED && r.stack().stream().anyMatch(Frame::isInitializer))
                .forEach(r -> initializing.computeIfAbsent(r.thread(), id -> new ArrayList<>()).add(r));
        raw.stream().filter(r -> !r.stack().isEmpty()).forEach(r -> flight.holds.add(hold(r, blame, initializing)));
        raw.clear();
        flight.executionPeriod = period("jdk.ExecutionSample");
        flight.nativePeriod = period("jdk.NativeMethodSample");
        new SampleRuns(flight).addHolds();
        flight.samples.clear();
    }

    private Hold hold(Raw r, Blame blame, Map<Long, List<Raw>> initializing) {
        Frame top = Blame.ownerOf(r.stack(), 0);
        return switch (r.kind()) {
            case PINNED -> pinned(r, blame);
            case ENTER -> hold(r, Signal.MONITOR, Cause.MONITOR, top, false, "waits to enter a monitor that another thread holds");
            case WAIT -> r.reason().equals("int[]") || r.reason().equals("[I") ? initializerOfAnother(r, blame, initializing)
                    : hold(r, Signal.MONITOR, Cause.WAIT, top, flight.feature() < 24 && flight.compensates(), "");
            case FILE -> hold(r, Signal.FILE, Cause.FILE_IO, top, flight.feature() < 23 && flight.compensates(), r.reason());
            case SUBMIT -> hold(r, Signal.SUBMIT, Cause.SUBMIT_FAILED, top, true, "the scheduler refused the thread: it never runs");
        };
    }

    private static Hold pinned(Raw r, Blame blame) {
        Matcher waited = INITIALIZED.matcher(r.reason());
        Matcher initializer = INITIALIZER.matcher(r.reason());
        Frame top = r.stack().getFirst();
        if (waited.matches()) {
            return new Hold(Signal.PINNED, Cause.CLASS_INITIALIZER, r.thread(), r.start(), r.nanos(), waited.group(1), "<clinit>", 0, r.stack(), false,
                    "waits until another thread has initialised the class");
        }
        Blame.Culprit culprit = blame.pinned(r.stack());
        if (initializer.matches()) {
            Frame frame = r.stack().stream().filter(Frame::isInitializer).findFirst().orElse(top);
            return new Hold(Signal.PINNED, Cause.CLASS_INITIALIZER, r.thread(), r.start(), r.nanos(), initializer.group(1), "<clinit>", frame.line(), r.stack(), false, "");
        }
        boolean jdkSays = r.reason().startsWith("Native");
        return hold(r, Signal.PINNED, jdkSays && culprit.cause() == Cause.MONITOR ? Cause.NATIVE : culprit.cause(), culprit.frame(), false, "");
    }

    /// The JVM waits on an array of its own while another thread initialises a class; the notifier is that thread.
    private static Hold initializerOfAnother(Raw r, Blame blame, Map<Long, List<Raw>> initializing) {
        Frame waiting = r.stack().getFirst();
        Optional<Frame> other = initializing.getOrDefault(r.other(), List.of()).stream().filter(o -> o.start() < r.start() + r.nanos() && r.start() < o.start() + o.nanos())
                .flatMap(o -> o.stack().stream().filter(Frame::isInitializer)).findFirst();
        String type = other.map(Frame::type).or(() -> blame.initialized(waiting)).orElse(waiting.type());
        return new Hold(Signal.MONITOR, Cause.CLASS_INITIALIZER, r.thread(), r.start(), r.nanos(), type, "<clinit>", other.map(Frame::line).orElse(0), r.stack(), false,
                "waits until another thread has initialised the class");
    }

    private static Hold hold(Raw r, Signal signal, Cause cause, Frame frame, boolean compensated, String detail) {
        return new Hold(signal, cause, r.thread(), r.start(), r.nanos(), frame.type(), frame.method(), frame.line(), r.stack(), compensated, detail);
    }

    private static boolean isVirtual(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        return thread != null && thread.isVirtual();
    }

    private static long id(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        return thread == null ? 0 : thread.getJavaThreadId();
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) && event.getValue(field) instanceof String text ? text : "";
    }

    private static String className(RecordedEvent event, String field) {
        return event.getValue(field) instanceof RecordedClass type ? type.getName() : "";
    }

    private static long start(RecordedEvent event) {
        return nanos(event.getStartTime());
    }

    static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }
}
