package io.heddle.canary.stats;

/// One metric of latency over time: a log ratio, canary over baseline, for each paired block.
///
/// A block ends when both arms have answered so many requests that the metric means the same in both. One in which an
/// arm fell silent, though its rate before says that it should not have, is thrown away: its halves would no longer be
/// of the same time.
public final class Series {

    /// Requests beyond a quantile, in either arm of a block: fewer leave it to chance, and biased.
    private static final int BEYOND = 5;
    private static final int LEAST_REQUESTS = 30;
    /// An arm is silent when its rate makes this many requests due and none came.
    private static final double DUE = 12;

    private final Statistic statistic;
    private final long least;
    private final Slice open = new Slice();
    private final Ladder ladder = new Ladder();
    private final WarmUp warmUp = new WarmUp();
    private long slices;
    private long closed;
    private long closedSlices;
    private long thrown;
    private final long[] requests = new long[2];
    private final long[] silent = new long[2];

    public Series(Statistic statistic) {
        this.statistic = statistic;
        least = statistic.least(BEYOND, LEAST_REQUESTS);
    }

    /// The next slice of time.
    ///
    /// @param tickMicros resolution of the latencies
    public void add(Slice slice, long tickMicros) {
        open.add(slice);
        slices++;
        if (fellSilent(slice)) {
            thrown++;
            restart();
            return;
        }
        if (open.arm(Side.BASELINE).answers() < least || open.arm(Side.CANARY).answers() < least) {
            return;
        }
        double ratio = Math.log(statistic.of(open.arm(Side.CANARY), tickMicros))
                - Math.log(statistic.of(open.arm(Side.BASELINE), tickMicros));
        for (Side side : Side.values()) {
            requests[side.index()] += open.arm(side).answers();
        }
        closed++;
        closedSlices += slices;
        restart();
        warmUp.take(Double.isFinite(ratio) ? ratio : 0).forEach(ladder::add);
    }

    private boolean fellSilent(Slice slice) {
        boolean fell = false;
        for (Side side : Side.values()) {
            int i = side.index();
            silent[i] = slice.arm(side).requests() > 0 ? 0 : silent[i] + 1;
            double perSlice = closedSlices == 0 ? 0 : (double) requests[i] / closedSlices;
            fell |= silent[i] * perSlice > DUE;
        }
        // Where both are silent nothing is out of step.
        return fell && (silent[0] == 0 || silent[1] == 0);
    }

    private void restart() {
        open.clear();
        slices = 0;
    }

    public String name() {
        return statistic.name();
    }

    public Blocks blocks() {
        return ladder.blocks();
    }

    /// Blocks so far that were not thrown away: those of a cold arm too.
    public long closed() {
        return closed;
    }

    /// Mean length of the shortest blocks, in slices.
    public double slicesPerBlock() {
        return closed == 0 ? 0 : (double) closedSlices / closed;
    }

    /// Blocks in which an arm fell silent.
    public long thrown() {
        return thrown;
    }

    /// Blocks of a cold arm.
    public int dropped() {
        return warmUp.dropped();
    }

    /// Requests in blocks.
    public long requests(Side side) {
        return requests[side.index()];
    }

    /// Requests that an arm must answer in a block.
    public long least() {
        return least;
    }
}
