package io.heddle.model;

import io.heddle.model.Finding.Confidence;
import io.heddle.model.Finding.Reach;
import io.heddle.model.Finding.Seen;
import io.heddle.model.Finding.Severity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Lays what `check` predicted beside what the runtime met.
///
/// A sighting meets the predictions of its class and method whose rule fits its cause; where none fits, all of that
/// method that delay anybody; where the method has none, those of a method on its stack. A method that holds two
/// monitors has two predictions, and the runtime does not tell them apart: both are seen.
public final class Join {

    /// What the runtime calls a cause, and the rules that predict it.
    private static final Map<String, Set<String>> RULES = Map.of(
            "monitor", Set.of("blocking-under-monitor", "lock-under-monitor", "callback-under-monitor"),
            "wait", Set.of("wait-under-monitor"),
            "class-initializer", Set.of("blocking-class-initializer"),
            "class-loading", Set.of("class-loading-under-lock"),
            "native", Set.of("native-holds-carrier"),
            "file-io", Set.of("file-io-holds-carrier"),
            "spin", Set.of("yield-spin"),
            "cpu", Set.of("cpu-under-request"),
            "jdk-bug", Set.of("known-jdk-bug"));

    private Join() {}

    /// Names of the rules that predict a cause, in any order; empty where none does.
    ///
    /// @param cause as in [Sighting]
    public static Set<String> rules(String cause) {
        return RULES.getOrDefault(cause, Set.of());
    }

    /// @param predicted findings of a check, in their order
    /// @param met what the runtime met
    /// @param jdk feature release of the runtime
    /// @return the predictions in their order, then what nobody predicted, the longest first
    public static List<Matched> of(List<Finding> predicted, List<Sighting> met, int jdk) {
        return of(predicted, Map.of(jdk, met));
    }

    /// The same for what was met on several runtimes, by their feature releases.
    public static List<Matched> of(List<Finding> predicted, Map<Integer, List<Sighting>> met) {
        Map<Integer, Seen> seen = new LinkedHashMap<>();
        List<Matched> surprises = new ArrayList<>();
        met.forEach((jdk, sightings) -> {
            for (Sighting sighting : sightings) {
                List<Integer> meant = meant(predicted, sighting, jdk);
                meant.forEach(i -> seen.merge(i, new Seen(sighting.count(), sighting.totalMillis()), Join::sum));
                if (meant.isEmpty()) {
                    surprises.add(new Matched(surprise(sighting, jdk), Match.SEEN_ONLY));
                }
            }
        });
        List<Matched> all = new ArrayList<>();
        for (int i = 0; i < predicted.size(); i++) {
            Optional<Seen> here = Optional.ofNullable(seen.get(i));
            all.add(new Matched(
                    here.map(predicted.get(i)::seenAs).orElse(predicted.get(i)),
                    here.isPresent() ? Match.PREDICTED_AND_SEEN : Match.PREDICTED));
        }
        surprises.sort((a, b) -> Double.compare(millis(b), millis(a)));
        all.addAll(surprises);
        return List.copyOf(all);
    }

    private static List<Integer> meant(List<Finding> predicted, Sighting sighting, int jdk) {
        List<Integer> here = new ArrayList<>();
        List<Integer> onStack = new ArrayList<>();
        for (int i = 0; i < predicted.size(); i++) {
            Finding finding = predicted.get(i);
            if (!finding.holdsOn(jdk) || !sameArtifact(finding.artifact(), sighting.artifact())) {
                continue;
            }
            if (finding.type().equals(sighting.type()) && finding.method().equals(sighting.method())) {
                if (finding.severity().compareTo(Severity.SLOW) <= 0) {
                    here.add(i);
                }
            } else if (fits(finding, sighting) && sighting.stack().contains(finding.type() + '.' + finding.method())) {
                onStack.add(i);
            }
        }
        List<Integer> fitting =
                here.stream().filter(i -> fits(predicted.get(i), sighting)).toList();
        return !fitting.isEmpty() ? fitting : here.isEmpty() ? onStack : here;
    }

    private static boolean fits(Finding finding, Sighting sighting) {
        return rules(sighting.cause()).contains(finding.rule());
    }

    /// A runtime may know the file's name where the check knows coordinates: then the class alone decides.
    private static boolean sameArtifact(String predicted, String met) {
        return !predicted.contains(":")
                || !met.contains(":")
                || Fingerprints.unversioned(predicted).equals(Fingerprints.unversioned(met));
    }

    private static Seen sum(Seen a, Seen b) {
        return new Seen(a.count() + b.count(), a.totalMillis() + b.totalMillis());
    }

    private static double millis(Matched matched) {
        return matched.finding().seen().map(Seen::totalMillis).orElse(0.0);
    }

    private static Finding surprise(Sighting sighting, int jdk) {
        return new Finding(
                "seen-" + sighting.cause(),
                jdk,
                Optional.of(jdk),
                Severity.STALL,
                Confidence.CERTAIN,
                "met at run time, not predicted",
                Reach.UNKNOWN,
                sighting.artifact(),
                sighting.type(),
                sighting.method(),
                "",
                "",
                0,
                List.of(),
                "",
                "",
                Optional.of(new Seen(sighting.count(), sighting.totalMillis())));
    }
}
