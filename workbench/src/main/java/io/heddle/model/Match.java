package io.heddle.model;

/// Whether what was predicted is what was seen.
public enum Match {
    PREDICTED,
    PREDICTED_AND_SEEN,
    SEEN_ONLY
}
