package io.heddle.model;

/// Times in which carriers served nobody else, pinned or not.
public record Stalls(long count, double longestMillis) {
}
