package io.heddle.model;

import java.util.List;
import java.util.Optional;

/// Where the time of requests goes: what the threads that serve them did, from samples of all threads. By Little's law
/// the mean number of threads in a wait, divided by requests a second, is the time that a request spends in it.
///
/// @param waits that for which requests queue first, then those that take the most time; their shares add up to 1
/// @param samples moments at which all threads were looked at, or events that tell of a wait
/// @param basis which of the two
/// @param servingThreads mean number of threads that serve requests, 0 or more
/// @param rate requests a second; empty where nobody told
/// @param recognised how threads that serve requests were told from others, for people
public record WaitAccount(
        List<Wait> waits, int samples, Basis basis, double servingThreads, Optional<Double> rate, String recognised) {

    /// No thread was looked at.
    public static final WaitAccount NONE = new WaitAccount(List.of(), 0, Basis.SAMPLES, 0, Optional.empty(), "");

    /// What an account is made of.
    public enum Basis {
        SAMPLES("sample"),
        EVENTS("event");

        private final String spelled;

        Basis(String spelled) {
            this.spelled = spelled;
        }

        /// One of them, for people.
        public String spelled() {
            return spelled;
        }
    }

    /// One wait.
    ///
    /// @param name what is waited for; empty where the class says all
    /// @param place the code that waits, as `class.method:line`; that of most threads, where there are several
    /// @param owner the code that has what is waited for; empty when unknown
    /// @param meanThreads mean number of threads in it
    /// @param millisPerRequest empty without a rate
    /// @param waiting mean number of threads that wait, rounded: of those that serve requests and of others
    /// @param size how many there are, such as connections of a pool; 0 when unknown
    /// @param used how many of them are in use; 0 when unknown
    /// @param share of the time of requests, 0 to 1
    /// @param contended whether requests queue for it, by the rule of [#isContended]
    /// @param lends what a pool lends, such as `connection`; else empty
    /// @param stack of a thread that has what is waited for, else of one that waits, innermost first
    public record Wait(
            WaitClass kind,
            String name,
            String place,
            Optional<Owner> owner,
            double meanThreads,
            Optional<Interval> millisPerRequest,
            long waiting,
            long size,
            long used,
            double share,
            boolean contended,
            String lends,
            List<String> stack) {

        /// Such as `lock ReentrantLock of Orders.add:12`.
        public String title() {
            return (kind.spelled() + " " + name).strip();
        }
    }

    /// Code that has what others wait for.
    ///
    /// @param type binary name of its class
    /// @param does what its thread does meanwhile, for people; may be empty
    public record Owner(String type, String method, String does) {

        public String place() {
            return type + "." + method;
        }
    }

    /// An estimate with its interval of 95 %, in milliseconds.
    public record Interval(double estimate, double low, double high) {}

    /// Whether requests queue for what others use: a monitor, a lock, a pool, a queue, a class.
    public boolean isContended() {
        return waits.stream().anyMatch(wait -> wait.contended() && wait.kind().queues());
    }

    /// Whether they queue for carriers.
    public boolean lacksCarriers() {
        return waits.stream().anyMatch(wait -> wait.contended() && wait.kind() == WaitClass.CARRIER);
    }

    /// The wait that comes first; empty where no thread serves requests.
    public Optional<Wait> first() {
        return waits.stream().findFirst();
    }

    /// Share of the time of requests in a class, 0 to 1.
    public double share(WaitClass kind) {
        return waits.stream()
                .filter(wait -> wait.kind() == kind)
                .mapToDouble(Wait::share)
                .sum();
    }
}
