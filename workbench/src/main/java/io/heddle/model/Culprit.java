package io.heddle.model;

/// Code that held the carriers of an arm.
///
/// @param holder summed over the trials of that load
/// @param trials how many trials of that load met it
/// @param of how many there were
/// @param remedy what to do about it
/// @param fingerprint of the finding that had predicted it; empty where none had, or nobody asked
public record Culprit(Holder holder, int trials, int of, Remedies.Remedy remedy, String fingerprint) {}
