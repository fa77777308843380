package io.heddle.canary;

import io.heddle.canary.source.Feed;
import io.heddle.canary.source.Sources;
import io.heddle.canary.stats.Side;
import io.heddle.model.Canary;
import io.heddle.model.Failure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A canary that is looked at again and again: reads what has come, judges, keeps its state. Not for several threads.
public final class CanaryRun implements AutoCloseable {

    private static final long PIPE_MILLIS = 20;

    private Judge judge;
    private final List<Feed> feeds;

    private CanaryRun(Judge judge, List<Feed> feeds) {
        this.judge = judge;
        this.feeds = feeds;
    }

    /// @throws Failure when a source is not there
    public static CanaryRun open(String baseline, String canary, CanaryPlan plan, Optional<Path> state) {
        return new CanaryRun(new Judge(plan), Sources.open(baseline, canary));
    }

    /// Forgets what was judged, and judges by another plan what comes from now on. The sources stay where they are.
    public void judgeAnew(CanaryPlan anew) {
        judge = new Judge(anew);
    }

    /// Reads what is there by now, and looks.
    public Canary look() {
        while (deliverNext()) {
            // requests of all feeds in the order of their times
        }
        return judged();
    }

    /// Reads to the end of pipes and files, and looks. No more is read after it.
    ///
    /// @throws Failure when an arm has no request
    public Canary last() throws InterruptedException {
        while (deliverNext() || waitsForPipe()) {
            // as above
        }
        feeds.forEach(Feed::finish);
        while (deliverNext()) {
            // what was half a line
        }
        judge.closeUpTo(Double.POSITIVE_INFINITY);
        for (Side side : Side.values()) {
            if (judge.requests(side) == 0) {
                String arm = side == Side.BASELINE ? "baseline" : "canary";
                throw new Failure(
                        "there is no request of the " + arm
                                + feeds.stream()
                                        .flatMap(feed -> feed.notes().stream())
                                        .findFirst()
                                        .map(n -> ": " + n)
                                        .orElse(""),
                        "look whether --" + arm + " names the right log, and the arm as the log spells it");
            }
        }
        return judged();
    }

    private Canary judged() {
        return judge.look()
                .with(feeds.stream().flatMap(feed -> feed.notes().stream()).toList());
    }

    private boolean deliverNext() {
        Feed first = null;
        double earliest = Double.POSITIVE_INFINITY;
        for (Feed feed : feeds) {
            double next = feed.next();
            if (next < earliest) {
                earliest = next;
                first = feed;
            }
        }
        if (first == null) {
            return false;
        }
        first.deliver(judge);
        return true;
    }

    private boolean waitsForPipe() throws InterruptedException {
        boolean waits = feeds.stream().anyMatch(feed -> feed.awaited());
        if (waits) {
            TimeUnit.MILLISECONDS.sleep(PIPE_MILLIS);
        }
        return waits;
    }

    @Override
    public void close() {
        feeds.forEach(Feed::close);
    }
}
