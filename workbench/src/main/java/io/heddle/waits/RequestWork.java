package io.heddle.waits;

import io.heddle.model.WaitClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What threads that serve requests did in a time, with their stacks: what another kind of threads would have done is
/// reckoned from it.
///
/// @param seconds that were looked at; 0 when unknown
/// @param moments samples, or parts of the window
/// @param busy threads that served requests, in each of them
/// @param doings what they did; their threads add up to the mean of [#busy]
/// @param shared what they queued for
/// @param workers the pools of platform threads that served them
/// @param virtual of the threads that served requests, the mean number that were virtual
/// @param recognised how they were told from others, for people
public record RequestWork(
        double seconds,
        int moments,
        List<Double> busy,
        List<Doing> doings,
        List<Shared> shared,
        List<Workers> workers,
        double virtual,
        String recognised) {

    /// Nothing was seen.
    public static final RequestWork NONE = new RequestWork(0, 0, List.of(), List.of(), List.of(), List.of(), 0, "");

    /// Keeps its own copies.
    public RequestWork {
        busy = List.copyOf(busy);
        doings = List.copyOf(doings);
        shared = List.copyOf(shared);
        workers = List.copyOf(workers);
    }

    /// Threads that were at one place.
    ///
    /// @param queues whether other threads have what they wait for
    /// @param what is waited for, in words; may be empty
    /// @param stack of one of them, innermost first; empty where no event tells what they did
    /// @param holding frames that hold a monitor, by index, as far as a dump tells
    /// @param told whether the source tells of monitors, so that none means none
    /// @param threads mean number
    /// @param visits that were seen: one wait of one thread is one, however often it was sampled
    /// @param squares sum of the squares of their lengths, as parts of their sum, 0 to 1: the smaller, the surer
    public record Doing(
            WaitClass kind,
            boolean queues,
            String what,
            List<StackFrame> stack,
            Set<Integer> holding,
            boolean told,
            double threads,
            long visits,
            double squares) {}

    /// A thing of which there are so many, and for which requests queued.
    ///
    /// @param name such as `HikariCP`, `ReentrantLock of Ledger.write`
    /// @param pool title of the pool that lends it; empty where it is none that is known
    /// @param users mean number of threads that had one
    /// @param most the largest number of them at one moment
    /// @param atWait mean number of them while somebody waited: then all are lent; 0 where nobody did
    /// @param waiting mean number of threads that waited
    /// @param shareWaited of the moments, in which somebody waited
    /// @param size of it, where the source says so
    public record Shared(
            WaitClass kind,
            String name,
            String pool,
            double users,
            double most,
            double atWait,
            double waiting,
            double shareWaited,
            Optional<Integer> size) {}

    /// A pool of platform threads.
    ///
    /// @param name as its threads are named, with `#` for numbers
    /// @param kind of pool, by what its idle threads do; empty when none was idle
    /// @param threads different ones that were seen
    /// @param allBusy share of the moments in which each of them served a request
    public record Workers(String name, Optional<WorkerKind> kind, int threads, double allBusy) {}

    /// The same with what others queued for in the same time by another account, where this one met nobody in line:
    /// samples miss what is short.
    public RequestWork withShared(RequestWork other) {
        List<Shared> all = new ArrayList<>(shared);
        other.shared().stream()
                .filter(thing -> thing.waiting() > 0
                        && shared.stream().noneMatch(own -> own.name().equals(thing.name())))
                .forEach(all::add);
        return new RequestWork(seconds, moments, busy, doings, all, workers, virtual, recognised);
    }

    /// Mean number of threads that serve requests.
    public double mean() {
        return busy.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }
}
