package io.heddle.race.requests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The requests of an access log, in whichever of the usual layouts: each has the request line in quotes. Those of GET
/// and HEAD are sent again, as often as the log has them; of others a log has no body.
final class AccessLog {

    private static final Pattern REQUEST =
            Pattern.compile("\"([A-Z]{3,10}) (\\S{1,8192}) HTTP/[0-9.]{1,3}\"(?: ([1-5]\\d\\d)\\b)?");
    private static final int FIRST_ERROR = 400;
    /// Different requests: the most frequent ones.
    private static final int MOST = 1_000;

    private AccessLog() {}

    /// Whether a text is one: its first line tells.
    static boolean is(String text) {
        return text.lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .filter(line -> !line.startsWith("{") && REQUEST.matcher(line).find())
                .isPresent();
    }

    /// What came first, and how often it came.
    private static final class Counted {

        private final int line;
        private int times;

        Counted(int line) {
            this.line = line;
        }
    }

    static RequestsFile.Read read(String name, String text) {
        Map<String, Counted> counted = new LinkedHashMap<>();
        int line = 0;
        int others = 0;
        int failed = 0;
        int unread = 0;
        for (String each : text.lines().toList()) {
            line++;
            Matcher request = REQUEST.matcher(each);
            if (!request.find()) {
                unread += each.isBlank() ? 0 : 1;
            } else if (!request.group(1).equals("GET") && !request.group(1).equals("HEAD")) {
                others++;
            } else if (request.group(3) != null && Integer.parseInt(request.group(3)) >= FIRST_ERROR) {
                failed++;
            } else {
                int at = line;
                counted.computeIfAbsent(request.group(1) + " " + request.group(2), _ -> new Counted(at)).times++;
            }
        }
        List<Map.Entry<String, Counted>> frequent = counted.entrySet().stream()
                .sorted((one, other) -> Integer.compare(other.getValue().times, one.getValue().times))
                .limit(MOST)
                .toList();
        List<Entry> entries = new ArrayList<>();
        for (Map.Entry<String, Counted> one : frequent) {
            int blank = one.getKey().indexOf(' ');
            String where = name + ", line " + one.getValue().line;
            entries.add(new Entry(
                    where,
                    one.getKey().substring(0, blank),
                    RequestPath.of(one.getKey().substring(blank + 1), where),
                    List.of(),
                    "",
                    one.getValue().times));
        }
        List<String> notes = new ArrayList<>();
        note(notes, name, others, "requests other than GET and HEAD are left out: a log has no bodies");
        note(notes, name, failed, "requests that were answered with an error are left out");
        note(notes, name, unread, "lines without a request are left out");
        note(notes, name, counted.size() - frequent.size(), "different requests are left out: the rarest");
        return new RequestsFile.Read(entries, notes);
    }

    private static void note(List<String> notes, String name, int count, String what) {
        if (count > 0) {
            notes.add(String.format(Locale.ROOT, "%s: %,d %s", name, count, what));
        }
    }
}
