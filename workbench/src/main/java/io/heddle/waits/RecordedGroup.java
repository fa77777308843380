package io.heddle.waits;

import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitClass;
import io.heddle.waits.Activity.Nature;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Threads that are named alike, and what they did.
final class RecordedGroup {

    private static final int MOST_TALLIES = 2_000;

    private final Slots.Clock clock;
    private final boolean virtual;
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final Set<String> servers = new TreeSet<>();
    private boolean works;
    private long threads;
    private long untold;
    private long once;

    RecordedGroup(Slots.Clock clock, boolean virtual) {
        this.clock = clock;
        this.virtual = virtual;
    }

    /// One of them was met.
    void met(RecordedAccount.Known what) {
        if (!what.server().isEmpty()) {
            servers.add(what.server());
        }
        works |= what.works();
    }

    void add(RecordedThread.Told told) {
        tally(told).add(told.timed(), told.what());
    }

    void owner(RecordedThread.Told told, RecordedThread.Told other) {
        tally(told).owner(told, other);
    }

    private Tally tally(RecordedThread.Told told) {
        Activity activity = told.what().activity();
        String key = key(activity);
        Tally found = tallies.get(key);
        if (found == null) {
            // Peers may be without number.
            String kept = tallies.size() < MOST_TALLIES ? key : activity.kind() + " " + activity.nature();
            found = tallies.computeIfAbsent(kept, _ -> new Tally(activity, clock));
        }
        return found;
    }

    /// A thread of it ended, or will not be told of again.
    ///
    /// @param nanos of its life that nothing tells
    void ended(long nanos, long events, boolean isVirtual) {
        threads++;
        untold += nanos;
        once += isVirtual && events == 1 ? 1 : 0;
    }

    /// What queues for one thing belongs together; addresses of locks change with a collection, so that the place of
    /// the code has to do.
    static String key(Activity activity) {
        return activity.kind() + " " + activity.nature() + " " + activity.what() + " "
                + (activity.queues()
                                && (activity.kind() != WaitClass.POOL
                                        || activity.what().equals("Semaphore"))
                        ? activity.place().type() + "." + activity.place().method()
                        : "");
    }

    boolean isVirtual() {
        return virtual;
    }

    Set<String> servers() {
        return servers;
    }

    /// Whether some of its code is nobody's of the JDK.
    boolean works() {
        return works;
    }

    long threads() {
        return threads;
    }

    /// Nanoseconds that its threads lived and nothing tells.
    long untold() {
        return untold;
    }

    /// Threads of which one event tells.
    long once() {
        return once;
    }

    Iterable<Tally> tallies() {
        return tallies.values();
    }

    /// Time in one wait.
    static final class Tally {
        private static final int MOST_STACKS = 64;

        private final Activity first;
        private final Slots slots;
        private final Map<String, Long> places = new HashMap<>();
        private final Map<String, Long> methods = new HashMap<>();
        private final Map<List<StackFrame>, Long> stacks = new IdentityHashMap<>();
        private final Map<Owner, Long> owners = new HashMap<>();
        private List<StackFrame> ownerStack = List.of();
        private double squares;
        private long nanos;
        private long visits;
        private long longest;

        Tally(Activity first, Slots.Clock clock) {
            this.first = first;
            this.slots = new Slots(clock);
        }

        void add(TimedWait wait, RecordedAccount.Known what) {
            Activity activity = what.activity();
            slots.add(wait.start(), wait.nanos(), 1);
            nanos += wait.nanos();
            squares += (double) wait.nanos() * wait.nanos();
            visits++;
            longest = Math.max(longest, first.kind() == WaitClass.RUNNING ? 0 : wait.nanos());
            places.merge(activity.place().place(), wait.nanos(), Long::sum);
            methods.merge(activity.place().type() + "." + activity.place().method(), wait.nanos(), Long::sum);
            if (stacks.size() < MOST_STACKS || stacks.containsKey(what.stack())) {
                stacks.merge(what.stack(), wait.nanos(), Long::sum);
            }
        }

        /// Who has a monitor is in the method that took it where its stack has that, else anywhere.
        void owner(RecordedThread.Told waiter, RecordedThread.Told other) {
            StackFrame asks = waiter.what().activity().place();
            StackFrame frame = other.timed().stack().stream()
                    .filter(one -> one.is(asks.type(), asks.method()))
                    .findFirst()
                    .orElse(other.what().activity().place());
            Owner owner = new Owner(
                    frame.type(), frame.method(), Owners.does(other.what().activity()));
            owners.merge(owner, waiter.timed().nanos(), Long::sum);
            ownerStack = ownerStack.isEmpty() ? other.timed().stack() : ownerStack;
        }

        Activity first() {
            return first;
        }

        Slots slots() {
            return slots;
        }

        Map<String, Long> places() {
            return places;
        }

        Map<String, Long> methods() {
            return methods;
        }

        /// Some stacks, with the time in each.
        Map<List<StackFrame>, Long> stacks() {
            return stacks;
        }

        Map<Owner, Long> owners() {
            return owners;
        }

        List<StackFrame> ownerStack() {
            return ownerStack;
        }

        long nanos() {
            return nanos;
        }

        double squares() {
            return squares;
        }

        long visits() {
            return visits;
        }

        long longest() {
            return longest;
        }

        /// It waits for its next work, or is the JVM's own.
        boolean isIdle() {
            return first.nature() == Nature.IDLE || first.nature() == Nature.JVM;
        }
    }
}
