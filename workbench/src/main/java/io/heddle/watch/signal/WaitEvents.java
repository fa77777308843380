package io.heddle.watch.signal;

import io.heddle.model.Figures;
import io.heddle.waits.RecordedAccount;
import io.heddle.waits.RecordedWaits;
import io.heddle.waits.TimedWait;
import io.heddle.waits.TimedWait.Actor;
import io.heddle.waits.TimedWait.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Tells an account what the events of a recording say of waits, and what the settings of the recording say that it
/// leaves out.
///
/// What each JDK writes: `docs/watch.md`. A virtual thread that leaves its carrier writes no event as it parks (the JVM
/// writes `jdk.ThreadPark` in `Unsafe_Park` alone, and `VirtualThread.park` yields its continuation instead), nor, from
/// 24 on, as it enters a monitor.
public final class WaitEvents {

    private static final String THREAD = "eventThread";
    private static final Pattern SPAN = Pattern.compile("(\\d{1,15}) ?(ns|us|ms|s|m)");
    private static final Pattern RATE = Pattern.compile("(\\d{1,9})/(s|ms|m)");
    private static final long DEFAULT_PERIOD = 20_000_000;
    /// From here on a port is one of a client, of which each connection has another.
    private static final long FIRST_EPHEMERAL = 32_768;
    private static final Map<String, Source> WAITS = Map.ofEntries(
            Map.entry("jdk.ThreadPark", Source.PARK),
            Map.entry("jdk.JavaMonitorEnter", Source.ENTER),
            Map.entry("jdk.JavaMonitorWait", Source.OBJECT_WAIT),
            Map.entry("jdk.SocketRead", Source.SOCKET),
            Map.entry("jdk.SocketWrite", Source.SOCKET),
            Map.entry("jdk.FileRead", Source.FILE),
            Map.entry("jdk.FileWrite", Source.FILE),
            Map.entry("jdk.FileForce", Source.FILE),
            Map.entry("jdk.ThreadSleep", Source.SLEEP));
    /// Without these nothing can be said of what platform threads queue for.
    private static final Set<String> NEEDED = Set.of("jdk.ThreadPark", "jdk.JavaMonitorEnter");

    private final RecordedAccount account = new RecordedAccount();
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<Long, Boolean> enabled = new HashMap<>();
    private final Map<Long, Set<String>> thresholds = new HashMap<>();
    private final Map<Long, Set<String>> throttles = new HashMap<>();
    private final Map<Long, String> periods = new HashMap<>();
    private final Map<String, Long> met = new TreeMap<>();

    /// A chunk begins.
    public void window(long start, long nanos) {
        account.nextChunk();
        account.window(start, start + nanos);
    }

    /// Takes the number by which settings name a type.
    public void described(String type, long number) {
        numbers.put(type, number);
    }

    /// Takes one event; those of other types tell nothing about waits.
    public void accept(Event event) {
        Source source = WAITS.get(event.type());
        if (source != null) {
            met.merge(event.type(), 1L, Long::sum);
            Event.Who who = event.thread(THREAD);
            add(source, who, event, event.nanos());
        } else if (event.type().equals("jdk.ExecutionSample")) {
            add(Source.RUNNING, event.thread("sampledThread"), event, period(event.typeNumber()));
        } else if (event.type().equals("jdk.ActiveSetting")) {
            setting(event);
        }
    }

    private void add(Source source, Event.Who who, Event event, long nanos) {
        account.add(new TimedWait(
                source,
                new Actor(who.id(), who.name(), who.virtual()),
                event.start(),
                nanos,
                event.stack(),
                about(source, event),
                source == Source.ENTER ? event.thread("previousOwner").id() : 0));
    }

    private static String about(Source source, Event event) {
        return switch (source) {
            case ENTER, OBJECT_WAIT -> event.className("monitorClass");
            case SOCKET -> peer(event);
            case PARK, FILE, SLEEP, RUNNING -> "";
        };
    }

    private static String peer(Event event) {
        String host = event.text("host").isEmpty() ? event.text("address") : event.text("host");
        long port = event.number("port");
        return port <= 0 || port >= FIRST_EPHEMERAL ? host : host + ":" + port;
    }

