package io.heddle.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What a canary shows at one look.
///
/// @param reason one sentence
/// @param metrics in the order in which they are told
/// @param notShown what a pass leaves open; what an undecided one waits for
/// @param looks how often it was looked so far, this one included
/// @param seconds of traffic that both arms share
/// @param why what moved in the arms' own metrics, the most telling first; empty without such metrics
/// @param notes what else a reader should know: a cold arm, a larger baseline, lines that could not be read
/// @param history earlier looks, oldest first, thinned out
/// @param kept set from the look on that follows the one which decided
public record Canary(
        Kind kind,
        String reason,
        List<CanaryMetric> metrics,
        List<String> notShown,
        int looks,
        double seconds,
        List<Moved> why,
        List<String> notes,
        List<Point> history,
        Optional<Kept> kept) {

    /// The verdict.
    public enum Kind {
        PASS,
        FAIL,
        UNDECIDED
    }

    /// A verdict of an earlier look, which holds whatever later looks show.
    ///
    /// @param at time of the newest request of that look
    /// @param now what all requests so far would decide
    /// @param since what has changed; empty while later looks agree
    public record Kept(Instant at, Kind now, String since) {}

    /// The same where what was read decides nothing.
    public Canary undecided(String why) {
        return new Canary(
                Kind.UNDECIDED, why, metrics, notShown, looks, seconds, this.why, notes, history, Optional.empty());
    }

    /// The same with what moved.
    public Canary because(List<Moved> moved, String said) {
        return new Canary(kind, said, metrics, notShown, looks, seconds, moved, notes, history, kept);
    }

    /// The same with more notes.
    public Canary with(List<String> more) {
        return new Canary(
                kind,
                reason,
                metrics,
                notShown,
                looks,
                seconds,
                why,
                Stream.concat(notes.stream(), more.stream()).toList(),
                history,
                kept);
    }

    /// One of the arms' own metrics that is not the same in both.
    ///
    /// @param name such as `connections waiting, HikariPool-1`
    /// @param baseline value, in the unit of the text
    /// @param text such as `the canary keeps 20 of 20 connections, 300 wait`
    public record Moved(String name, double baseline, double canary, String text) {}

    /// Intervals as they stood at one moment.
    ///
    /// @param seconds since the first request
    /// @param metrics in the order of the verdict's metrics
    public record Point(double seconds, List<Ratio> metrics) {}
}
