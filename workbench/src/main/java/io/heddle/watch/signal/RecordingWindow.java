package io.heddle.watch.signal;

import io.heddle.waits.Compensation;
import io.heddle.waits.StackFrame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the events of one JVM told, in one window of time. Filled by [EventSorter], on one thread.
public final class RecordingWindow {

    /// The JVM tells its release in brackets, as in `OpenJDK 64-Bit Server VM (21.0.8+9-LTS) for …`.
    private static final Pattern FEATURE = Pattern.compile("\\((\\d+)[.+)]");
    /// The JDK's own limit.
    private static final int MOST_CARRIERS = 256;
    private static final Pattern VERSION = Pattern.compile("\\((\\d+[\\d.]*)");

    final Map<String, String> properties = new HashMap<>();
    final List<Hold> holds = new ArrayList<>();
    final List<AggregatedHolds> crowds = new ArrayList<>();
    final List<Delay> delays = new ArrayList<>();
    final List<Delay> pauses = new ArrayList<>();
    final List<Sample> samples = new ArrayList<>();
    /// Carriers that were met between two virtual threads, which they put down and took up.
    final List<Sample> switches = new ArrayList<>();
    /// When each platform thread was met in native code.
    final Map<Long, List<Long>> nativeMeetings = new HashMap<>();
    /// Processors of the machine that the JVM kept busy, by the end of the second before.
    final NavigableMap<Long, Double> busy = new TreeMap<>();
    final Sleeps sleeps = new Sleeps();
    String jvmVersion = "";
    String javaArguments = "";
    long pid;
    int hardwareThreads;
    long begin = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    long started;
    boolean countsThreads;
    long executionPeriod = 20_000_000;
    long nativePeriod = 20_000_000;
    long mounts;
    long handOvers;
    double handOversPerSecond;
    long longestSlice;
    long events;
    long crowdedBelow;
    boolean metVirtual;
    final Set<String> told = new HashSet<>();
    final Set<String> switchedOn = new HashSet<>();

    /// A property of the target; empty when it was not recorded.
    public String property(String key) {
        return properties.getOrDefault(key, "");
    }

    /// Such as 21; 0 when unknown.
    public int feature() {
        String text = property("java.specification.version");
        if (text.isEmpty()) {
            Matcher matcher = FEATURE.matcher(jvmVersion);
            text = matcher.find() ? matcher.group(1) : property("java.vm.specification.version");
        }
        return text.matches("\\d{1,3}") ? Integer.parseInt(text) : 0;
    }

    /// Such as `21.0.8`; empty when unknown.
    public String version() {
        Matcher matcher = VERSION.matcher(jvmVersion);
        String otherwise = property("java.version").isEmpty() ? property("java.vm.version") : property("java.version");
        return matcher.find() ? matcher.group(1) : otherwise.replaceFirst("\\+.*", "");
    }

    public long pid() {
        return pid;
    }

    /// How many virtual threads run at once, at least 1.
    public int parallelism() {
        String set = property("jdk.virtualThreadScheduler.parallelism");
        int processors =
                hardwareThreads > 0 ? hardwareThreads : Runtime.getRuntime().availableProcessors();
        return set.matches("\\d{1,5}") ? Math.max(1, Integer.parseInt(set)) : processors;
    }

    /// How many carriers the scheduler may have at most, when it makes up for those that block in a way it knows of.
    public int maxPoolSize() {
        String most = property("jdk.virtualThreadScheduler.maxPoolSize");
        return Math.max(parallelism(), most.matches("\\d{1,5}") ? Integer.parseInt(most) : MOST_CARRIERS);
    }

    /// Whether the scheduler adds a carrier for a virtual thread that is blocked there.
    ///
    /// @param stack innermost first
    public boolean compensates(List<StackFrame> stack) {
        return maxPoolSize() > parallelism() && Compensation.covers(feature(), stack);
    }

