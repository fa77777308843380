package io.heddle.watch;

import io.heddle.watch.signal.Delay;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Times that may be asked whether anything shares a moment with them: a long recording has hundreds of thousands on
/// either side.
final class Spans {

    private final Delay[] ordered;
    private final long longest;

    Spans(Collection<Delay> spans) {
        this.ordered =
                spans.stream().sorted(Comparator.comparingLong(Delay::start)).toArray(Delay[]::new);
        this.longest = spans.stream().mapToLong(Delay::nanos).max().orElse(0);
    }

    /// Neighbours as one: then the answer takes a few steps, however long one of them is.
    static Spans merged(List<Delay> spans) {
        ArrayDeque<Delay> merged = new ArrayDeque<>();
        for (Delay span : new Spans(spans).ordered) {
            if (!merged.isEmpty() && span.start() <= merged.getLast().end()) {
                Delay before = merged.removeLast();
                merged.add(new Delay(before.start(), Math.max(before.end(), span.end()) - before.start(), true));
            } else {
                merged.add(span);
            }
        }
        return new Spans(merged);
    }

    /// Whether one of at least this length shares a moment with the time from here to there.
    boolean meets(long from, long to, long least) {
        int at = Arrays.binarySearch(ordered, new Delay(to, 0, true), Comparator.comparingLong(Delay::start));
        for (int i = (at < 0 ? -at - 1 : at) - 1; i >= 0 && ordered[i].start() >= from - longest; i--) {
            if (ordered[i].nanos() >= least && ordered[i].end() > from && ordered[i].start() < to) {
                return true;
            }
        }
        return false;
    }
}
