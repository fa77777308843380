package io.heddle.canary.source;

import io.heddle.canary.source.LineFormat.Unreadable;

/// One line of a log.
///
/// @param label which arm answered, in the log's words; empty where the line does not say
/// @param seconds when it was answered, since 1970
/// @param millis latency, at least 0
/// @param status of HTTP; 0 or less where there was no answer
record Request(String label, double seconds, double millis, int status) {

    private static final int FIRST = 100;
    private static final int SERVER_ERROR = 500;
    private static final double MILLIS_PER_SECOND = 1e3;
    /// Clocks differ; by more than this they are wrong.
    private static final double AHEAD_SECONDS = 3_600;

    /// @throws Unreadable where that is no request: an answer has a latency, and everything a time
    static Request of(String label, double seconds, double millis, int status) throws Unreadable {
        Request request = new Request(label, seconds, millis >= 0 ? millis : 0, status);
        if (!(seconds >= 0)) {
            throw new Unreadable("it does not say when that was");
        }
        if (seconds > System.currentTimeMillis() / 1e3 + AHEAD_SECONDS) {
            throw new Unreadable("its time is yet to come");
        }
        if (!request.error() && !(millis >= 0 && millis < Double.POSITIVE_INFINITY)) {
            throw new Unreadable("it does not say how long that took");
        }
        return request;
    }

    /// The same request where the time was that of its begin: it counts when it was answered.
    Request begun() {
        return new Request(label, seconds + millis / MILLIS_PER_SECOND, millis, status);
    }

    /// It failed by the service's fault.
    boolean error() {
        return status < FIRST || status >= SERVER_ERROR;
    }
}
