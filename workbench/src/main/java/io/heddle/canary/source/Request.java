package io.heddle.canary.source;

/// One line of a log.
///
/// @param label which arm answered, in the log's words; empty where the line does not say
/// @param seconds when it was answered, since 1970
/// @param millis latency
/// @param status of HTTP; 0 or less where there was no answer
record Request(String label, double seconds, double millis, int status) {

    private static final int FIRST = 100;
    private static final int SERVER_ERROR = 500;

    /// It failed by the service's fault.
    boolean error() {
        return status < FIRST || status >= SERVER_ERROR;
    }
}
