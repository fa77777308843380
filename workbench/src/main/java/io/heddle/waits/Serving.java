package io.heddle.waits;

import io.heddle.waits.Activity.Nature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which threads serve requests: those under a method of a known server that runs one request; where there is none,
/// virtual threads that are neither idle nor the JVM's own, nor started by another that waits for them; where there is
/// none of these either, platform threads that work.
final class Serving {

    /// One moment of the JVM.
    ///
    /// @param servers threads under a known server's method
    /// @param virtual virtual threads that work
    /// @param platform other threads that work
    record Moment(ThreadDump dump, List<Seen> servers, List<Seen> virtual, List<Seen> platform) {

        List<Seen> of(Kind kind) {
            return switch (kind) {
                case SERVERS -> servers;
                case VIRTUAL -> virtual;
                case PLATFORM -> platform;
            };
        }
    }

    /// A thread, and what it does.
    record Seen(ThreadSnapshot thread, Activity activity) {

        Seen as(Activity other) {
            return new Seen(thread, other);
        }
    }

    /// A way to recognise who serves requests, the surest first.
    enum Kind {
        SERVERS,
        VIRTUAL,
        PLATFORM
    }

    private final Classifier classifier;
    private final Set<String> met = new TreeSet<>();

    Serving(Classifier classifier) {
        this.classifier = classifier;
    }

    Moment sort(ThreadDump dump) {
        Set<Long> carriers = new java.util.HashSet<>();
        dump.carriers().forEach(carrier -> carriers.add(carrier.id()));
        List<Seen> servers = new ArrayList<>();
        List<Seen> virtual = new ArrayList<>();
        List<Seen> platform = new ArrayList<>();
        for (ThreadSnapshot thread : dump.threads().values()) {
            if (carriers.contains(thread.id()) || isHeddles(thread)) {
                continue;
            }
            Seen seen = new Seen(thread, classifier.of(thread, dump.tells().carriers()));
            String server = classifier.server(thread).orElse("");
            if (!server.isEmpty()) {
                met.add(server);
                servers.add(seen);
            } else if (seen.activity().nature() != Nature.IDLE
                    && seen.activity().nature() != Nature.JVM) {
                if (thread.virtual() && !thread.child()) {
                    virtual.add(seen);
                } else if (!thread.virtual() && works(thread)) {
                    platform.add(seen);
                }
            }
        }
        requestsThatNeverRan(virtual, servers);
        return new Moment(dump, servers, virtual, platform);
    }

    /// A request that has never run shows no server: it is one of the executor whose other threads serve requests.
    private static void requestsThatNeverRan(List<Seen> virtual, List<Seen> servers) {
        Set<String> executors = servers.stream()
                .map(seen -> seen.thread().container())
                .filter(container -> !container.isEmpty())
                .collect(Collectors.toSet());
        List<Seen> requests = virtual.stream()
                .filter(seen -> seen.thread().stack().isEmpty()
                        && executors.contains(seen.thread().container()))
                .toList();
        servers.addAll(requests);
        virtual.removeAll(requests);
    }

    private static boolean isHeddles(ThreadSnapshot thread) {
        return thread.name().startsWith("heddle-");
    }

    /// It runs code of somebody other than the JDK, and is not the one that began the program.
    private static boolean works(ThreadSnapshot thread) {
        return !thread.name().equals("main") && thread.stack().stream().anyMatch(frame -> !frame.isJdk());
    }

    /// The first kind of which there is a thread in the mean.
    static Kind kind(List<Moment> moments) {
        for (Kind kind : Kind.values()) {
            long threads =
                    moments.stream().mapToLong(moment -> moment.of(kind).size()).sum();
            if (threads >= moments.size()) {
                return kind;
            }
        }
        return moments.stream().anyMatch(moment -> !moment.servers().isEmpty()) ? Kind.SERVERS : Kind.VIRTUAL;
    }

    /// How they were recognised, for people.
    String words(Kind kind) {
        return switch (kind) {
            case SERVERS -> "threads that serve requests: those in a request of " + String.join(" or ", met);
            case VIRTUAL ->
                "threads that serve requests: no known server was met, so all virtual threads that are not idle count";
            case PLATFORM ->
                "threads that serve requests: neither a known server nor a virtual thread was met, so all threads"
                        + " that work count";
        };
    }

    /// Of several words, those that occur most often.
    static String most(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
