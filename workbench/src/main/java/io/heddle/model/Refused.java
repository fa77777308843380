package io.heddle.model;

/// A refusal at one place.
///
/// @param why what was seen there, in one sentence
public record Refused(Refusal refusal, String why) {}
