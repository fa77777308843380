package io.heddle.model;

import java.util.List;

/// One JVM of an arm, second by second from its first request on.
///
/// @param arm label of the arm
/// @param repetition as in its trials
/// @param heldShares share of carrier time that somebody held, 0 to 1
/// @param requests answered in each of these seconds
/// @param paths the path that was under load in all of each of these seconds; empty where none was, or more than one
public record CarrierLife(
        String arm, int repetition, List<Double> heldShares, List<Long> requests, List<String> paths) {}
