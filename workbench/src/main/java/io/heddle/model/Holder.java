package io.heddle.model;

import java.util.List;
import java.util.stream.Stream;

/// Code that holds carriers, or that virtual threads wait for.
///
/// @param type binary name of the class whose method holds; empty when no frame tells
/// @param method its name; `<clinit>` for a class initialiser
/// @param line at least 1; 0 when unknown
/// @param artifact as `group:artifact:version` where that is known, else the file's name; `jdk` for the JDK's
///     own; empty when the class was not found
/// @param count how often it was seen to hold, at least 1
/// @param totalMillis how long in all, milliseconds, summed over threads
/// @param longestMillis the longest single time, milliseconds
/// @param lostShare share of all carrier time in the window, 0 to 1; 0 where it holds no carrier
/// @param certainty confirmed when two independent signals agree
/// @param signals what saw it, such as `pinned event`
/// @param stack frames that matter, innermost first, as `class.method:line`
/// @param detail what else is known, such as who owns the lock; may be empty
public record Holder(
        Cause cause,
        String type,
        String method,
        int line,
        String artifact,
        long count,
        double totalMillis,
        double longestMillis,
        double lostShare,
        Certainty certainty,
        List<String> signals,
        List<String> stack,
        String detail) {

    /// The share of all carrier time that some of them take, 0 or more. By what computes a carrier is used, not lost.
    public static double lost(Stream<Holder> holders) {
        return holders.filter(holder -> holder.cause != Cause.CPU)
                .mapToDouble(Holder::lostShare)
                .sum();
    }

    /// Where, as `class.method`.
    public String place() {
        return type + "." + method;
    }

    /// Why it holds.
    public enum Cause {
        /// Blocks while it holds a monitor, or waits to enter one, up to JDK 23.
        MONITOR("monitor"),
        /// A class is being initialised, by this thread or by another that it waits for.
        CLASS_INITIALIZER("class-initializer"),
        /// Blocks inside a class loader.
        CLASS_LOADING("class-loading"),
        /// Native code blocks, or calls Java code back that does.
        NATIVE("native"),
        /// `Object.wait`, up to JDK 23.
        WAIT("wait"),
        /// Turns in a loop and gives its turn away without leaving.
        SPIN("spin"),
        /// Computes.
        CPU("cpu"),
        /// Reads or writes a file.
        FILE_IO("file-io"),
        /// Many wait for a connection of a pool. Holds no carrier.
        POOL_WAIT("pool-wait"),
        /// Many wait for one lock. Holds no carrier.
        LOCK_CONVOY("lock-convoy"),
        /// Threads of this kind become more and none ends. Holds no carrier.
        LEAK("leak"),
        /// The JVM could not hand a virtual thread to the scheduler: it will not run. Holds no carrier.
        SUBMIT_FAILED("submit-failed"),
        /// A known defect of this JDK.
        JDK_BUG("jdk-bug"),
        UNKNOWN("unknown");

        private final String spelled;

        Cause(String spelled) {
            this.spelled = spelled;
        }

        /// As scripts read it.
        public String spelled() {
            return spelled;
        }
    }
}
