package io.heddle.model;

import java.util.OptionalInt;

/// One threading mode of the target.
///
/// @param label how reports name it: `platform`, `virtual`; with equal arms `platform-1`, `platform-2`
/// @param mode what its requests run on
/// @param threads size that the server's thread pool is given in this arm; empty leaves the service's own
public record Arm(String label, Mode mode, OptionalInt threads) {

    /// What the requests of an arm run on.
    public enum Mode {
        PLATFORM,
        VIRTUAL
    }
}
