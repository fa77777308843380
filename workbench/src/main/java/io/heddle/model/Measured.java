package io.heddle.model;

/// What a recording of the service shows of a finding's place.
///
/// @param millisPerSecond how long threads waited there, in milliseconds of each second that was recorded; of all
///     threads together, so that it may exceed 1,000; 0 where no wait was recorded
/// @param share of ten equal parts of the recording, those in which a thread was met there; above 0, at most 1
public record Measured(double millisPerSecond, double share) {

    /// What runs at start or stop alone is met in one part or two.
    private static final double AGAIN_AND_AGAIN = 0.25;

    /// Whether threads waited there.
    public boolean isWait() {
        return millisPerSecond > 0;
    }

    /// Whether the service ran it again and again while it was recorded.
    public boolean isRepeated() {
        return share > AGAIN_AND_AGAIN;
    }
}
