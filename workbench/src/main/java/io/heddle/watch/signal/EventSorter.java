package io.heddle.watch.signal;

import io.heddle.waits.StackFrame;
import io.heddle.watch.code.Blame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sorts one event after the other into a [RecordingWindow]. Events that tell nothing about virtual threads are not
/// looked
/// into.
///
/// What each JDK writes differs, see `docs/watch.md`: up to 23 a contended monitor and `Object.wait` show only as
/// monitor events; from 24 on the pinned event says why; an unmounted wait shows there with a length of nanoseconds,
/// which is no hold.
public final class EventSorter {

    /// Shorter holds delay nobody.
    public static final long LEAST = 1_000_000;
    public static final long LEAST_FILE = 5_000_000;
    public static final long LEAST_OVERSHOOT = 5_000_000;
    private static final String THREAD = "eventThread";
    private static final Pattern PERIOD = Pattern.compile("(\\d{1,6}) (ms|s)");

    private final RecordingWindow flight;
    private final PendingEvents raw = PendingEvents.ofMemory();
    private final Map<Long, String> periods = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    /// By number: whether it was on in any part of the recording.
    private final Map<Long, Boolean> enabled = new HashMap<>();
    /// Calls of a method since it is timed: JFR counts on from window to window.
    private final Map<String, Long> calls = new HashMap<>();
    private final Map<String, Long> callsBefore = new HashMap<>();
    private Optional<Counted> firstCounted = Optional.empty();

    private record Counted(long at, long count) {}

    public EventSorter(RecordingWindow flight) {
        this.flight = flight;
    }

    /// Goes on where another stopped: what the recording said of itself, which it says but once, is still known.
    public EventSorter(RecordingWindow flight, EventSorter before) {
        this(flight);
        periods.putAll(before.periods);
        numbers.putAll(before.numbers);
        enabled.putAll(before.enabled);
        calls.putAll(before.calls);
        callsBefore.putAll(before.calls);
    }

    /// Widens the window by a time in which events were written, though maybe none that is wanted.
    public void window(long start, long nanos) {
        flight.window(start, start + nanos);
    }

    /// Takes events that tell nothing but that they were there.
    public void counted(String type, long events) {
        flight.countsThreads |= type.equals("jdk.VirtualThreadStart") && events > 0;
        flight.started += type.equals("jdk.VirtualThreadStart") ? events : 0;
    }

    /// Takes the number by which settings name a type.
    public void described(String type, long number) {
        numbers.put(type, number);
    }

    /// Takes one event; those of other types tell nothing about virtual threads.
    public void accept(Event event) {
        flight.events++;
        flight.told.add(event.type());
        switch (event.type()) {
            case "jdk.VirtualThreadPinned" ->
                raw.add(new PendingEvent(
                        PendingEvent.Kind.PINNED,
                        id(event),
                        event.start(),
                        event.nanos(),
                        event.stack(),
                        event.text("pinnedReason"),
                        0));
            case "jdk.JavaMonitorEnter" -> timed(event, PendingEvent.Kind.ENTER, LEAST, "");
            case "jdk.JavaMonitorWait" -> timed(event, PendingEvent.Kind.WAIT, LEAST, event.className("monitorClass"));
            case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" ->
                timed(event, PendingEvent.Kind.FILE, LEAST_FILE, event.text("path"));
            case "jdk.VirtualThreadSubmitFailed" ->
                raw.add(new PendingEvent(PendingEvent.Kind.SUBMIT, id(event), event.start(), 0, event.stack(), "", 0));
            case "jdk.ThreadSleep" -> slept(event);
            // They hold no carrier, but with the JDK's own settings often nothing else names a virtual thread.
            case "jdk.SocketRead", "jdk.SocketWrite" ->
                flight.metVirtual = flight.metVirtual || event.thread(THREAD).virtual();
            case "jdk.ExecutionSample" -> sampled(event, false);
            case "jdk.NativeMethodSample" -> sampled(event, true);
            case "jdk.VirtualThreadStart", "jdk.VirtualThreadEnd" -> counted(event.type(), 1);
            case "jdk.GCPhasePause" -> flight.pauses.add(new Delay(event.start(), event.nanos(), false));
            case "jdk.MethodTiming" -> timing(event);
            case "jdk.JVMInformation" -> {
                flight.jvmVersion = event.text("jvmVersion");
                flight.javaArguments = event.text("javaArguments");
                flight.pid = event.number("pid");
            }
            case "jdk.InitialSystemProperty" -> flight.properties.put(event.text("key"), event.text("value"));
            case "jdk.CPULoad" -> flight.busy.put(event.start(), event.real("jvmUser") + event.real("jvmSystem"));
            case "jdk.CPUInformation" -> flight.hardwareThreads = (int) event.number("hwThreads");
            case "jdk.ActiveSetting" -> setting(event);
            default -> {
                // somebody else asked for it
            }
        }
        if (!event.type().equals("jdk.InitialSystemProperty")) {
            flight.window(event.start(), event.start() + event.nanos());
        }
    }

    /// A setting names its event by the recording's own number.
    private void setting(Event event) {
        if (event.text("name").equals("period")
                && PERIOD.matcher(event.text("value")).matches()) {
            periods.put(event.number("id"), event.text("value"));
        }
        if (event.text("name").equals("enabled")) {
            enabled.merge(event.number("id"), event.text("value").equals("true"), Boolean::logicalOr);
        }
    }

