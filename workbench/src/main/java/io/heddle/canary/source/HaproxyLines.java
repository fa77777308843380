package io.heddle.canary.source;

import java.time.ZoneId;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lines of HAProxy: its own HTTP format (`option httplog`), or a log-format that writes a JSON object.
///
/// The latency is what the arm is to blame for, and the queue before it: `Tw + Tc + Tr` of the format's
/// `TR/Tw/Tc/Tr/Ta`, in whole milliseconds. HAProxy tells when it accepted a request, and writes the line when it has
/// answered: a request counts at that time, in which the lines are in order. The time of a line of HAProxy's own
/// format has no zone: it is taken for one of this machine's zone.
final class HaproxyLines implements LineFormat {

    private static final Pattern HTTP =
            Pattern.compile("\\[(\\d{2}/\\w{3}/\\d{4}:\\d{2}:\\d{2}:\\d{2}\\.\\d{3})] \\S+ ([^ /]*)/(\\S+) "
                    + "(-?\\d+)/(-?\\d+)/(-?\\d+)/(-?\\d+)/\\+?(-?\\d+) (-?\\d+) ");
    private static final int SERVER = 3;
    private static final int QUEUE = 5;
    private static final int CONNECT = 6;
    private static final int RESPONSE = 7;
    private static final int TOTAL = 8;
    private static final int STATUS = 9;

    private final JsonLines json;
    private final ZoneId zone;

    HaproxyLines(Clock clock, ZoneId zone) {
        json = new JsonLines(clock, true);
        this.zone = zone;
    }

    @Override
    public List<Request> attempts(String line) throws Unreadable {
        Matcher http = HTTP.matcher(line);
        if (!http.find()) {
            return json.attempts(line);
        }
        double accepted = Moments.local(http.group(1), zone);
        double millis = 0;
        for (int timer : new int[] {QUEUE, CONNECT, RESPONSE}) {
            millis = Math.max(-1, millis < 0 ? -1 : number(http, timer) < 0 ? -1 : millis + number(http, timer));
        }
        double answered = accepted + Math.max(0, number(http, TOTAL)) / 1e3;
        int status = Numbers.status(http.group(STATUS));
        try {
            return List.of(Request.of(http.group(SERVER), answered, millis, millis < 0 ? 0 : status));
        } catch (Unreadable e) {
            throw e.of(http.group(SERVER));
        }
    }

    private static double number(Matcher http, int group) {
        return Double.parseDouble(http.group(group));
    }
}
