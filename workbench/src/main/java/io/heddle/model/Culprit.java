package io.heddle.model;

/// Code that held the carriers of an arm that did worse.
///
/// @param holder summed over the trials of that load
/// @param trials how many trials of that load met it
/// @param of how many there were
/// @param remedy what to do about it
public record Culprit(Holder holder, int trials, int of, Remedies.Remedy remedy) {}
