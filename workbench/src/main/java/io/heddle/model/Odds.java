package io.heddle.model;

import java.util.Comparator;
import java.util.List;

/// How likely it is that a finding is right: its features with what each weighs. The sum is the logarithm of the
/// odds.
///
/// @param features empty where no model rated the finding
public record Odds(List<Feature> features) {

    public static final Odds UNKNOWN = new Odds(List.of());

    /// A hundredth of a probability of one half, about.
    private static final double LEAST = 0.05;

    /// Something that the probability depends on.
    ///
    /// @param name in words, such as `calls`
    /// @param value how much there is of it; 1 where it is there or not
    /// @param weight what one of it adds to the logarithm of the odds
    public record Feature(String name, double value, double weight) {

        /// What it adds in all.
        public double share() {
            return value * weight;
        }
    }

    public boolean isKnown() {
        return !features.isEmpty();
    }

    /// The share of such findings that are right, 0 to 1.
    public double probability() {
        return 1 / (1 + Math.exp(-features.stream().mapToDouble(Feature::share).sum()));
    }

    /// The features that change the probability by a point at least, those that weigh most first.
    public List<Feature> heaviest() {
        return features.stream()
                .filter(feature -> Math.abs(feature.share()) >= LEAST)
                .sorted(Comparator.comparingDouble((Feature feature) -> -Math.abs(feature.share())))
                .toList();
    }
}
