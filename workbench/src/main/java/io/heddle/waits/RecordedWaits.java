package io.heddle.waits;

import io.heddle.model.WaitAccount;
import io.heddle.model.WaitAccount.Interval;
import io.heddle.model.WaitAccount.Owner;
import io.heddle.model.WaitAccount.Wait;
import io.heddle.model.WaitClass;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What a recording tells of the time of requests, without a rate: mean threads by what they wait for.
///
/// @param from begin of the window, nanoseconds since the epoch
/// @param nanos its length, at least 1
/// @param sums the largest first; the untold time of threads that serve requests is one of them, of class other
/// @param servingThreads mean number of threads that serve requests
/// @param virtual how many virtual threads were told of
/// @param untoldVirtual mean number of virtual threads that lived, between events of theirs, and did what no event
///     tells
/// @param oneEventThreads virtual threads of which a single event tells: how long they lived is not known
/// @param recognised how threads that serve requests were told from others, for people
/// @param work what threads that serve requests did, with their stacks
public record RecordedWaits(
        long from,
        long nanos,
        List<Sum> sums,
        double servingThreads,
        long virtual,
        double untoldVirtual,
        long oneEventThreads,
        String recognised,
        RequestWork work) {

    private static final double MILLIS = 1_000;

    /// Nothing was told.
    public static final RecordedWaits NONE = new RecordedWaits(0, 1, List.of(), 0, 0, 0, 0, "", RequestWork.NONE);

    /// Threads in one wait.
    ///
    /// @param name what is waited for; empty where the class says all
    /// @param place the code that waits most, as `class.method:line`
    /// @param owner the code that has what is waited for; empty when unknown
    /// @param threads mean number of threads in it, with its interval of 95 %
    /// @param visits times that were told; samples for what runs
    /// @param longestNanos the longest of them; 0 for what samples tell
    /// @param size how many there are of what a pool lends; 0 when unknown
    /// @param used how many of them are in use, in the mean; 0 when unknown
    /// @param share of the time of requests, 0 to 1
    /// @param contended whether requests queue for it, by the rule of [Contention]
    /// @param lends what a pool lends, such as `connection`; else empty
    /// @param stack of a thread that has what is waited for, else of one that waits, innermost first
    public record Sum(
            WaitClass kind,
            String name,
            String place,
            Optional<Owner> owner,
            Interval threads,
            long visits,
            long longestNanos,
            long size,
            long used,
            double share,
            boolean contended,
            String lends,
            List<String> stack) {}

    /// The account for people: what requests queue for first, then what takes most of their time.
    ///
    /// @param rate requests a second, above 0; empty where nobody told
    public WaitAccount account(Optional<Double> rate) {
        List<Wait> waits = sums.stream()
                .map(sum -> wait(sum, rate))
                .sorted(Comparator.comparing((Wait wait) -> !wait.contended())
                        .thenComparing(Comparator.comparingDouble(Wait::share).reversed()))
                .toList();
        long visits = sums.stream().mapToLong(Sum::visits).sum();
        return new WaitAccount(
                waits,
                (int) Math.min(visits, Integer.MAX_VALUE),
                WaitAccount.Basis.EVENTS,
                servingThreads,
                rate,
                recognised);
    }

    private static Wait wait(Sum sum, Optional<Double> rate) {
        return new Wait(
                sum.kind,
                sum.name,
                sum.place,
                sum.owner,
                sum.threads.estimate(),
                rate.map(perSecond -> new Interval(
                        sum.threads.estimate() / perSecond * MILLIS,
                        sum.threads.low() / perSecond * MILLIS,
                        sum.threads.high() / perSecond * MILLIS)),
                sum.contended ? Math.max(1, Math.round(sum.threads.estimate())) : 0,
                sum.size,
                sum.used,
                sum.share,
                sum.contended,
                sum.lends,
                sum.stack);
    }
}
