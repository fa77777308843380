/// Where the time of requests goes: one account for all parts of Heddle.
///
/// **Model.** At each moment a thread that serves a request is in one *wait class* ([io.heddle.model.WaitClass]): it
/// runs, or waits for one kind of thing. That is wait-state analysis, as performance engineers of operating systems and
/// databases have it (off-CPU analysis: Gregg, *Thinking Methodically about Performance*, CACM 56/2, 2013, and the TSA
/// method; wait events: Shee, Deshpande and Gopalakrishnan, *Oracle Wait Interface*, 2004).
///
/// **Estimate.** Samples of all threads, taken without regard to what they do, give the mean number of threads in a
/// class, N. By the operational laws (Denning and Buzen, *The Operational Analysis of Queueing Network Models*,
/// Computing Surveys 10/3, 1978) and Little's law, N = X · R: with X requests a second, a request spends R = N ÷ X in
/// the class. That holds for any distribution and needs neither thresholds nor a request that is followed. Without X
/// there are mean threads and shares, and no milliseconds.
///
/// **Error.** Samples of one thread in one wait are one observation however many they are: the interval counts
/// *visits*. They weigh by their lengths, so that the variance of their sum is about the sum of the squares (a compound
/// Poisson process); the sums of ten parts of the window give a second estimate, and the wider one is told.
///
/// **Who serves requests** is decided by [io.heddle.waits.Serving] and said in each report. Threads that a request has
/// started and waits for do not add to its time.
///
/// **What queues.** A wait is *contended* by the rule of [io.heddle.waits.Contention]. Who has the thing is taken from
/// the dump, else concluded from the code that asked ([io.heddle.waits.Owners]). What a dump says of monitors of a
/// thread in `Object.wait` is not believed (JDK-8361926).
///
/// What is known of methods stands in data files next to this package: waits of the JDK, pools, servers.
@NullMarked
package io.heddle.waits;

import org.jspecify.annotations.NullMarked;
