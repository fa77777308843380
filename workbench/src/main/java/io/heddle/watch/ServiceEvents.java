package io.heddle.watch;

import static java.util.Map.entry;

import io.heddle.model.Failure;
import io.heddle.waits.ServiceSeen.Limit;
import io.heddle.waits.ThreadDump;
import io.heddle.waits.dump.ThreadDumps;
import io.heddle.watch.read.FieldSelection;
import io.heddle.watch.read.Recording;
import io.heddle.watch.signal.Event;
import io.heddle.watch.signal.WaitEvents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Takes what recordings of a service tell of its waits, its states and its machine.
final class ServiceEvents implements Recording.Listener {

    static final Map<String, FieldSelection> WISHES = Map.ofEntries(
            entry("jdk.JavaMonitorEnter", FieldSelection.JOINED),
            entry("jdk.JavaMonitorWait", FieldSelection.JOINED),
            entry("jdk.ThreadPark", FieldSelection.JOINED),
            entry("jdk.ThreadSleep", FieldSelection.JOINED),
            entry("jdk.FileRead", FieldSelection.JOINED),
            entry("jdk.FileWrite", FieldSelection.JOINED),
            entry("jdk.FileForce", FieldSelection.JOINED),
            entry("jdk.SocketRead", FieldSelection.JOINED),
            entry("jdk.SocketWrite", FieldSelection.JOINED),
            entry("jdk.ExecutionSample", FieldSelection.JOINED),
            entry("jdk.ThreadDump", FieldSelection.PLAIN),
            entry("jdk.CPULoad", FieldSelection.PLAIN),
            entry("jdk.MethodTiming", FieldSelection.JOINED),
            entry("jdk.ContainerConfiguration", FieldSelection.PLAIN),
            entry("jdk.CPUInformation", FieldSelection.PLAIN),
            entry("jdk.JVMInformation", FieldSelection.PLAIN),
            entry("jdk.InitialSystemProperty", FieldSelection.PLAIN),
            entry("jdk.ActiveSetting", FieldSelection.PLAIN));

    private static final Pattern FEATURE = Pattern.compile("\\((\\d+)[.+)]");
    private static final Pattern SET = Pattern.compile(
            "server\\.(?:tomcat\\.threads\\.max|jetty\\.threads\\.max|undertow\\.threads\\.worker)" + "=(\\d{1,6})");
    private static final int MOST_DUMPS = 2_000;

    private final WaitEvents waits = new WaitEvents();
    private final List<ThreadDump> dumps = new ArrayList<>();
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, Calls> calls = new HashMap<>();
    private Path file = Path.of("");
    private String jvm = "";
    private Path jvmOf = Path.of("");
    private String version = "";
    private String arguments = "";
    private long hardware;
    private long container;
    private double load;
    private long loads;

    /// Calls of a method, as its first and last event count them.
    private record Calls(long from, long before, long to, long after) {}

    /// What follows is of this file.
    void file(Path next) {
        file = next;
    }

    @Override
    public void chunk(long start, long nanos) {
        waits.window(start, nanos);
    }

    @Override
    public void described(String type, long number) {
        waits.described(type, number);
    }

    @Override
    public void counted(String type, long events) {
        // every event that is wanted is told
    }

    @Override
    public void event(Event event) {
        switch (event.type()) {
            case "jdk.ThreadDump" -> dump(event);
            case "jdk.CPULoad" -> {
                load += event.real("jvmUser") + event.real("jvmSystem");
                loads++;
            }
            case "jdk.MethodTiming" -> timing(event);
            case "jdk.ContainerConfiguration" -> container = event.number("effectiveCpuCount");
            case "jdk.CPUInformation" -> hardware = event.number("hwThreads");
            case "jdk.JVMInformation" -> jvm(event);
            case "jdk.InitialSystemProperty" -> properties.put(event.text("key"), event.text("value"));
            default -> waits.accept(event);
        }
    }

    private void dump(Event event) {
        if (dumps.size() < MOST_DUMPS) {
            dumps.addAll(ThreadDumps.printed(event.start(), event.text("result")));
        }
    }

    private void timing(Event event) {
        long count = event.number("invocations");
        calls.merge(
                event.methodName("method"),
                new Calls(event.start(), count, event.start(), count),
                (old, now) -> new Calls(old.from, old.before, now.to, Math.max(old.after, now.after)));
    }

    private void jvm(Event event) {
        String told = event.number("pid") + " " + event.number("jvmStartTime");
        if (!jvm.isEmpty() && !jvm.equals(told)) {
            throw new Failure(
                    jvmOf.equals(file)
                            ? file + " holds recordings of two JVMs"
                            : jvmOf + " and " + file + " are of two JVMs",
                    "give the recordings of one JVM");
        }
        jvm = told;
        jvmOf = file;
        version = event.text("jvmVersion");
        arguments = event.text("javaArguments") + " " + event.text("jvmArguments");
    }

    WaitEvents.Told waits() {
        return waits.finish();
    }

    List<ThreadDump> dumps() {
        return dumps;
    }

    String property(String key) {
        return properties.getOrDefault(key, "");
    }

    /// Release of the JDK; 0 when unknown.
    int feature() {
        String told = property("java.specification.version").replaceFirst("^1\\.", "");
        Matcher matcher = FEATURE.matcher(version);
        return told.matches("\\d{1,3}")
                ? Integer.parseInt(told)
                : matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    /// A container may have fewer than the machine; the program may say how many it wants to see.
    Optional<Integer> cpus() {
        Matcher said = Pattern.compile("-XX:ActiveProcessorCount=(\\d{1,4})").matcher(arguments);
        long known = said.find()
                ? Long.parseLong(said.group(1))
                : container > 0 && hardware > 0 ? Math.min(container, hardware) : Math.max(container, hardware);
        return known > 0 ? Optional.of((int) known) : Optional.empty();
    }

    /// Mean number of processors of the machine that the JVM used.
    Optional<Double> cores() {
        return loads > 0 && hardware > 0 ? Optional.of(load / loads * hardware) : Optional.empty();
    }

    /// Requests a second, where their method was timed.
    Optional<Double> rate() {
        return calls.values().stream()
                .filter(counted -> counted.to > counted.from && counted.after > counted.before)
                .map(counted -> (counted.after - counted.before) * 1e9 / (counted.to - counted.from))
                .max(Double::compare);
    }

    /// Where the command line or a system property sets the server's threads.
    Optional<Limit> threads() {
        Matcher typed = SET.matcher(arguments);
        String all = arguments
                + properties.entrySet().stream()
                        .map(each -> " " + each.getKey() + "=" + each.getValue())
                        .reduce("", String::concat);
        Matcher set = typed.find() ? typed.reset() : SET.matcher(all);
        return set.find() ? Optional.of(new Limit(Integer.parseInt(set.group(1)), "its settings")) : Optional.empty();
    }
}
