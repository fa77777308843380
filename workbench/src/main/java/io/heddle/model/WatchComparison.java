package io.heddle.model;

import java.util.List;
import java.util.Optional;

/// Two recordings, before and after something was changed.
///
/// @param version Heddle's version
/// @param command Heddle's own command line, secrets redacted
/// @param kind of the whole, by the share of carrier time that was held
/// @param lost how that share changed
/// @param changes holders of either, those with the greatest difference first
/// @param notes what weakens the comparison, one sentence each
public record WatchComparison(
        String version,
        List<String> command,
        Side before,
        Side after,
        Kind kind,
        Shift lost,
        List<Change> changes,
        List<String> notes) {

    /// What a comparison shows.
    public enum Kind {
        BETTER,
        WORSE,
        NO_DIFFERENCE_SHOWN
    }

    /// What became of a holder.
    public enum Fate {
        APPEARED,
        WENT,
        MORE,
        LESS,
        NO_DIFFERENCE_SHOWN
    }

    /// One of the two.
    ///
    /// @param file as the user named it
    public record Side(String file, Watch watch) {}

    /// A difference of shares of carrier time, after minus before, each 0 to 1.
    ///
    /// @param low lower end of its interval
    /// @param high upper end of its interval
    public record Shift(double before, double after, double difference, double low, double high) {}

    /// A holder in both.
    ///
    /// @param before empty where it was not seen
    /// @param after empty where it was not seen
    public record Change(Fate fate, Shift lost, Optional<Holder> before, Optional<Holder> after) {

        /// What is common to both: cause and place.
        public Holder holder() {
            return after.or(() -> before).orElseThrow();
        }
    }
}