    /// Sets a property that the recording itself does not tell.
    public void property(String key, String value) {
        properties.put(key, value);
    }

    /// Sets what a live target tells.
    ///
    /// @param processors that it may use
    public void hardware(int processors) {
        hardwareThreads = processors;
    }

    /// Names the process.
    public void process(long id, String version) {
        pid = id;
        jvmVersion = "(" + version + ")";
    }

    /// Length of the window in nanoseconds, at least 1.
    public long nanos() {
        return Math.max(1, end - begin);
    }

    /// Begin of the window, nanoseconds since the epoch.
    public long begin() {
        return begin;
    }

    /// End of the window, nanoseconds since the epoch.
    public long end() {
        return end;
    }

    /// Widens the window, when it is known from elsewhere.
    public void window(long from, long to) {
        begin = Math.min(begin, from);
        end = Math.max(end, to);
    }

    /// The same JVM between two instants alone: what reaches over their edges is cut there. Threads started,
    /// method timing and crowds are not told by time and are left out.
    ///
    /// @param from nanoseconds since the epoch
    public RecordingWindow within(long from, long to) {
        RecordingWindow part = new RecordingWindow();
        part.properties.putAll(properties);
        part.jvmVersion = jvmVersion;
        part.javaArguments = javaArguments;
        part.pid = pid;
        part.hardwareThreads = hardwareThreads;
        part.window(from, to);
        part.metVirtual = metVirtual;
        part.told.addAll(told);
        part.switchedOn.addAll(switchedOn);
        holds.stream()
                .filter(hold -> hold.overlaps(from, to))
                .map(hold -> hold.between(from, to))
                .forEach(part.holds::add);
        delays.stream()
                .filter(delay -> delay.start() < to && from < delay.end())
                .forEach(part.delays::add);
        pauses.stream()
                .filter(pause -> pause.start() < to && from < pause.end())
                .forEach(part.pauses::add);
        return part;
    }

    /// The same but for some times in which carriers were held.
    public RecordingWindow without(Predicate<Hold> left) {
        holds.removeIf(left);
        return this;
    }

    /// Times in which carriers were held: those that events tell, and those that samples add up to.
    public List<Hold> holds() {
        return List.copyOf(holds);
    }

    /// Those that are not among [#holds]: too many and too short for the memory that there is.
    public List<AggregatedHolds> crowds() {
        return List.copyOf(crowds);
    }

    /// Pins shorter than this went into crowds, nanoseconds; 0 when none did.
    public long crowdedBelow() {
        return crowdedBelow;
    }

    /// Lateness that sleeping threads met.
    public List<Delay> delays() {
        return delays;
    }

    /// Garbage collections that stopped all threads.
    public List<Delay> pauses() {
        return pauses;
    }

    /// Whether a virtual thread was met at all: in an event, or by the count of those that were started.
    public boolean metVirtual() {
        return metVirtual || started > 0 || mounts > 0 || !holds.isEmpty();
    }

    /// Whether events of a type could be told: one was, or the active settings have it enabled.
    public boolean tells(String type) {
        return told.contains(type) || switchedOn.contains(type);
    }

    /// Virtual threads started in the window; -1 when that was not recorded.
    public long started() {
        return countsThreads ? started : -1;
    }

    /// Events that were looked at.
    public long events() {
        return events;
    }

    /// Hand-overs of contended monitors to virtual threads; 0 when not recorded (JDK 25 and later, live, on
    /// suspicion).
    public long handOvers() {
        return handOvers;
    }

    /// How often a virtual thread got a carrier; 0 when not recorded (JDK 25 and later, live, on suspicion).
    public long mounts() {
        return mounts;
    }

    /// The longest time that a virtual thread kept a carrier, nanoseconds; 0 when not recorded.
    public long longestSlice() {
        return longestSlice;
    }

    /// Hand-overs a second, while they were counted; 0 when that was too short to tell.
    public double handOversPerSecond() {
        return handOversPerSecond;
    }
}
