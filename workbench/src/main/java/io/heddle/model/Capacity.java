package io.heddle.model;

import java.util.List;
import java.util.Optional;

/// The highest constant rate at which a path met an objective, for each arm.
///
/// @param objective as asked for, such as `p99<200ms`
/// @param arms in the order of comparison; those that were searched
/// @param ratios between arms that met it at all
/// @param searches one a JVM
public record Capacity(
        String workload, String objective, List<OfArm> arms, List<Versus> ratios, List<Search> searches) {

    /// Keeps its own copies.
    public Capacity {
        arms = List.copyOf(arms);
        ratios = List.copyOf(ratios);
        searches = List.copyOf(searches);
    }

    /// How many windows were disturbed, and by what first; empty when none was.
    public Optional<String> doubt() {
        List<Step> all =
                searches.stream().flatMap(search -> search.steps().stream()).toList();
        List<Step> doubted =
                all.stream().filter(step -> !step.doubts().isEmpty()).toList();
        return doubted.stream()
                .findFirst()
                .map(step -> doubted.size() + " of " + all.size() + " windows were disturbed: "
                        + step.doubts().getFirst());
    }

    /// What one arm carries, in requests a second. The interval holds the spread over JVMs and the width of the
    /// last brackets.
    ///
    /// @param estimate 0 when some JVM met the objective at no rate
    /// @param low 0 when one JVM leaves no interval
    /// @param high infinite when one JVM leaves no interval, or no end was found
    public record OfArm(String arm, double estimate, double low, double high) {}

    /// @param text in words
    public record Versus(String arm, String against, Ratio ratio, String text) {}

    /// The bisection in one JVM.
    ///
    /// @param met highest rate that met the objective, in two windows unless `ended` says otherwise; 0 when
    ///     there was none
    /// @param missed lowest rate above it that did not; infinite when there was none
    /// @param ended why the search stopped there
    public record Search(String arm, int repetition, double met, double missed, String ended, List<Step> steps) {

        /// Keeps its own copy.
        public Search {
            steps = List.copyOf(steps);
        }
    }

    /// One window at one rate.
    ///
    /// @param within share of all requests, failed ones included, that were answered well in time, 0 to 1
    /// @param millis the objective's percentile of the latency
    /// @param throughput answered requests a second
    /// @param failed errors and timeouts
    /// @param seconds length of the window
    /// @param doubts who else used the machine meanwhile, in words; empty when nobody did
    public record Step(
            double rate,
            boolean met,
            double within,
            double millis,
            double throughput,
            long requests,
            long failed,
            double seconds,
            List<String> doubts) {

        /// Keeps its own copy.
        public Step {
            doubts = List.copyOf(doubts);
        }
    }
}
