package io.heddle.waits;

import io.heddle.model.WaitClass;
import io.heddle.waits.Activity.Nature;
import io.heddle.waits.TimedWait.Actor;
import io.heddle.waits.TimedWait.Source;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Adds the waits that a recording tells up to an account of the time of requests: the time in a class over the length
/// of the window is the mean number of threads in it, as samples have it.
///
/// **Bias.** Events have thresholds: shorter waits are not told, and what threads do between two of their events is a
/// sum of its own. Of a wait that stands within another of the same thread the outer counts, as for a sleep of a pinned
/// virtual thread, which is told as a park too. What runs is told by samples.
///
/// **Memory** is bounded: events are added up as they come, and threads that were silent longest are closed first.
public final class RecordedAccount {

    private static final int MOST_THREADS = 50_000;
    private static final int MOST_STACKS = 50_000;
    private static final int MOST_GROUPS = 500;
    /// The JVM waits on an array of its own while another thread initialises a class, up to JDK 23.
    private static final Set<String> INITIALIZATIONS = Set.of("[I", "int[]");
    private static final String VIRTUAL = "virtual threads";
    private static final String VIRTUAL_SERVERS = "virtual threads of a server";

    private final Classifier classifier = Classifier.KNOWN;
    private final Slots.Clock clock = new Slots.Clock();
    private final Map<String, RecordedGroup> groups = new LinkedHashMap<>();
    private final Map<Long, RecordedThread> threads = new LinkedHashMap<>(256, 0.75f, true);
    /// A recording has one object for each stack: each is looked through once for what an event may say of it.
    private final Map<List<StackFrame>, Map<String, Known>> known = new IdentityHashMap<>();
    private final Map<List<StackFrame>, List<StackFrame>> canonical = new HashMap<>();
    private long end = Long.MIN_VALUE;

    /// What a stack tells.
    ///
    /// @param stack one object for all that are equal
    record Known(Activity activity, String server, boolean works, List<StackFrame> stack) {}

    /// Begins a window, before anything is told of it; a later call widens it.
    ///
    /// @param from nanoseconds since the epoch
    public void window(long from, long to) {
        clock.start(from);
        end = Math.max(end, to);
    }

    /// Length of the window so far, nanoseconds, at least 1.
    public long nanos() {
        return clock.isStarted() ? Math.max(1, end - clock.begin()) : 1;
    }

    /// Takes what one event tells, in about the order of time.
    public void add(TimedWait wait) {
        if (wait.stack().isEmpty()
                || wait.thread().id() == 0 && wait.thread().name().isEmpty()) {
            return;
        }
        clock.start(wait.start());
        end = Math.max(end, wait.end());
        Known what = known.computeIfAbsent(wait.stack(), _ -> new HashMap<>(2))
                .computeIfAbsent(wait.source() + wait.about(), _ -> known(wait));
        RecordedThread thread = threads.computeIfAbsent(
                wait.thread().id(), _ -> new RecordedThread(wait.thread().virtual()));
        RecordedGroup group = group(wait.thread(), what);
        thread.add(new RecordedThread.Told(wait, what, group), this::commit);
        if (threads.size() > MOST_THREADS) {
            Map.Entry<Long, RecordedThread> silent =
                    threads.entrySet().iterator().next();
            RecordedThread longest = silent.getValue();
            threads.remove(silent.getKey());
            close(longest);
        }
    }

    /// Stacks of one chunk are other objects than those of the next.
    public void nextChunk() {
        known.clear();
    }

    private Known known(TimedWait wait) {
        ThreadSnapshot thread = new ThreadSnapshot(
                wait.thread().id(),
                wait.thread().name(),
                wait.thread().virtual(),
                "",
                "",
                ThreadSnapshot.Locks.NONE,
                "",
                false,
                wait.stack());
        return new Known(
                activity(wait, thread),
                classifier.server(thread).orElse(""),
                wait.stack().stream().anyMatch(frame -> !frame.isJdk()),
                canonical.size() < MOST_STACKS
                        ? canonical.computeIfAbsent(wait.stack(), stack -> stack)
                        : canonical.getOrDefault(wait.stack(), wait.stack()));
    }

    private Activity activity(TimedWait wait, ThreadSnapshot thread) {
        StackFrame asks = Classifier.asker(wait.stack(), 0);
        return switch (wait.source()) {
            case OBJECT_WAIT ->
                INITIALIZATIONS.contains(wait.about())
                        ? new Activity(WaitClass.CLASS_INIT, Nature.QUEUES, "a class", "", asks, Optional.empty())
                        : waits(thread, WaitClass.MONITOR, "Object.wait");
            case PARK -> waits(thread, WaitClass.OTHER, "parked in " + asks.type() + "." + asks.method());
            case SLEEP -> waits(thread, WaitClass.SLEEP, "");
            case ENTER -> new Activity(WaitClass.MONITOR, Nature.QUEUES, wait.about(), "", asks, Optional.empty());
            case SOCKET -> plain(WaitClass.SOCKET, wait.about(), asks);
            case FILE -> plain(WaitClass.FILE, "", asks);
            case RUNNING -> plain(WaitClass.RUNNING, "", asks);
        };
    }

    /// That it waits the event tells; its stack tells for what.
    private Activity waits(ThreadSnapshot thread, WaitClass otherwise, String what) {
        Activity found = classifier.of(thread, false);
        return switch (found.kind()) {
            // A sleep of JDK 25 has no frame of the JDK.
            case RUNNING, NATIVE, CARRIER, CPU ->
                classifier.busy(thread).orElseGet(() -> plain(otherwise, what, found.place()));
            case MONITOR, LOCK, POOL, QUEUE, SOCKET, LOOKUP, FILE, SLEEP, CLASS_INIT, CLASS_LOAD, GC, OTHER -> found;
        };
    }

    private static Activity plain(WaitClass kind, String what, StackFrame place) {
        return new Activity(kind, Nature.PLAIN, what, "", place, Optional.empty());
    }

    /// Platform threads of one pool are named alike; virtual threads are told from each other by their stacks.
    private RecordedGroup group(Actor thread, Known what) {
        String name = thread.virtual()
                ? what.server().isEmpty() ? VIRTUAL : VIRTUAL_SERVERS
                : thread.name().replaceAll("\\d+", "#");
        RecordedGroup found = groups.get(name);
        if (found == null) {
            String key = groups.size() < MOST_GROUPS ? name : "others";
            found = groups.computeIfAbsent(key, _ -> new RecordedGroup(clock, thread.virtual()));
        }
        found.met(what);
        return found;
    }

    private void commit(RecordedThread.Told told) {
        TimedWait wait = told.timed();
        if (wait.source() == Source.ENTER && wait.other() != 0) {
            RecordedThread owner = threads.get(wait.other());
            Optional<RecordedThread.Told> meanwhile = owner == null
                    ? Optional.empty()
                    : owner.in(
                            wait.start(),
                            wait.end(),
                            RecordedGroup.key(told.what().activity()));
            meanwhile.ifPresent(other -> told.group().owner(told, other));
        }
        told.group().add(told);
    }

    private void close(RecordedThread thread) {
        thread.close(this::commit);
    }

    /// The account; nothing can be added any more.
    public RecordedWaits close() {
        List.copyOf(threads.values()).forEach(this::close);
        threads.clear();
        known.clear();
        return clock.isStarted() ? new RecordedSums(groups, clock, end).waits() : RecordedWaits.NONE;
    }
}
