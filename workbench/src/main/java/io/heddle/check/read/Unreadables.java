package io.heddle.check.read;

import io.heddle.model.Check.Unreadable;
import io.heddle.model.IoReason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Collects what could not be read, so that silence about it is never taken for an answer. Safe for threads.
public final class Unreadables {

    private final List<Unreadable> list = new ArrayList<>();

    /// @param place the file, and the entry in it after `!/`
    public synchronized void add(String place, String why) {
        list.add(new Unreadable(place, why));
    }

    /// @param problem of which the first line of the reason is told
    public void add(String place, Throwable problem) {
        add(place, IoReason.of(problem).lines().findFirst().orElse(""));
    }

    /// All so far, ordered by place.
    public synchronized List<Unreadable> list() {
        return list.stream()
                .distinct()
                .sorted(Comparator.comparing(Unreadable::place))
                .toList();
    }
}
