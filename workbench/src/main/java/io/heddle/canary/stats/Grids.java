package io.heddle.canary.stats;

/// The resolution of both arms' latencies.
public record Grids(Grid baseline, Grid canary) {

    /// Neither has ticks.
    static final Grids FINE = new Grids(Grid.FINE, Grid.FINE);

    /// @param alike both arms' latencies are written by one kind of writer, which rounds alike
    public static Grids of(Ticks baseline, Ticks canary, boolean alike) {
        boolean otherwise = !alike || baseline.micros() != canary.micros();
        return new Grids(baseline.grid(otherwise), canary.grid(otherwise));
    }

    Grid of(Side side) {
        return side == Side.BASELINE ? baseline : canary;
    }

    /// The longer tick, in µs; 1 where there is none.
    public long tick() {
        return Math.max(baseline.tick(), canary.tick());
    }
}