    private void setting(Event event) {
        long id = event.number("id");
        String value = event.text("value");
        switch (event.text("name")) {
            case "enabled" -> enabled.merge(id, value.equals("true"), Boolean::logicalOr);
            case "threshold" ->
                thresholds.computeIfAbsent(id, _ -> new TreeSet<>()).add(value);
            case "throttle" ->
                throttles.computeIfAbsent(id, _ -> new TreeSet<>()).add(value);
            case "period" -> periods.put(id, value);
            default -> {
                // tells nothing of what is left out
            }
        }
    }

    private long period(long number) {
        long nanos = span(periods.getOrDefault(number, ""));
        return nanos > 0 ? nanos : DEFAULT_PERIOD;
    }

    /// Nanoseconds of `20 ms`; -1 where it is none.
    private static long span(String value) {
        Matcher matcher = SPAN.matcher(value);
        if (!matcher.matches()) {
            return -1;
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ns" -> count;
            case "us" -> count * 1_000;
            case "ms" -> count * 1_000_000;
            case "m" -> count * 60_000_000_000L;
            default -> count * 1_000_000_000;
        };
    }

    /// What was told. Nothing can be taken any more.
    public Told finish() {
        return new Told(account.close(), missing(), notes());
    }

    /// What a recording tells of waits.
    ///
    /// @param missing events without which nothing can be said of what platform threads queue for
    /// @param notes what the recording leaves out, one sentence each
    public record Told(RecordedWaits waits, List<String> missing, List<String> notes) {

        public static final Told NONE = new Told(RecordedWaits.NONE, List.of(), List.of());
    }

    private List<String> missing() {
        return NEEDED.stream().filter(type -> !isOn(type)).sorted().toList();
    }

    private boolean isOn(String type) {
        return met.containsKey(type) || enabled.getOrDefault(numbers.getOrDefault(type, -1L), false);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        Map<String, Set<String>> byThreshold = new TreeMap<>();
        WAITS.keySet().stream().filter(this::isOn).forEach(type -> {
            Set<String> values = thresholds.getOrDefault(numbers.getOrDefault(type, -1L), Set.of());
            long longest = values.stream().mapToLong(WaitEvents::span).max().orElse(0);
            if (longest > 0) {
                byThreshold
                        .computeIfAbsent(Figures.millis(longest / 1e6), _ -> new TreeSet<>())
                        .add(type.substring("jdk.".length()));
            }
        });
        byThreshold.forEach((value, types) -> notes.add(
                "waits shorter than " + value + " are not in the recording (threshold of " + joined(types) + ")"));
        for (String type : WAITS.keySet().stream().sorted().toList()) {
            Set<String> values = throttles.getOrDefault(numbers.getOrDefault(type, -1L), Set.of());
            values.stream()
                    .map(RATE::matcher)
                    .filter(Matcher::matches)
                    .findFirst()
                    .ifPresent(rate -> throttled(type, rate, notes));
        }
        String off = WAITS.keySet().stream()
                .filter(type -> !isOn(type) && numbers.containsKey(type) && !enabled.isEmpty())
                .map(type -> type.substring("jdk.".length()))
                .sorted()
                .collect(Collectors.joining(", "));
        if (!off.isEmpty()) {
            notes.add("waits that these events tell are not in the recording: " + off);
        }
        return notes;
    }

    /// Where the recorder came near its limit, it left events out: the sum is a lower bound.
    private void throttled(String type, Matcher rate, List<String> notes) {
        double perSecond = Double.parseDouble(rate.group(1))
                * switch (rate.group(2)) {
                    case "ms" -> 1_000;
                    case "m" -> 1 / 60.0;
                    default -> 1;
                };
        double seconds = account.nanos() / 1e9;
        if (met.getOrDefault(type, 0L) >= perSecond * seconds / 2) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the recording has at most %s events of %s: the time that it tells of these is a lower bound",
                    rate.group(),
                    type.substring("jdk.".length())));
        }
    }

    private static String joined(Set<String> types) {
        return String.join(", ", types);
    }
}
