package io.heddle.model;

/// Two arms at the same load on the same path.
///
/// @param arm label of the arm whose figure is above the line of the ratio
/// @param against label of the arm below it
/// @param metric what is compared
/// @param primary the one comparison a path that is not corrected for looking at many
/// @param pairs JVMs an arm
/// @param confidence level of the interval, such as 0.95; higher where Holm's correction asks for it
/// @param text the comparison in words
public record Comparison(
        String arm,
        String against,
        String workload,
        Load load,
        Metric metric,
        boolean primary,
        Ratio ratio,
        int pairs,
        double confidence,
        String text) {

    /// What is compared.
    public enum Metric {
        THROUGHPUT,
        P99,
        /// 99th percentile of what another path got meanwhile.
        BYSTANDER_P99
    }
}
