package io.heddle.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One measured run of one arm at one load on one path.
///
/// @param arm label of the arm
/// @param repetition 1 for the first fresh JVM of this arm, and so on
/// @param seconds length of the window
/// @param throughput answered requests a second
/// @param bound least bound of this arm and load, requests a second; null when nothing bounds it
/// @param requests answered without error in the window
/// @param errors answers of status 400 and above, redirections unless they are accepted, broken connections and
///     malformed answers
/// @param timeouts requests that got no answer in time
/// @param errorKinds errors by kind, such as `503`, `302`, `reset`, `refused`
/// @param virtualShare share of requests whose handler ran on a virtual thread, 0 to 1; null when it cannot
///     be known
/// @param cpuSeconds CPU time of the target and its children
/// @param generatorCpuSeconds CPU time of Heddle's own process
/// @param machineCpu share of all cores in use by anybody, 0 to 1
/// @param rssBytes resident memory of the target at the end
/// @param peakPlatformThreads most live platform threads of the target
/// @param little connections in flight by Little's law over those there were: 1 when the trial accounts for
///     itself
/// @param pins null when the target's JVM could not tell
/// @param stalls null when no probe virtual thread ran
/// @param holders code that held carriers meanwhile, the worst first; known once the JVM has ended
/// @param steady whether warm-up ended by its test and not by its cap
/// @param doubts what speaks against this trial, each one sentence
/// @param bystander what another path got meanwhile; null when none was asked
public record Trial(
        String arm,
        int repetition,
        String workload,
        Load load,
        double seconds,
        double throughput,
        @Nullable Double bound,
        long requests,
        long errors,
        long timeouts,
        Map<String, Long> errorKinds,
        long inFlightAtStop,
        LatencyMillis latencyMillis,
        @Nullable Double virtualShare,
        double cpuSeconds,
        double generatorCpuSeconds,
        double machineCpu,
        long rssBytes,
        int peakPlatformThreads,
        @Nullable Pins pins,
        @Nullable Stalls stalls,
        List<Holder> holders,
        List<PoolUse> pools,
        double little,
        boolean steady,
        List<String> doubts,
        @Nullable Bystander bystander) {

    /// The same trial with what is known of its carriers once its JVM has ended.
    public Trial withCarriers(@Nullable Pins counted, @Nullable Stalls met, List<Holder> seen) {
        return new Trial(
                arm,
                repetition,
                workload,
                load,
                seconds,
                throughput,
                bound,
                requests,
                errors,
                timeouts,
                errorKinds,
                inFlightAtStop,
                latencyMillis,
                virtualShare,
                cpuSeconds,
                generatorCpuSeconds,
                machineCpu,
                rssBytes,
                peakPlatformThreads,
                counted,
                met,
                seen,
                pools,
                little,
                steady,
                doubts,
                bystander);
    }

    /// The same trial with what another path got meanwhile.
    public Trial withBystander(@Nullable Bystander other) {
        return new Trial(
                arm,
                repetition,
                workload,
                load,
                seconds,
                throughput,
                bound,
                requests,
                errors,
                timeouts,
                errorKinds,
                inFlightAtStop,
                latencyMillis,
                virtualShare,
                cpuSeconds,
                generatorCpuSeconds,
                machineCpu,
                rssBytes,
                peakPlatformThreads,
                pins,
                stalls,
                holders,
                pools,
                little,
                steady,
                doubts,
                other);
    }
}
