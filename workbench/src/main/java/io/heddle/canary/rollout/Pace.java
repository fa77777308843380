package io.heddle.canary.rollout;

import java.time.Duration;
import java.util.List;

/// How a canary walks.
///
/// @param weights in percent, ascending, at least two; the last is reached by a pass alone
/// @param step least time at each weight but the last
/// @param every time from one look to the next
/// @param longest after which an undecided canary waits for a person
/// @param keepsOnInterrupt leaves the weight as it is when it is interrupted, instead of going back to 0
public record Pace(List<Integer> weights, Duration step, Duration every, Duration longest, boolean keepsOnInterrupt) {}
