package io.heddle.model;

import java.util.List;
import java.util.Optional;

/// One hazard at one place, as `check` predicts it or as `watch` meets it.
///
/// @param rule name of the rule that found it, such as `blocking-under-monitor`
/// @param since first JDK feature release on which it holds, at least 21
/// @param until last JDK feature release on which it holds; empty while no release mends it
/// @param reason why the confidence is what it is, in words
/// @param odds how likely it is that the finding is right, and what makes it so
/// @param context whose code it is, and who runs it how often
/// @param artifact where the class comes from, as `group:artifact:version` where that is known, else the
///     file's name
/// @param type binary name of the class whose method holds what must not be held
/// @param method its name; `<clinit>` for a class initialiser
/// @param descriptor its descriptor, as in the class file
/// @param source name of the source file; empty when the class file does not tell
/// @param line of the place that holds (the monitor's entry, the call), at least 1; 0 when the class file
///     does not tell
/// @param path from the place that holds to the sink, each called by the one before; may be empty where the
///     place says it all
/// @param sink what blocks, as `class.method`; empty when nothing does
/// @param advice what to do about it, in one sentence; empty when the rule's page has no better
/// @param seen what the runtime met of it; empty until it was watched
public record Finding(
        String rule,
        int since,
        Optional<Integer> until,
        Severity severity,
        Confidence confidence,
        String reason,
        Odds odds,
        Reach reach,
        Context context,
        String artifact,
        String type,
        String method,
        String descriptor,
        String source,
        int line,
        List<Step> path,
        String sink,
        String advice,
        Optional<Seen> seen) {

    /// A finding of which neither context nor odds are known.
    public Finding(
            String rule,
            int since,
            Optional<Integer> until,
            Severity severity,
            Confidence confidence,
            String reason,
            Reach reach,
            String artifact,
            String type,
            String method,
            String descriptor,
            String source,
            int line,
            List<Step> path,
            String sink,
            String advice,
            Optional<Seen> seen) {
        this(
                rule,
                since,
                until,
                severity,
                confidence,
                reason,
                Odds.UNKNOWN,
                reach,
                Context.UNKNOWN,
                artifact,
                type,
                method,
                descriptor,
                source,
                line,
                path,
                sink,
                advice,
                seen);
    }

    /// Whose code it is, and who runs it how often.
    ///
    /// @param exposure how often a service runs it
    /// @param threads which threads run it
    /// @param owner whose code it is
    /// @param monitor that is held, by the field or class that it belongs to; empty where none is held
    /// @param runBy which end points run it
    /// @param measured what a recording shows of it; empty without one, and where it was not met
    public record Context(
            Exposure exposure,
            ThreadContext threads,
            Owner owner,
            String monitor,
            RunBy runBy,
            Optional<Measured> measured) {

        public static final Context UNKNOWN = new Context(Exposure.UNKNOWN, ThreadContext.CALLERS, Owner.LIBRARY, "");

        /// Without a recording, and where no end point is known.
        public Context(Exposure exposure, ThreadContext threads, Owner owner, String monitor) {
            this(exposure, threads, owner, monitor, RunBy.UNKNOWN, Optional.empty());
        }

        // Its own threads may run it again and again without any request.
        private Context with(Measured met) {
            boolean more = met.isRepeated() && !exposure.isMetByRequests() && threads != ThreadContext.OWN_PLATFORM;
            return new Context(
                    more ? Exposure.SOME_REQUESTS : exposure, threads, owner, monitor, runBy, Optional.of(met));
        }
    }

    /// Whose code it is.
    public enum Owner {
        /// the target's own
        OWN,
        /// a library's, which the target brings along or calls
        LIBRARY
    }

    /// What it does to a service, the worst first.
    public enum Severity {
        DEADLOCK,
        STALL,
        SLOW,
        MEMORY,
        ADVICE
    }

    /// How sure it is, the surest first.
    public enum Confidence {
        CERTAIN,
        LIKELY,
        POSSIBLE
    }

    /// When the service gets there, the one that matters most first.
    public enum Reach {
        REQUEST,
        UNKNOWN,
        START_UP
    }

    /// One method of the evidence.
    ///
    /// @param type binary name of its class
    /// @param line of the call to the next step, at least 1; 0 when unknown
    /// @param artifact as in the finding; `jdk` for the JDK's own
    public record Step(String type, String method, String descriptor, int line, String artifact) {}

    /// What the runtime met.
    ///
    /// @param count how often, at least 0
    /// @param totalMillis how long in all, in milliseconds
    public record Seen(long count, double totalMillis) {}

    /// Whether it holds on a JDK.
    ///
    /// @param jdk feature release
    public boolean holdsOn(int jdk) {
        return jdk >= since && until.map(last -> jdk <= last).orElse(true);
    }

    /// The same finding on other JDKs.
    ///
    /// @param first feature release
    /// @param last feature release; empty while none mends it
    public Finding within(int first, Optional<Integer> last) {
        return with(first, last, confidence, reason, odds, context, seen);
    }

    /// The same finding, with other words for why it is as sure as it is.
    public Finding because(String words) {
        return with(since, until, confidence, words, odds, context, seen);
    }

    /// The same finding, met by a recording. Where threads waited there it needs no estimate any more, unless no
    /// thread that could be a virtual one gets there.
    public Finding measuredAs(Measured met) {
        return met.isWait() && context.threads() != ThreadContext.OWN_PLATFORM
                ? with(
                        since,
                        until,
                        Confidence.CERTAIN,
                        "the recording shows it",
                        Odds.UNKNOWN,
                        context.with(met),
                        seen)
                : with(since, until, confidence, reason, odds, context.with(met), seen);
    }

    /// The same finding, met by the runtime.
    public Finding seenAs(Seen met) {
        return with(since, until, confidence, reason, odds, context, Optional.of(met));
    }

    private Finding with(
            int first,
            Optional<Integer> last,
            Confidence sure,
            String words,
            Odds likelihood,
            Context around,
            Optional<Seen> met) {
        return new Finding(
                rule,
                first,
                last,
                severity,
                sure,
                words,
                likelihood,
                reach,
                around,
                artifact,
                type,
                method,
                descriptor,
                source,
                line,
                path,
                sink,
                advice,
                met);
    }
}
