package io.heddle.fix.upgrade;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.model.Check;
import io.heddle.model.Finding;
import io.heddle.model.Finding.Severity;
import io.heddle.model.Fingerprints;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Proves that a service with other libraries links, loses findings, and gets none that is worse.
final class UpgradeProof implements AutoCloseable {

    private final int jdk;
    private final LinkCheck links;
    private final Map<String, Finding> old;

    /// @param options of the check that found the findings
    /// @param before what it found
    /// @param jdk that findings must be gone on
    UpgradeProof(CheckOptions options, Check before, int jdk) {
        this.jdk = jdk;
        this.links = new LinkCheck(options, jdk);
        this.old = Fingerprints.on(before, jdk);
    }

    /// What came of it.
    ///
    /// @param failed the first proof that failed; empty where all passed
    /// @param gone fingerprints that are not found any more
    /// @param fresh findings that were not there before, none worse than what is gone
    record Outcome(Optional<Refused> failed, Set<String> gone, List<Finding> fresh) {

        private static Outcome fails(Refusal refusal, String why) {
            return new Outcome(Optional.of(new Refused(refusal, why)), Set.of(), List.of());
        }
    }

    /// @param options with the other libraries
    /// @param wanted fingerprints of which at least one must be gone
    Outcome prove(CheckOptions options, Set<String> wanted) {
        Optional<String> broken = links.broken(options);
        if (broken.isPresent()) {
            return Outcome.fails(Refusal.DOES_NOT_LINK, broken.orElseThrow());
        }
        Map<String, Finding> now = new TreeMap<>(Fingerprints.on(Checker.run(options), jdk));
        Set<String> gone = new HashSet<>(old.keySet());
        gone.removeAll(now.keySet());
        List<Finding> fresh = now.entrySet().stream()
                .filter(entry -> !old.containsKey(entry.getKey()))
                .map(Map.Entry::getValue)
                // It is told of a release, at whichever of its findings comes first.
                .filter(finding -> !finding.rule().equals("known-fix"))
                .toList();
        List<Finding> cleared = gone.stream()
                .flatMap(name -> Optional.ofNullable(old.get(name)).stream())
                .toList();
        if (gone.stream().noneMatch(wanted::contains)) {
            return Outcome.fails(Refusal.NO_RELEASE_MENDS, "has it too");
        }
        Optional<Finding> no = unacceptable(cleared, fresh);
        if (no.isPresent()) {
            Finding finding = no.orElseThrow();
            return Outcome.fails(
                    Refusal.NO_RELEASE_MENDS,
                    "brings " + finding.rule() + " at " + finding.type() + "." + finding.method());
        }
        return new Outcome(Optional.empty(), Set.copyOf(gone), fresh);
    }

    /// A new finding that is worse than all that are gone, or one of as many that are as bad as the worst of them. What
    /// no request meets does not weigh against what requests meet.
    private static Optional<Finding> unacceptable(List<Finding> cleared, List<Finding> fresh) {
        Severity worst =
                cleared.stream().map(Finding::severity).min(Severity::compareTo).orElseThrow();
        boolean met = cleared.stream().anyMatch(finding -> finding.severity() == worst && isMetByRequests(finding));
        List<Finding> heavy = fresh.stream()
                .filter(finding -> finding.severity().compareTo(worst) <= 0)
                .filter(finding -> !met || isMetByRequests(finding))
                .toList();
        long asBad = cleared.stream()
                .filter(finding -> finding.severity() == worst && (!met || isMetByRequests(finding)))
                .count();
        return heavy.stream()
                .filter(finding -> finding.severity().compareTo(worst) < 0)
                .findFirst()
                .or(() -> heavy.size() >= asBad ? heavy.stream().findFirst() : Optional.empty());
    }

    private static boolean isMetByRequests(Finding finding) {
        return finding.context().exposure().isMetByRequests();
    }

    @Override
    public void close() {
        links.close();
    }
}
