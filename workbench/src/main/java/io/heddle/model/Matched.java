package io.heddle.model;

/// A finding beside what the runtime met of it.
///
/// @param finding its `seen` is filled in where the runtime met it
public record Matched(Finding finding, Match match) {}
