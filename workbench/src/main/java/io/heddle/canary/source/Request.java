package io.heddle.canary.source;

import io.heddle.canary.source.LineFormat.Unreadable;
import io.heddle.canary.stats.Outcome;

/// One line of a log.
///
/// @param label which arm answered, in the log's words; empty where the line does not say
/// @param seconds when it was answered, since 1970
/// @param millis latency, at least 0
/// @param status of HTTP; 0 or less where there was no answer
record Request(String label, double seconds, double millis, int status) {

    private static final int FIRST_STATUS = 100;
    private static final int LAST_STATUS = 599;
    private static final double MILLIS_PER_SECOND = 1e3;
    /// Clocks differ; by more than this they are wrong.
    private static final double AHEAD_SECONDS = 3_600;
    /// The year 2000: a log that counts from its own begin, or from 0, does not say when that was.
    private static final double FIRST_SECONDS = 946_684_800;
    /// A day. What takes longer is a mistake of the unit.
    private static final double LONGEST_MILLIS = 86_400_000;

    /// @throws Unreadable where that is no request: an answer has a latency, and everything a time
    static Request of(String label, double seconds, double millis, int status) throws Unreadable {
        Request request = new Request(label, seconds, millis >= 0 ? millis : 0, status);
        if (!(seconds >= 0)) {
            throw new Unreadable("it does not say when that was");
        }
        if (seconds < FIRST_SECONDS) {
            throw new Unreadable("its time is before the year 2000; seconds since 1970 are read");
        }
        if (status > 0 && (status < FIRST_STATUS || status > LAST_STATUS)) {
            throw new Unreadable("its status is none of HTTP");
        }
        if (request.outcome() != Outcome.FAILED && !(millis >= 0)) {
            throw new Unreadable("it does not say how long that took");
        }
        if (millis > LONGEST_MILLIS) {
            throw new Unreadable("it took longer than a day");
        }
        request.refuseFuture();
        return request;
    }

    /// The same request where the time was that of its begin: it counts when it was answered.
    Request begun() throws Unreadable {
        Request answered = new Request(label, seconds + millis / MILLIS_PER_SECOND, millis, status);
        answered.refuseFuture();
        return answered;
    }

    private void refuseFuture() throws Unreadable {
        if (seconds > System.currentTimeMillis() / 1e3 + AHEAD_SECONDS) {
            throw new Unreadable("its time is yet to come");
        }
    }

    Outcome outcome() {
        return Outcome.of(status);
    }
}
