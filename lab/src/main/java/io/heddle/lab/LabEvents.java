package io.heddle.lab;

import java.time.Duration;

/// What happens while an experiment runs, for whoever shows it.
public interface LabEvents {

    /// A case begins.
    ///
    /// @param number from 1
    /// @param left time until all are done, estimated; the experiment's own guess, scaled by how it did so
    ///     far
    void begins(Case next, int number, int of, Duration left);

    /// A row is there.
    void finished(Row row);

    /// All that is known so far, after every row.
    void save(Result soFar);
}
