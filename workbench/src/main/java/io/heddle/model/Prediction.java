package io.heddle.model;

import java.util.List;
import java.util.Optional;

/// What virtual threads would give a service that runs on platform threads, told from what production knows of it.
///
/// @param tier what it was told from
/// @param source where that came from, for people
/// @param first the answer in one sentence
/// @param need whether threads limit the service; empty where the limit of threads is not known
/// @param predicted one for each JDK; without a rate their capacities are in parts of the load that was seen
/// @param notes what is odd about the source, one sentence each
/// @param notKnown what the source does not show
public record Prediction(
        Tier tier,
        String source,
        String first,
        Observed observed,
        Optional<Need> need,
        List<OnJdk> predicted,
        List<String> notes,
        List<NotKnown> notKnown) {

    /// Keeps its own copies.
    public Prediction {
        predicted = List.copyOf(predicted);
        notes = List.copyOf(notes);
        notKnown = List.copyOf(notKnown);
    }

    /// What a prediction was told from.
    public enum Tier {
        METRICS("metrics"),
        STATES("states"),
        EVENTS("events");

        private final String spelled;

        Tier(String spelled) {
            this.spelled = spelled;
        }

        /// As scripts read it.
        public String spelled() {
            return spelled;
        }
    }

    /// What was seen.
    ///
    /// @param seconds that were looked at
    /// @param when they were, for people; empty when unknown
    /// @param rate requests a second; empty where nobody told
    /// @param busy threads that served requests
    /// @param waits where the time of requests went; the largest first
    public record Observed(
            double seconds, String when, Optional<Rate> rate, Optional<BusyThreads> busy, List<Spent> waits) {

        /// Keeps its own copy.
        public Observed {
            waits = List.copyOf(waits);
        }
    }

    /// Requests a second, and who says so.
    public record Rate(double value, String source) {}

    /// Threads that serve requests at the same time.
    ///
    /// @param mean in the time that was looked at
    /// @param p99 of the mean in each interval that was seen, as high as 99 % of them
    /// @param max the highest of them
    /// @param intervals that were seen, at least 1
    /// @param of how many there may be; empty when unknown
    public record BusyThreads(double mean, double p99, double max, int intervals, Optional<Integer> of) {}

    /// Where time of requests went.
    ///
    /// @param name of what was waited for or used; empty where the class says all
    /// @param meanThreads mean number of threads there
    /// @param millisPerRequest empty without a rate
    public record Spent(WaitClass kind, String name, double meanThreads, Optional<Estimate> millisPerRequest) {}

    /// An estimate and its interval.
    public record Estimate(double estimate, double low, double high) {

        /// One whose interval reaches a part of it to either side.
        ///
        /// @param relative 0 or more
        public static Estimate within(double estimate, double relative) {
            return new Estimate(estimate, estimate * Math.max(0, 1 - relative), estimate * (1 + relative));
        }
    }

    /// Whether threads limit the service.
    ///
    /// @param atRate requests a second at which that was asked
    /// @param headroom how many times that rate threads should carry
    /// @param threadsLimitFrom requests a second from which on they limit it
    public record Need(boolean needed, double atRate, double headroom, Estimate threadsLimitFrom) {}

    /// The answer for one JDK.
    ///
    /// @param jdk feature release
    /// @param code of the verdict, for scripts
    /// @param text the verdict in one sentence
    /// @param limit what limits the virtual arm
    /// @param platform requests a second that platform threads carry; empty when unknown
    /// @param virtual requests a second that virtual threads carry; empty when unknown
    /// @param carriers how many carriers would be held; empty where the source shows no stacks
    /// @param holders code that would hold carriers, the worst first
    public record OnJdk(
            int jdk,
            Verdict.Kind verdict,
            String code,
            String text,
            Decision decision,
            Verdict.Limit limit,
            Optional<Estimate> platform,
            Optional<Estimate> virtual,
            Optional<CarriersHeld> carriers,
            List<HeldBy> holders) {

        /// Keeps its own copy.
        public OnJdk {
            holders = List.copyOf(holders);
        }
    }

    /// Carriers that virtual threads would hold while they wait.
    ///
    /// @param mean number of them at the rate that is asked about
    /// @param allHeldShare of the time in which no carrier would be left, 0 to 1
    /// @param of how many there are; empty when unknown
    public record CarriersHeld(Estimate mean, double allHeldShare, Optional<Integer> of) {}

    /// Code that would hold carriers.
    ///
    /// @param artifact where its class comes from; empty when unknown
    /// @param line at least 1; 0 when unknown
    /// @param millisPerSecond carrier time, over all threads
    public record HeldBy(
            Holder.Cause cause, String type, String method, int line, String artifact, double millisPerSecond) {

        /// As `Ledger.write`.
        public String place() {
            return ClojureNames.function(type, method)
                    .orElseGet(() ->
                            type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1) + "." + method);
        }
    }

    /// What the source does not show.
    ///
    /// @param how to know it
    public record NotKnown(String what, String how) {}

    /// Whether some JDK would be harmed.
    public boolean isHarm() {
        return predicted.stream().anyMatch(each -> each.verdict() == Verdict.Kind.HARM);
    }
}
