package io.heddle.race.load;

import java.util.List;

/// What a staged load tells its caller while it goes on, on the caller's thread.
public interface StagedListener {

    /// A stage begins; told up to 50 ms later.
    ///
    /// @param number from 0
    void stage(int number);

    /// Some twice a second.
    ///
    /// @param slices so far; the last is not complete
    /// @param done share of the time of all stages that has passed
    /// @return whether enough has been seen, so that the load ends
    boolean enough(List<Slice> slices, double done);
}
