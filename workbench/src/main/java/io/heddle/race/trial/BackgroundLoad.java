package io.heddle.race.trial;

import io.heddle.race.target.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Who else used the machine while a trial was measured. Heddle's own are its process and all that descends from it:
/// target, database, downstream.
///
/// @param machine reading at the beginning
/// @param ours CPU time until then
record BackgroundLoad(Usage.Machine machine, Duration ours) {

    /// Shares of all cores from which a trial is doubted. Interrupts are nobody's, so what the network costs is
    /// not taken for a stranger's.
    private static final double OTHERS = 0.05;
    private static final double STOLEN = 0.02;

    static BackgroundLoad begin() {
        return new BackgroundLoad(Usage.machine(), Usage.cpuOfHeddle());
    }

    /// What others had since then.
    Used used() {
        Usage.Machine now = Usage.machine();
        return new Used(now.othersSince(machine, Usage.cpuOfHeddle().minus(ours)), now.stolenSince(machine));
    }

    /// Shares of all cores.
    ///
    /// @param others that other processes of this machine had
    /// @param stolen that the hypervisor gave to others
    record Used(double others, double stolen) {

        static final Used NOTHING = new Used(0, 0);

        /// What there is to say, in tenths, so that trials which saw the same say the same; empty where the
        /// machine was Heddle's.
        List<String> doubts() {
            List<String> doubts = new ArrayList<>();
            if (others > OTHERS) {
                doubts.add("foreign load: other processes used " + share(others)
                        + " of the machine's CPU while this was measured");
            }
            if (stolen > STOLEN) {
                doubts.add("foreign load: the hypervisor gave " + share(stolen)
                        + " of the machine's CPU to others while this was measured");
            }
            return doubts;
        }
    }

    private static String share(double share) {
        return share < 0.1
                ? "less than 10 %"
                : String.format(Locale.ROOT, "some %.0f %%", 100 * Math.round(share * 10) / 10.0);
    }
}
