package io.heddle.watch.live;

import io.heddle.model.Certainty;
import io.heddle.model.Holder;
import io.heddle.model.Holder.Cause;
import io.heddle.watch.code.Blame;
import io.heddle.watch.code.ClassPath;
import io.heddle.watch.code.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Virtual threads that hold no carrier and wait all the same: for a pool's connection, for one monitor, or for ever.
/// No event of the JVM tells.
final class UnmountedWaits {

    /// Fewer than this many waiters are everyday contention.
    private static final int LEAST = 5;
    private static final int LEAST_DUMPS = 3;
    /// A monitor that is handed over for so great a share of all turns of virtual threads slows them all.
    private static final double HANDED_OVER = 0.1;
    private static final Pattern POOL = Pattern.compile(
            "com\\.zaxxer\\.hikari\\.pool\\.HikariPool\\.getConnection|org\\.apache\\.commons\\.pool2\\.impl\\.\\w+\\.borrowObject"
                    + "|org\\.apache\\.tomcat\\.jdbc\\.pool\\.ConnectionPool\\.getConnection|com\\.mchange\\.v2\\.resourcepool\\.\\w+\\.checkoutResource"
                    + "|io\\.agroal\\.pool\\.ConnectionPool\\.getConnection|org\\.vibur\\..+\\.take");

    private final List<Dump> dumps;
    private final ClassPath classes;
    private final HandOvers handOvers;

    /// How monitors were handed over to virtual threads, all monitors together.
    ///
    /// @param share over turns of virtual threads; 0 when unknown
    /// @param perSecond 0 when unknown
    record HandOvers(double share, double perSecond) {}

    UnmountedWaits(List<Dump> dumps, ClassPath classes, HandOvers handOvers) {
        this.dumps = dumps;
        this.classes = classes;
        this.handOvers = handOvers;
    }

    /// Whether so many threads wait to enter one monitor that it is worth a closer look.
    static boolean crowdsAMonitor(Dump dump) {
        return !crowds(dump, UnmountedWaits::monitorOf).isEmpty();
    }

    List<Holder> all() {
        if (dumps.size() < 2) {
            return List.of();
        }
        List<Holder> holders = new ArrayList<>();
        holders.addAll(pools());
        holders.addAll(convoys());
        holders.addAll(leaks());
        holders.addAll(forgotten());
        return holders;
    }

    private List<Holder> pools() {
        return often(UnmountedWaits::poolOf).entrySet().stream()
                .map(entry -> {
                    DumpedThread waiter = entry.getValue().getFirst();
                    int pool = indexOfPool(waiter.stack());
                    StackFrame asks = asker(waiter.stack(), pool);
                    return holder(
                            Cause.POOL_WAIT,
                            asks,
                            entry.getValue().size(),
                            Certainty.SUSPECTED,
                            List.of("thread dumps"),
                            waiter.stack(),
                            entry.getValue().size() + " virtual threads wait for a connection of "
                                    + waiter.stack().get(pool).type());
                })
                .toList();
    }

    private List<Holder> convoys() {
        return often(UnmountedWaits::monitorOf).entrySet().stream()
                .map(entry -> {
                    String lock = entry.getKey();
                    DumpedThread waiter = entry.getValue().getFirst();
                    Optional<DumpedThread> owner = dumps.stream()
                            .flatMap(dump -> dump.threads().values().stream())
                            .filter(thread -> depth(thread, lock) >= 0)
                            .findFirst();
                    StackFrame frame = owner.map(thread -> Blame.ownerOf(thread.stack(), depth(thread, lock)))
                            .orElse(Blame.ownerOf(waiter.stack(), 0));
                    boolean counted = handOvers.share() >= HANDED_OVER;
                    return holder(
                            Cause.LOCK_CONVOY,
                            frame,
                            entry.getValue().size(),
                            counted ? Certainty.CONFIRMED : Certainty.SUSPECTED,
                            counted ? List.of("thread dumps", "method timing") : List.of("thread dumps"),
                            owner.map(DumpedThread::stack).orElse(waiter.stack()),
                            entry.getValue().size() + " virtual threads wait to enter " + lock
                                    + owner.map(thread -> ", which " + thread.title() + " holds")
                                            .orElse("")
                                    + (counted && handOvers.perSecond() > 0
                                            ? String.format(
                                                    Locale.ROOT,
                                                    "; monitors are handed over %,.0f times a second",
                                                    handOvers.perSecond())
                                            : ""));
                })
                .toList();
    }

    private List<Holder> leaks() {
        return Growth.in(
                        dumps,
                        thread -> poolOf(thread).isEmpty() && thread.blockedOn().isEmpty())
                .stream()
                .map(growth -> {
                    List<StackFrame> stack = growth.last().getFirst().stack();
                    return holder(
                            Cause.LEAK,
                            Blame.ownerOf(stack, 0),
                            growth.last().size(),
                            Certainty.SUSPECTED,
                            List.of("thread dumps"),
                            stack,
                            "from " + growth.first().size() + " to "
                                    + growth.last().size() + " virtual threads wait here: new ones come and "
                                    + (growth.left() == 0 ? "none" : "hardly any") + " leaves");
                })
                .toList();
    }

