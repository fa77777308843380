package io.heddle.canary.why;

import io.heddle.metrics.Sample;
import java.util.List;

/// Where one arm's metrics are read.
interface Metrics {

    /// None where nobody answers: then nothing is said of the arm.
    List<Sample> read() throws InterruptedException;
}
