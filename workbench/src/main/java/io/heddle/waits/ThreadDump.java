package io.heddle.waits;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// All threads of a JVM at about one moment: they are dumped one after the other, so two of them may not fit together.
///
/// @param at nanoseconds since the epoch; 0 when unknown
/// @param jvm whose it is
/// @param tells what the dump could have told
/// @param threads by their numbers, in the order of the dump
public record ThreadDump(long at, Jvm jvm, Tells tells, Map<Long, ThreadSnapshot> threads) {

    /// Whose dump it is.
    ///
    /// @param pid 0 when unknown
    /// @param version such as `21.0.8`; empty when unknown
    public record Jvm(long pid, String version) {

        public static final Jvm UNKNOWN = new Jvm(0, "");

        /// Such as 21; 0 when unknown.
        public int feature() {
            String digits = version.replaceFirst("\\D.*", "");
            return digits.matches("\\d{1,3}") ? Integer.parseInt(digits) : 0;
        }

        /// Whether both may be the same JVM.
        public boolean fits(Jvm other) {
            return (pid == 0 || other.pid == 0 || pid == other.pid)
                    && (version.isEmpty() || other.version.isEmpty() || version.equals(other.version));
        }
    }

    /// What a form of dump tells; silence about the rest means nothing.
    ///
    /// @param carriers which virtual thread has a carrier
    /// @param states states of threads, and monitors that they wait to enter
    /// @param unmounted virtual threads that have no carrier
    public record Tells(boolean carriers, boolean states, boolean unmounted) {}

    /// Virtual threads but Heddle's own.
    public List<ThreadSnapshot> virtual() {
        return threads.values().stream()
                .filter(thread -> thread.virtual() && !thread.name().startsWith("heddle-"))
                .toList();
    }

    /// The same dump with what another form of it tells more: states, locks and carriers.
    public ThreadDump with(ThreadDump print) {
        Map<Long, ThreadSnapshot> joined = new LinkedHashMap<>();
        threads.forEach((id, thread) -> {
            ThreadSnapshot printed = print.threads.get(id);
            joined.put(id, printed == null ? thread : join(thread, printed));
        });
        return new ThreadDump(at, jvm, new Tells(true, tells.states, tells.unmounted), joined);
    }

    /// The two were taken one after the other: a platform thread is told by the print alone, which has its stack and
    /// its
    /// locks at one moment.
    private static ThreadSnapshot join(ThreadSnapshot thread, ThreadSnapshot printed) {
        boolean told = !thread.virtual()
                && !printed.state().isEmpty()
                && thread.state().isEmpty();
        return new ThreadSnapshot(
                thread.id(),
                thread.name(),
                thread.virtual(),
                thread.carrier().isEmpty() ? printed.carrier() : thread.carrier(),
                told ? printed.state() : thread.state(),
                told ? printed.locks() : thread.locks(),
                thread.container(),
                thread.child(),
                told ? printed.stack() : thread.stack());
    }

    /// The threads that carry virtual threads; empty where the dump has none.
    public List<ThreadSnapshot> carriers() {
        String scheduler = scheduler();
        return threads.values().stream()
                .filter(thread -> !thread.virtual() && thread.name().startsWith(scheduler))
                .toList();
    }

    /// The scheduler is the first pool of its kind unless the program made one before, and then its name tells nothing:
    /// a carrier that is at work shows it.
    private String scheduler() {
        return threads.values().stream()
                .filter(thread -> thread.isIn("java.lang.VirtualThread", "runContinuation"))
                .map(thread -> pool(thread.name()))
                .findFirst()
                .or(() -> threads.values().stream()
                        .map(ThreadSnapshot::carrier)
                        .filter(carrier -> !carrier.isEmpty())
                        .map(ThreadDump::pool)
                        .findFirst())
                .orElse("ForkJoinPool-1-worker-");
    }

    private static String pool(String thread) {
        return thread.replaceFirst("\\d+$", "");
    }

    /// The thread of a number; empty stack and name where there is none.
    public ThreadSnapshot thread(long id) {
        return Objects.requireNonNullElseGet(
                threads.get(id),
                () -> new ThreadSnapshot(id, "", false, "", "", ThreadSnapshot.Locks.NONE, "", false, List.of()));
    }
}