    /// Threads that wait, from the first dump to the last, to get a monitor back after `Object.wait`, while no
    /// dump has anybody who holds it: the JVM lost their wake-up.
    private List<Holder> forgotten() {
        List<DumpedThread> lost = dumps.size() < LEAST_DUMPS
                ? List.of()
                : dumps.getFirst().virtual().stream().filter(this::isForgotten).toList();
        return lost.stream()
                .collect(Collectors.groupingBy(
                        thread -> Blame.ownerOf(thread.stack(), 0).place()))
                .values()
                .stream()
                .map(same -> {
                    DumpedThread one = same.getFirst();
                    return holder(
                            Cause.JDK_BUG,
                            Blame.ownerOf(one.stack(), 0),
                            same.size(),
                            Certainty.SUSPECTED,
                            List.of("thread dumps"),
                            one.stack(),
                            same.size() + (same.size() == 1 ? " virtual thread waits" : " virtual threads wait")
                                    + " to get a monitor back that nobody holds, and will not run again, such as "
                                    + one.title());
                })
                .toList();
    }

    private boolean isForgotten(DumpedThread thread) {
        String lock = thread.owned().entrySet().stream()
                .min(Map.Entry.comparingByKey())
                .map(taken -> taken.getValue().getFirst())
                .orElse("");
        return !lock.isEmpty()
                && dumps.stream()
                        .map(dump -> dump.threads().get(thread.id()))
                        .allMatch(again -> again != null
                                && again.waits()
                                && again.state().equals("BLOCKED")
                                && again.blockedOn().isEmpty()
                                && !again.carried()
                                && again.stack().equals(thread.stack()))
                && dumps.stream()
                        .flatMap(dump -> dump.threads().values().stream())
                        .noneMatch(other -> !other.waits() && depth(other, lock) >= 0);
    }

    /// Waiters for the same thing, where at least [#LEAST] wait in two dumps or more; those of the last such dump.
    private Map<String, List<DumpedThread>> often(java.util.function.Function<DumpedThread, Optional<String>> thing) {
        Map<String, Integer> times = new HashMap<>();
        Map<String, List<DumpedThread>> waiters = new HashMap<>();
        for (Dump dump : dumps) {
            crowds(dump, thing).forEach((key, crowd) -> {
                times.merge(key, 1, Integer::sum);
                waiters.put(key, crowd);
            });
        }
        waiters.keySet().removeIf(key -> times.getOrDefault(key, 0) < 2);
        return waiters;
    }

    /// Waiters for the same thing in one dump, where at least [#LEAST] wait.
    private static Map<String, List<DumpedThread>> crowds(
            Dump dump, java.util.function.Function<DumpedThread, Optional<String>> thing) {
        Map<String, List<DumpedThread>> crowds = dump.virtual().stream()
                .filter(thread -> thing.apply(thread).isPresent())
                .collect(Collectors.groupingBy(thread -> thing.apply(thread).orElseThrow()));
        crowds.values().removeIf(crowd -> crowd.size() < LEAST);
        return crowds;
    }

    private static Optional<String> monitorOf(DumpedThread thread) {
        return Optional.of(thread.blockedOn()).filter(lock -> !lock.isEmpty());
    }

    private static Optional<String> poolOf(DumpedThread thread) {
        int pool = indexOfPool(thread.stack());
        boolean waits = pool > 0
                && thread.stack().stream()
                        .limit(4)
                        .anyMatch(frame -> frame.method().startsWith("park")
                                || frame.method().startsWith("wait"));
        return waits ? Optional.of(asker(thread.stack(), pool).place()) : Optional.empty();
    }

    private static int indexOfPool(List<StackFrame> stack) {
        for (int i = 0; i < stack.size(); i++) {
            if (POOL.matcher(stack.get(i).type() + "." + stack.get(i).method()).matches()) {
                return i;
            }
        }
        return -1;
    }

    /// The nearest frame that is neither the pool's library nor the JDK.
    private static StackFrame asker(List<StackFrame> stack, int pool) {
        String library = stack.get(pool).type().replaceFirst("^(\\w+\\.\\w+).*", "$1.");
        return stack.stream()
                .skip(pool)
                .filter(frame -> !frame.isJdk() && !frame.type().startsWith(library))
                .findFirst()
                .orElse(stack.get(pool));
    }

    private static int depth(DumpedThread thread, String lock) {
        return thread.owned().entrySet().stream()
                .filter(entry -> entry.getValue().contains(lock))
                .map(Map.Entry::getKey)
                .filter(depth -> depth < thread.stack().size())
                .findFirst()
                .orElse(-1);
    }

    private Holder holder(
            Cause cause,
            StackFrame frame,
            int count,
            Certainty certainty,
            List<String> signals,
            List<StackFrame> stack,
            String detail) {
        return new Holder(
                cause,
                frame.type(),
                frame.method(),
                frame.line(),
                classes.artifactOf(frame.type()),
                count,
                0,
                0,
                0,
                certainty,
                signals,
                stack.stream()
                        .filter(f -> !f.type().startsWith("java.lang.VirtualThread"))
                        .limit(24)
                        .map(StackFrame::place)
                        .toList(),
                detail);
    }
}
