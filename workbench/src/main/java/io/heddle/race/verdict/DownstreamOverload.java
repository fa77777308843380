package io.heddle.race.verdict;

import io.heddle.model.Holder;
import io.heddle.race.trial.TrialOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The harm of concurrency that nothing bounds any more: with a thread pool gone, all requests reach what is behind
/// the service at once, and it pushes back. A time-out is such a sign only where no virtual thread had to wait for a
/// carrier: else the service itself did not get to its requests. Where code held carriers, that is the cause.
public final class DownstreamOverload {

    /// Too many requests, and what gateways say of a downstream that gave no answer or no good one (RFC 6585, RFC
    /// 9110).
    private static final Set<String> STATUSES = Set.of("429", "502", "503", "504");

    /// Share of carrier time: from here on the service did not get to its requests, whatever it answered in the end.
    private static final double HELD = 0.1;

    private DownstreamOverload() {}

    /// @param trials of an arm with errors that the other does not have
    /// @param against label of that other
    /// @return what to say; empty where its errors are mostly of another kind, or code held carriers
    public static Optional<String> of(List<TrialOutcome> trials, String against) {
        if (trials.stream().anyMatch(outcome -> Holder.lost(outcome.trial().holders().stream()) >= HELD)) {
            return Optional.empty();
        }
        Map<String, Long> signs = new TreeMap<>();
        long failures = 0;
        for (TrialOutcome outcome : trials) {
            failures += outcome.failures();
            outcome.trial().errorKinds().forEach((kind, count) -> {
                if (STATUSES.contains(kind)) {
                    signs.merge("status " + kind, count, Long::sum);
                }
            });
            if (outcome.trial().timeouts() > 0 && !outcome.delayed()) {
                signs.merge("timeouts", outcome.trial().timeouts(), Long::sum);
            }
        }
        long pushed = signs.values().stream().mapToLong(count -> count).sum();
        if (2 * pushed <= failures) {
            return Optional.empty();
        }
        String kinds = signs.entrySet().stream()
                .map(sign -> sign.getKey() + ": " + sign.getValue())
                .collect(Collectors.joining(", "));
        return Optional.of(
                "unbounded concurrency: the " + against
                        + " arm's pool kept requests from something that pushes back when all of them come at once ("
                        + kinds
                        + "); put a bound in front of what refuses, such as a Semaphore or a connection pool of the size that it bears");
    }
}
