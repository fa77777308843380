package io.heddle.fix;

import io.heddle.fix.edit.LockEdits;
import io.heddle.fix.edit.LockPlan;
import io.heddle.fix.edit.PatchContext;
import io.heddle.fix.edit.SourcePlan;
import io.heddle.fix.lock.Conditions;
import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.lock.MonitorSets;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites;
import io.heddle.fix.rewrite.Rewriters;
import io.heddle.fix.source.SourceFolders;
import io.heddle.model.Finding;
import io.heddle.model.Fingerprints;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;

/// Plans the edits of source that may mend findings, and says why there is none for the others. Nothing is proven yet.
final class EditPlanner {

    private final Program program;
    private final FixOptions wish;
    private final Map<String, Finding> findings;
    private final MonitorSets monitors;
    private final Conditions conditions;
    private final SourceSites sites;
    private final LockEdits edits;
    private final Rewriters rewriters;
    private final Map<String, List<SourcePlan>> planned = new LinkedHashMap<>();
    private final Map<String, Refused> refused = new LinkedHashMap<>();
    private final Map<MonitorSet, Judged> judged = new LinkedHashMap<>();

    /// @param findings all of the check, by fingerprint
    EditPlanner(Program program, FixOptions wish, SourceFolders folders, Map<String, Finding> findings) {
        PatchContext patch = new PatchContext();
        this.program = program;
        this.wish = wish;
        this.findings = findings;
        this.monitors = new MonitorSets(program);
        this.conditions = new Conditions(program, wish.world(), wish.allowed());
        this.sites = new SourceSites(program, folders);
        this.edits = new LockEdits(program, patch);
        this.rewriters = new Rewriters(program, conditions, sites, patch);
    }

    /// A set that was judged: its plan, or why there is none.
    private sealed interface Judged {

        record Planned(LockPlan plan) implements Judged {}

        record Not(Refused refused) implements Judged {}
    }

    /// @param asked whether a finding is answered
    void plan(BiPredicate<String, Finding> asked) {
        findings.forEach((name, finding) -> {
            if (asked.test(name, finding)) {
                plan(name, finding);
            }
        });
        dropNested();
    }

    private void plan(String name, Finding finding) {
        boolean monitor = Rules.isOfMonitors(finding.rule());
        if (!monitor && !rewriters.take(finding)) {
            return;
        }
        if (!program.type(finding.type()).isTarget()) {
            if (monitor) {
                refused.put(
                        name,
                        new Refused(
                                Refusal.SOURCE_MISSING,
                                finding.artifact() + " is a library: its source is not yours to edit"));
            }
            return;
        }
        if (monitor && lock(name, finding)) {
            return;
        }
        rewriters.plan(finding).filter(found -> wish.asks(found.mend())).ifPresent(found -> {
            switch (found) {
                case Rewriters.Sought.Edit edit -> {
                    refused.remove(name);
                    planned.put(name, List.of(edit.plan()));
                }
                case Rewriters.Sought.Not not -> refused.put(name, not.refused());
            }
        });
    }

    /// Whether the monitor is one that the target's own code enters, so that a lock is the only edit of it.
    private boolean lock(String name, Finding finding) {
        if (!wish.asks(Mend.LOCK)) {
            return false;
        }
        return switch (monitors.of(finding)) {
            case MonitorSets.Sought.None none -> {
                refused.put(name, none.refused());
                yield none.refused().refusal() != Refusal.EXTERNAL_CODE_LOCKS;
            }
            case MonitorSets.Sought.Found found -> {
                switch (judged.computeIfAbsent(found.set(), this::judge)) {
                    case Judged.Planned one -> planned.put(name, List.of(one.plan()));
                    case Judged.Not not -> refused.put(name, not.refused());
                }
                yield true;
            }
        };
    }

    private Judged judge(MonitorSet set) {
        Optional<Refused> no = conditions.refusal(set);
        if (no.isPresent()) {
            return new Judged.Not(no.orElseThrow());
        }
        return switch (sites.locate(set)) {
            case SourceSites.Located.Not not -> new Judged.Not(not.refused());
            case SourceSites.Located.Found located ->
                switch (edits.plan(set, located.statements(), sites)) {
                    case LockEdits.Planned.Not not -> new Judged.Not(not.refused());
                    case LockEdits.Planned.Edit edit ->
                        new Judged.Planned(edit.plan().at(conditions.risks(set)));
                };
        };
    }

