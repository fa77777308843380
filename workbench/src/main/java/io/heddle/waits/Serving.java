package io.heddle.waits;

import io.heddle.model.WaitClass;
import io.heddle.waits.Activity.Nature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which threads serve requests: those under a method of a known server that runs one request, and virtual threads that
/// are neither idle nor the JVM's own, nor started in a scope by another that waits for them. Where threads of a known
/// server wait for results, virtual threads of no server are taken to work for them, and do not count: they add nothing
/// to the time of a request. Where there is neither, platform threads that work.
final class Serving {

    /// One moment of the JVM.
    ///
    /// @param servers threads under a known server's method
    /// @param virtual virtual threads that work
    /// @param platform other threads that work
    record Moment(ThreadDump dump, List<Seen> servers, List<Seen> virtual, List<Seen> platform) {

        List<Seen> of(Set<Kind> kinds) {
            return kinds.stream().flatMap(kind -> of(kind).stream()).toList();
        }

        List<Seen> of(Kind kind) {
            return switch (kind) {
                case SERVERS -> servers;
                case VIRTUAL -> virtual;
                case PLATFORM -> platform;
                case NONE -> List.of();
            };
        }
    }

    /// A thread, and what it does.
    record Seen(ThreadSnapshot thread, Activity activity) {

        Seen as(Activity other) {
            return new Seen(thread, other);
        }
    }

    /// A way to recognise who serves requests.
    enum Kind {
        SERVERS,
        VIRTUAL,
        PLATFORM,
        NONE
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
                servers.add(asked(seen));
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

    /// Within a request nobody waits for work: it wants what others have taken out of a queue.
    private static Seen asked(Seen seen) {
        Activity activity = seen.activity();
        return activity.nature() == Nature.IDLE && activity.kind() == WaitClass.QUEUE
                ? seen.as(activity.as(WaitClass.QUEUE, Nature.QUEUES, "something in an empty " + activity.what()))
                : seen;
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

    /// The kinds that serve requests.
    static Set<Kind> kinds(List<Moment> moments) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        if (count(moments, Kind.SERVERS) > 0) {
            kinds.add(Kind.SERVERS);
        }
        if (count(moments, Kind.VIRTUAL) > 0 && !waitForResults(moments)) {
            kinds.add(Kind.VIRTUAL);
        }
        if (kinds.isEmpty() || !kinds.contains(Kind.SERVERS) && platformThreadsQueue(moments)) {
            kinds.add(Kind.PLATFORM);
        }
        return kinds;
    }

    /// The kinds that serve requests on platform threads: where threads of a known server are some of these, virtual
    /// threads of no server do something else.
    static Set<Kind> platformKinds(List<Moment> moments) {
        Set<Kind> kinds = kinds(moments);
        long virtual = moments.stream()
                .flatMap(moment -> moment.servers().stream())
                .filter(seen -> seen.thread().virtual())
                .count();
        if (kinds.contains(Kind.SERVERS) && 2 * virtual < count(moments, Kind.SERVERS)) {
            kinds.remove(Kind.VIRTUAL);
        }
        return kinds;
    }

    /// One virtual thread that does something must not hide the threads of a server that is not known.
    private static boolean platformThreadsQueue(List<Moment> moments) {
        long queue = moments.stream()
                .flatMap(moment -> moment.platform().stream())
                .filter(seen -> seen.activity().queues())
                .count();
        return queue > 0 && queue >= Contention.SHARE * (count(moments, Kind.VIRTUAL) + count(moments, Kind.PLATFORM));
    }

    private static long count(List<Moment> moments, Kind kind) {
        return moments.stream().mapToLong(moment -> moment.of(kind).size()).sum();
    }

    /// Whether threads of a known server have handed their work to others.
    private static boolean waitForResults(List<Moment> moments) {
        long waiting = moments.stream()
                .flatMap(moment -> moment.servers().stream())
                .filter(seen -> seen.activity().nature() == Nature.TASK)
                .count();
        return waiting > 0 && waiting >= Contention.SHARE * count(moments, Kind.SERVERS);
    }

    /// How they were recognised, for people.
    String words(Set<Kind> kinds) {
        return words(kinds, met);
    }

    /// @param met servers
    static String words(Set<Kind> kinds, Set<String> met) {
        String servers = "those in a request of " + String.join(" or ", met);
        String virtual = "virtual threads that are not idle";
        return "threads that serve requests: "
                + (kinds.contains(Kind.PLATFORM)
                        ? "neither a known server nor a virtual thread was met, so all threads that work count"
                        : !kinds.contains(Kind.SERVERS)
                                ? "no known server was met, so all " + virtual + " count"
                                : kinds.contains(Kind.VIRTUAL) ? servers + ", and other " + virtual : servers);
    }

    /// Of several words, those that occur most often.
    static String most(Map<String, Integer> counts) {
        return counts.entrySet().stream()
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse("");
    }
}
