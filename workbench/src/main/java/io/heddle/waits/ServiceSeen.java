package io.heddle.waits;

import io.heddle.model.Holder;
import io.heddle.waits.RequestWork.Doing;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What was seen of a running service: what a prediction is reckoned from.
///
/// @param events whether it was told by events; by dumps alone otherwise
/// @param source for people, such as the names of files
/// @param when it was, for people
/// @param feature release of its JDK, such as 21; 0 when unknown
/// @param cpus processors that it has; empty when unknown
/// @param cores mean number of processors that it used; empty when unknown
/// @param rate requests a second; empty where nothing counts them
/// @param threads that may serve requests at once, as its settings say; empty where nothing says it
/// @param pools sizes by name, as its settings say
/// @param holds what each thing that requests did would do to a carrier, as many as [RequestWork#doings]
/// @param lacks what the source cannot tell, and how to know it
/// @param notes what is odd about the source, one sentence each
public record ServiceSeen(
        boolean events,
        String source,
        String when,
        int feature,
        Optional<Integer> cpus,
        Optional<Double> cores,
        Optional<Counted> rate,
        Optional<Limit> threads,
        Map<String, Integer> pools,
        RequestWork work,
        List<Hold> holds,
        List<Lack> lacks,
        List<String> notes) {

    /// Keeps its own copies.
    public ServiceSeen {
        pools = Map.copyOf(pools);
        holds = List.copyOf(holds);
        lacks = List.copyOf(lacks);
        notes = List.copyOf(notes);
    }

    /// Requests a second, and what counted them.
    public record Counted(double perSecond, String by) {}

    /// Threads that may serve requests, and who says so.
    public record Limit(int threads, String by) {}

    /// What is not known, and how to know it.
    public record Lack(String what, String how) {}

    /// What a thread would do to its carrier, were it virtual.
    ///
    /// @param to23 what would hold the carrier up to JDK 23; empty where nothing would
    /// @param from24 the same from 24 on
    /// @param unread whether nobody can tell: nothing tells where it was, or the classes of its stack were not
    ///     found
    public record Hold(Doing doing, Optional<Place> to23, Optional<Place> from24, boolean unread) {

        /// By release.
        public Optional<Place> on(int jdk) {
            return jdk < FIRST_MENDED ? to23 : from24;
        }
    }

    /// The first JDK on which a monitor holds no carrier (JEP 491).
    public static final int FIRST_MENDED = 24;

    /// Code that would hold a carrier.
    ///
    /// @param artifact as `group:artifact:version`, or a file's name; empty when the class was not found
    public record Place(Holder.Cause cause, String type, String method, int line, String artifact) {}

    /// With what the process itself says of its limits.
    public ServiceSeen with(Optional<Integer> ownCpus, Optional<Limit> ownThreads, Map<String, Integer> ownPools) {
        return new ServiceSeen(
                events,
                source,
                when,
                feature,
                ownCpus.or(() -> cpus),
                cores,
                rate,
                ownThreads.or(() -> threads),
                ownPools.isEmpty() ? pools : ownPools,
                work,
                holds,
                lacks,
                notes);
    }
}
