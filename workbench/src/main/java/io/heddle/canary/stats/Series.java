package io.heddle.canary.stats;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.SplittableRandom;

/// One metric of latency over time: a log ratio, canary over baseline, for each paired block.
///
/// A block ends when both arms have answered so many requests that the metric means the same in both. One in which an
/// arm fell silent, though its rate before says that it should not have, is thrown away: its halves would no longer be
/// of the same time.
public final class Series {

    /// An arm is silent when its rate makes this many requests due and none came.
    private static final double DUE = 12;
    private static final long NONE = Long.MIN_VALUE;
    private static final long MOST = 1L << 29;

    private final Statistic statistic;
    private final long least;
    private final Slice open = new Slice();
    private final Ladder ladder = new Ladder();
    private final Ladder lows = new Ladder();
    private final Ladder highs = new Ladder();
    private Grids grids = Grids.FINE;
    private final WarmUp warmUp = new WarmUp();
    private long began = NONE;
    private long closed;
    private long closedSlices;
    private long thrown;
    private boolean away;
    private final long[] requests = new long[2];
    private final long[] silent = new long[2];

    public Series(Statistic statistic) {
        this.statistic = statistic;
        least = statistic.least();
    }

    /// The next slice of time.
    ///
    /// @param at which slice of time, counted since 1970
    /// @param known resolution of the latencies
    public void add(Slice slice, long at, Grids known) {
        grids = known;
        boolean alone = began == NONE;
        began = alone ? at : began;
        boolean before = away;
        away = fellSilent(slice);
        if (away) {
            thrown += before ? 0 : 1;
            warmUp.silence();
            restart();
        } else if (alone && isEnough(slice)) {
            close(slice, at);
        } else {
            if (isFull(open) || isFull(slice)) {
                restart();
                began = at;
            }
            open.add(slice);
            if (isEnough(open)) {
                close(open, at);
            }
        }
    }

    /// One arm alone answers, for so long that its counts would run over.
    private static boolean isFull(Slice block) {
        return Math.max(
                        block.arm(Side.BASELINE).answers(),
                        block.arm(Side.CANARY).answers())
                > MOST;
    }

    private boolean isEnough(Slice block) {
        return block.arm(Side.BASELINE).answers() >= least
                && block.arm(Side.CANARY).answers() >= least;
    }

    private void close(Slice block, long at) {
        // Chance as it fell for that block: the same requests give the same verdict.
        Span ratio = statistic.logRatio(block, grids, new SplittableRandom(closed));
        for (Side side : Side.values()) {
            requests[side.index()] += block.arm(side).answers();
        }
        closed++;
        closedSlices += at + 1 - began;
        restart();
        for (Span counts : warmUp.take(ratio.isFinite() ? ratio : Span.exact(0))) {
            ladder.add(counts.middle());
            lows.add(counts.low());
            highs.add(counts.high());
        }
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
        began = NONE;
    }

    public String name() {
        return statistic.name();
    }

    /// Log ratios, as they most likely are.
    public Blocks blocks() {
        return ladder.blocks();
    }

    /// The least that the log ratios may be. They are those of [#blocks] where the latencies have no ticks.
    public Blocks lows() {
        return lows.blocks();
    }

    /// The most that the log ratios may be.
    public Blocks highs() {
        return highs.blocks();
    }

    /// The longer tick of the two arms, in µs; 1 where there is none.
    public long tick() {
        return grids.tick();
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

    /// All that is known so far.
    public void save(DataOutput out) throws IOException {
        open.save(out);
        for (long x :
                new long[] {began, closed, closedSlices, thrown, requests[0], requests[1], silent[0], silent[1]}) {
            out.writeLong(x);
        }
        out.writeBoolean(away);
        ladder.save(out);
        lows.save(out);
        highs.save(out);
        warmUp.save(out);
    }

    /// Goes on where [#save] was.
    public void restore(DataInput in) throws IOException {
        open.restore(in);
        began = in.readLong();
        closed = in.readLong();
        closedSlices = in.readLong();
        thrown = in.readLong();
        for (long[] both : new long[][] {requests, silent}) {
            both[0] = in.readLong();
            both[1] = in.readLong();
        }
        away = in.readBoolean();
        ladder.restore(in);
        lows.restore(in);
        highs.restore(in);
        warmUp.restore(in);
    }

    /// Requests that an arm must answer in a block.
    public long least() {
        return least;
    }
}
