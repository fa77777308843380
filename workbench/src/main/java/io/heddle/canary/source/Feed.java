package io.heddle.canary.source;

import io.heddle.canary.stats.Intake;
import io.heddle.canary.stats.Side;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/// One place that requests come from, read in its own order.
public interface Feed extends AutoCloseable {

    /// When the next request was answered that is here already.
    ///
    /// @return seconds since 1970; infinite where none is here now
    double next();

    /// Hands on the request that [#next] told of.
    void deliver(Intake intake);

    /// More is sure to come, or its end: a pipe that is still open.
    boolean awaited();

    /// The end is near: what is half read is read as it stands.
    void finish();

    /// How many requests of an arm came, and of how many nobody knows how they were answered.
    ///
    /// @param first such a line and what is odd about it; empty where there is none
    record Unknown(long requests, long unknown, String first) {

        /// Share of its requests, 0 to 1.
        public double share() {
            return unknown == 0 ? 0 : unknown / (double) (requests + unknown);
        }

        /// The two together.
        public Unknown and(Unknown other) {
            return new Unknown(
                    requests + other.requests, unknown + other.unknown, first.isEmpty() ? other.first : first);
        }
    }

    /// Of one arm so far.
    default Unknown unknown(Side side) {
        return new Unknown(0, 0, "");
    }

    /// What was odd about it so far.
    List<String> notes();

    /// Where it is, so that a later run goes on there.
    void save(DataOutput out) throws IOException;

    /// Goes on where [#save] was.
    void restore(DataInput in) throws IOException;

    @Override
    void close();
}
