package idioms;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// Runs each program on a virtual thread of its own, and prints what the flight recorder saw of it: its name, a tab,
/// and the events of 8 ms or more, or `-`. Arguments: the classes whose nested classes are the programs.
public class Runner {

    private record Span(Instant from, Instant to) {}

    public static void main(String[] arguments) throws Exception {
        Env.start();
        Path file = Files.createTempFile("idioms", ".jfr");
        Map<String, Span> spans = new LinkedHashMap<>();
        try (Recording recording = new Recording()) {
            for (String event : List.of("jdk.VirtualThreadPinned", "jdk.JavaMonitorWait")) {
                recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
            }
            recording.start();
            for (String name : arguments) {
                for (Class<?> program : programs(name)) {
                    spans.put(name + "." + program.getSimpleName(), run(program));
                }
            }
            recording.dump(file);
        }
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getThread() != null
                    && event.getThread().isVirtual()
                    && event.getDuration().toMillis() >= 8) {
                spans.forEach((name, span) -> {
                    if (!event.getStartTime().isBefore(span.from)
                            && event.getStartTime().isBefore(span.to)) {
                        seen.computeIfAbsent(name, key -> new TreeSet<>())
                                .add(event.getEventType().getName());
                    }
                });
            }
        }
        Files.delete(file);
        spans.keySet()
                .forEach(name ->
                        System.out.println(name + "\t" + String.join(",", seen.getOrDefault(name, Set.of("-")))));
        System.exit(0);
    }

    private static List<Class<?>> programs(String name) throws ClassNotFoundException {
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> each : Class.forName("idioms." + name).getDeclaredClasses()) {
            if (Arrays.stream(each.getDeclaredMethods()).anyMatch(Runner::isProgram)) {
                all.add(each);
            }
        }
        all.sort(Comparator.comparing(Class::getSimpleName));
        return all;
    }

    private static boolean isProgram(Method method) {
        return method.getName().equals("run")
                && method.getParameterCount() == 0
                && java.lang.reflect.Modifier.isStatic(method.getModifiers());
    }

    private static Span run(Class<?> program) throws Exception {
        Method method = program.getDeclaredMethod("run");
        method.setAccessible(true);
        // What it needs is loaded before, where that does not run it.
        Instant from = Instant.now();
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                method.invoke(null);
            } catch (Exception e) {
                System.err.println(program.getName() + " failed: " + e.getCause());
            }
        });
        if (!thread.join(Duration.ofSeconds(5))) {
            System.err.println(program.getName() + " does not end");
        }
        Instant to = Instant.now();
        Thread.sleep(30);
        return new Span(from, to);
    }
}
