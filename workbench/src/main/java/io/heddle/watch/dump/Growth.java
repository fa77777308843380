package io.heddle.watch.dump;

import io.heddle.waits.ThreadDump;
import io.heddle.waits.ThreadSnapshot;
import io.heddle.watch.code.Blame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Virtual threads at one place that only become more. A group that is bigger now than before is none: threads that go
/// round meet at one place by chance, a service that has just started fills its pools once, and short ones come and
/// go.
///
/// @param first those of the first dump, at least one
/// @param last those of the last dump
/// @param left how many left it between two dumps, in all
record Growth(List<ThreadSnapshot> first, List<ThreadSnapshot> last, int left) {

    private static final int LEAST_DUMPS = 3;
    /// From each dump to the next: threads that did not exist before.
    private static final int LEAST_NEW = 10;
    /// As a share of those that are new.
    private static final double MOST_LEFT = 0.1;
    /// Slower than this share of the fastest growth, it levels off.
    private static final double LEVELS_OFF = 0.25;

    /// @param counts which threads may belong to a group
    static List<Growth> in(List<ThreadDump> dumps, Predicate<ThreadSnapshot> counts) {
        if (dumps.size() < LEAST_DUMPS) {
            return List.of();
        }
        List<Map<String, List<ThreadSnapshot>>> groups =
                dumps.stream().map(dump -> byPlace(dump, counts)).toList();
        return groups.getLast().keySet().stream()
                .flatMap(place ->
                        of(
                                dumps,
                                groups.stream()
                                        .map(group -> group.getOrDefault(place, List.of()))
                                        .toList())
                                .stream())
                .toList();
    }

    private static Optional<Growth> of(List<ThreadDump> dumps, List<List<ThreadSnapshot>> members) {
        List<Double> rates = new ArrayList<>();
        int left = 0;
        for (int i = 1; i < members.size(); i++) {
            Map<Long, ThreadSnapshot> before = dumps.get(i - 1).threads();
            Set<Long> here =
                    members.get(i).stream().map(ThreadSnapshot::id).collect(Collectors.toCollection(HashSet::new));
            long born = here.stream().filter(id -> !before.containsKey(id)).count();
            long gone = members.get(i - 1).stream()
                    .filter(thread -> !here.contains(thread.id()))
                    .count();
            if (members.get(i - 1).isEmpty() || born < LEAST_NEW || gone > born * MOST_LEFT) {
                return Optional.empty();
            }
            left += (int) gone;
            rates.add((double) born
                    / Math.max(1, dumps.get(i).at() - dumps.get(i - 1).at()));
        }
        double fastest = rates.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return rates.getLast() >= fastest * LEVELS_OFF
                ? Optional.of(new Growth(members.getFirst(), members.getLast(), left))
                : Optional.empty();
    }

    private static Map<String, List<ThreadSnapshot>> byPlace(ThreadDump dump, Predicate<ThreadSnapshot> counts) {
        return dump.virtual().stream()
                .filter(thread -> !thread.stack().isEmpty() && counts.test(thread))
                .collect(Collectors.groupingBy(
                        thread -> Blame.ownerOf(thread.stack(), 0).place()));
    }
}