    /// How far apart samples were asked for, nanoseconds.
    private long period(String event) {
        Matcher matcher = PERIOD.matcher(periods.getOrDefault(numbers.getOrDefault(event, -1L), ""));
        return matcher.matches()
                ? Long.parseLong(matcher.group(1)) * (matcher.group(2).equals("ms") ? 1_000_000L : 1_000_000_000L)
                : 20_000_000L;
    }

    /// Only what a virtual thread met, and only if it took its time: an unmounted wait of JDK 25 is written with
    /// 20 ns.
    private void timed(Event event, PendingEvent.Kind kind, long least, String about) {
        long nanos = event.nanos();
        Event.Who who = event.thread(THREAD);
        flight.metVirtual |= who.virtual();
        if (nanos >= least && who.virtual()) {
            raw.add(new PendingEvent(
                    kind,
                    who.id(),
                    event.start(),
                    nanos,
                    event.stack(),
                    about,
                    event.thread("notifier").id()));
        }
    }

    private void slept(Event event) {
        long asked = event.span("time");
        long late = event.nanos() - asked;
        Event.Who who = event.thread(THREAD);
        flight.metVirtual |= who.virtual();
        if (who.virtual() && event.nanos() >= LEAST_OVERSHOOT) {
            flight.sleeps.add(who.id(), event.start() + event.nanos());
        }
        if (late >= LEAST_OVERSHOOT && asked > 0) {
            flight.delays.add(new Delay(event.start() + event.nanos() - late, late, who.virtual()));
        }
    }

    private void sampled(Event event, boolean isNative) {
        Event.Who who = event.thread("sampledThread");
        flight.metVirtual |= who.virtual();
        if (who.virtual()) {
            numbers.putIfAbsent(event.type(), event.typeNumber());
            flight.samples.add(new Sample(who.id(), event.start(), isNative, event.stack()));
        } else if (isNative) {
            flight.nativeMeetings
                    .computeIfAbsent(who.id(), _ -> new ArrayList<>())
                    .add(event.start());
        } else {
            List<StackFrame> stack = event.stack();
            if (stack.stream().anyMatch(frame -> frame.is("java.lang.VirtualThread", "runContinuation"))) {
                flight.metVirtual = true;
                flight.switches.add(new Sample(who.id(), event.start(), false, stack));
            }
        }
    }

    /// Lengths are undefined when nothing was called; the average is not looked at.
    private void timing(Event event) {
        String method = event.methodName("method");
        long count = calls.merge(method, event.number("invocations"), Math::max) - callsBefore.getOrDefault(method, 0L);
        switch (method) {
            case "runContinuation" -> {
                flight.mounts = Math.max(flight.mounts, count);
                flight.longestSlice = Math.max(flight.longestSlice, event.span("maximum"));
            }
            case "unblock" -> {
                firstCounted = firstCounted.isPresent() ? firstCounted : Optional.of(new Counted(event.start(), count));
                Counted first = firstCounted.orElseThrow();
                flight.handOvers = Math.max(flight.handOvers, count);
                flight.handOversPerSecond =
                        event.start() > first.at() ? (count - first.count()) * 1e9 / (event.start() - first.at()) : 0;
            }
            default -> {
                // asked for by somebody else
            }
        }
    }

    /// What is known so far of the last moments; nothing is taken from it.
    ///
    /// @param since nanoseconds since the epoch
    public RecordingWindow peek(Blame blame, long since) {
        RecordingWindow recent = new RecordingWindow();
        recent.properties.putAll(flight.properties);
        recent.jvmVersion = flight.jvmVersion;
        recent.hardwareThreads = flight.hardwareThreads;
        recent.window(since, Math.max(since + 1, flight.end));
        EventSorter part = new EventSorter(recent, this);
        raw.kept().filter(r -> r.start() + r.nanos() >= since).forEach(part.raw::add);
        flight.samples.stream().filter(sample -> sample.at() >= since).forEach(recent.samples::add);
        flight.switches.stream().filter(sample -> sample.at() >= since).forEach(recent.switches::add);
        flight.nativeMeetings.forEach((thread, times) -> recent.nativeMeetings.put(
                thread, times.stream().filter(at -> at >= since).toList()));
        recent.busy.putAll(flight.busy);
        part.finish(blame);
        return recent;
    }

    /// Judges what was taken, once all is there.
    ///
    /// @param blame knows the target's classes
    public void finish(Blame blame) {
        Judge judge = new Judge(blame, flight, raw);
        raw.kept().filter(r -> !r.stack().isEmpty()).forEach(r -> flight.holds.add(judge.hold(r)));
        raw.sums()
                .filter(sum -> !sum.longest().stack().isEmpty())
                .forEach(sum ->
                        flight.crowds.add(new AggregatedHolds(judge.hold(sum.longest()), sum.count(), sum.nanos())));
        flight.crowdedBelow = raw.least();
        raw.clear();
        numbers.forEach((type, number) -> {
            if (enabled.getOrDefault(number, false)) {
                flight.switchedOn.add(type);
            }
        });
        flight.executionPeriod = period("jdk.ExecutionSample");
        flight.nativePeriod = period("jdk.NativeMethodSample");
        new SampleRuns(flight).addHolds();
        flight.samples.clear();
        flight.switches.clear();
        flight.nativeMeetings.clear();
        flight.sleeps.clear();
    }

    private static long id(Event event) {
        return event.thread(THREAD).id();
    }
}