    /// A set that is entered under a monitor which stays one is dropped, and so what is entered under that set's.
    void dropNested() {
        boolean changed = true;
        while (changed) {
            changed = false;
            Set<MonitorSet> converted = locks().stream().map(LockPlan::set).collect(Collectors.toSet());
            for (LockPlan plan : locks()) {
                Optional<Refused> no = Conditions.nested(plan.set(), converted);
                if (no.isPresent()) {
                    drop(plan, no.orElseThrow());
                    changed = true;
                }
            }
        }
    }

    private List<LockPlan> locks() {
        return plans().stream()
                .filter(LockPlan.class::isInstance)
                .map(LockPlan.class::cast)
                .toList();
    }

    /// Some plans, and those of the locks that are held where theirs are taken: these do not pass without those.
    List<SourcePlan> withOuter(Collection<SourcePlan> group) {
        Set<SourcePlan> all = new LinkedHashSet<>(group);
        boolean changed = true;
        while (changed) {
            List<LockPlan> outer = locks().stream()
                    .filter(plan -> all.stream()
                            .anyMatch(inner ->
                                    inner instanceof LockPlan lock && Conditions.surrounds(plan.set(), lock.set())))
                    .toList();
            changed = all.addAll(outer);
        }
        return List.copyOf(all);
    }

    /// Gives up a plan.
    void drop(SourcePlan plan, Refused why) {
        findingsOf(plan).forEach(name -> {
            planned.remove(name);
            refused.put(name, why);
        });
    }

    /// Adds the other monitors of the method where findings stay with a plan alone: one finding is told of a method,
    /// though each of its monitors may have it. Gives up the findings of which there are none.
    void widen(SourcePlan plan) {
        findingsOf(plan).forEach(this::widen);
        dropNested();
    }

    private void widen(String name) {
        List<SourcePlan> before = plansOf(name);
        List<SourcePlan> all = new ArrayList<>(before);
        Optional<Refused> no = Optional.empty();
        for (MonitorSets.Sought other :
                monitors.others(Optional.ofNullable(findings.get(name)).orElseThrow())) {
            Judged one = switch (other) {
                case MonitorSets.Sought.None none -> new Judged.Not(none.refused());
                case MonitorSets.Sought.Found found -> judged.computeIfAbsent(found.set(), this::judge);
            };
            switch (one) {
                case Judged.Planned set -> all.add(set.plan());
                case Judged.Not not -> no = Optional.of(not.refused());
            }
        }
        List<SourcePlan> wider = all.stream().distinct().toList();
        if (no.isPresent() || wider.size() == before.size()) {
            planned.remove(name);
            refused.put(name, no.orElseGet(() -> ProofRun.stays(before.getFirst())));
        } else {
            planned.put(name, wider);
        }
    }

    /// The plans that mend a finding together.
    List<SourcePlan> plansOf(String name) {
        return planned.getOrDefault(name, List.of());
    }

    /// The findings that have plans, by fingerprint.
    Set<String> planned() {
        return planned.keySet();
    }

    /// The fingerprints of the findings that a plan is for.
    Set<String> findingsOf(SourcePlan plan) {
        return planned.entrySet().stream()
                .filter(entry -> entry.getValue().contains(plan))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /// The findings that plans mend when names of findings are gone. Of findings of one method the last ones lose their
    /// names, whichever are mended.
    Set<String> mendedBy(Set<String> gone) {
        Map<String, List<String>> alike = findings.keySet().stream()
                .collect(Collectors.groupingBy(name -> Fingerprints.place(
                        Optional.ofNullable(findings.get(name)).orElseThrow())));
        return alike.values().stream()
                .flatMap(names -> names.stream()
                        .filter(planned::containsKey)
                        .limit(names.stream().filter(gone::contains).count()))
                .collect(Collectors.toSet());
    }

    /// Every plan once.
    List<SourcePlan> plans() {
        return planned.values().stream().flatMap(List::stream).distinct().toList();
    }

    /// Why findings have no plan, by fingerprint.
    Map<String, Refused> refused() {
        return refused;
    }
}
