package io.heddle.canary.source;

import io.heddle.canary.source.LineFormat.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The requests that one line of a proxy tells of: one for each server that it tried, the last of which answered.
final class Attempts {

    /// Between servers that nginx tried stands a comma, between groups of them a colon with spaces around it.
    private static final Pattern NEXT = Pattern.compile(",\\s*|\\s+:\\s+");
    private static final int NO_ANSWER = 0;

    private Attempts() {}

    /// @param label servers, in their order; empty where the line does not say
    /// @param took how long each took, or all of them
    /// @param millis milliseconds that 1 of these stands for
    /// @param begun whether the time is that of the begin
    static List<Request> of(String label, double at, String took, double millis, int status, boolean begun)
            throws Unreadable {
        String[] labels = NEXT.split(label, -1);
        String[] times = NEXT.split(took, -1);
        List<Request> attempts = new ArrayList<>();
        for (int i = 0; i < labels.length; i++) {
            boolean last = i == labels.length - 1;
            String own = times.length == labels.length ? times[i] : last ? took : "0";
            try {
                Request attempt = Request.of(labels[i], at, Numbers.sum(own) * millis, last ? status : NO_ANSWER);
                attempts.add(begun ? attempt.begun() : attempt);
            } catch (Unreadable e) {
                throw e.of(labels[i]);
            }
        }
        return attempts;
    }

    /// The server that answered.
    static String last(String label) {
        String[] labels = NEXT.split(label, -1);
        return labels[labels.length - 1];
    }
}
