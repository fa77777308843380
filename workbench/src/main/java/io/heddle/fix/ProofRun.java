package io.heddle.fix;

import io.heddle.fix.edit.LockPlan;
import io.heddle.fix.edit.Rewrite;
import io.heddle.fix.edit.SourcePlan;
import io.heddle.fix.proof.Changed;
import io.heddle.fix.proof.SourceProof;
import io.heddle.fix.tests.UserTests;
import io.heddle.model.Fix.Proof;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Proves plans together. What fails is dropped, by itself where it fails by itself, and the rest is proven again, so
/// that exactly what is offered has passed.
final class ProofRun {

    private final SourceProof proof;
    private final EditPlanner planner;
    private final Tests tests;
    private final Consumer<String> say;
    private final Map<Set<SourcePlan>, SourceProof.Outcome> outcomes = new HashMap<>();
    private Optional<UserTests> started = Optional.empty();

    /// @param planner has the plans, and is told which are dropped
    /// @param tests run last, when all else has passed
    ProofRun(SourceProof proof, EditPlanner planner, Tests tests, Consumer<String> say) {
        this.proof = proof;
        this.planner = planner;
        this.tests = tests;
        this.say = say;
    }

    /// The user's tests.
    interface Tests {

        /// Runs them before any edit; empty where the user named none.
        Optional<UserTests> start() throws IOException;
    }

    /// What came of the plans that are left; nothing where none is.
    SourceProof.Outcome run() throws IOException {
        while (!planner.plans().isEmpty()) {
            List<SourcePlan> plans = planner.plans();
            say.accept("proving " + words(plans));
            SourceProof.Outcome outcome = proven(plans);
            if (outcome.failed().isPresent()) {
                dropFailing(plans, outcome, "proving", this::proven);
            } else if (!widenUseless(outcome)) {
                SourceProof.Outcome tested = tested(outcome, plans);
                if (tested.failed().isEmpty()) {
                    return tested;
                }
                dropFailing(plans, tested, "testing", group -> tested(outcome, group));
            }
            planner.dropNested();
        }
        return SourceProof.Outcome.passes(List.of(), Set.of());
    }

    /// What comes of some plans without the others.
    private interface Part {
        SourceProof.Outcome of(List<SourcePlan> group) throws IOException;
    }

    /// The same plans have one outcome.
    private SourceProof.Outcome proven(List<SourcePlan> plans) throws IOException {
        Set<SourcePlan> all = Set.copyOf(plans);
        SourceProof.Outcome known = outcomes.get(all);
        if (known == null) {
            known = proof.prove(plans);
            outcomes.put(all, known);
        }
        return known;
    }

    /// Looks for the plans that fail: what passes without them shows that it is they. Most plans pass, and a proof
    /// takes a check of the target.
    private void dropFailing(List<SourcePlan> failing, SourceProof.Outcome why, String doing, Part part)
            throws IOException {
        List<SourcePlan> rest = failing.stream()
                .filter(plan -> planner.withOuter(List.of(plan)).stream().noneMatch(why.blamed()::contains))
                .toList();
        if (failing.size() == 1 || rest.isEmpty() || rest.size() == failing.size()) {
            dropHalf(failing, why.failed().orElseThrow(), doing, part);
            return;
        }
        say.accept(doing + " " + words(rest) + " without those that the failure is about");
        SourceProof.Outcome without = part.of(rest);
        if (without.failed().isPresent()) {
            // Those that are left out are proven with what is left of these.
            dropFailing(rest, without, doing, part);
        } else {
            dropHalf(
                    failing.stream().filter(plan -> !rest.contains(plan)).toList(),
                    why.failed().orElseThrow(),
                    doing,
                    part);
        }
    }

    /// Looks for the plans that fail by themselves, in halves. Where none does, all of them go.
    private void dropHalf(List<SourcePlan> failing, Refused why, String doing, Part part) throws IOException {
        if (failing.size() == 1) {
            planner.drop(failing.getFirst(), why);
            return;
        }
        int half = failing.size() / 2;
        boolean apart = false;
        for (List<SourcePlan> group : List.of(failing.subList(0, half), failing.subList(half, failing.size()))) {
            say.accept(doing + " " + words(group) + " of those that fail together");
            SourceProof.Outcome outcome = part.of(planner.withOuter(group));
            if (outcome.failed().isPresent()) {
                dropFailing(group, outcome, doing, part);
                apart = true;
            }
        }
        if (!apart) {
            failing.forEach(plan -> planner.drop(plan, why));
        }
    }

    private static String words(List<SourcePlan> plans) {
        return plans.size() == 1 ? "the edit of " + plans.getFirst().name() : plans.size() + " edits";
    }

    /// A plan whose findings all stay is not enough, or is given up.
    private boolean widenUseless(SourceProof.Outcome outcome) {
        Set<String> mended = planner.mendedBy(outcome.gone());
        List<SourcePlan> useless = planner.plans().stream()
                .filter(plan -> planner.findingsOf(plan).stream().noneMatch(mended::contains))
                .toList();
        useless.forEach(planner::widen);
        return !useless.isEmpty();
    }

    static Refused stays(SourcePlan plan) {
        String stays = "the finding stays with the edit of " + plan.name();
        return switch (plan) {
            case LockPlan _ -> new Refused(Refusal.NESTED_MONITOR, stays + ": another monitor is held there");
            case Rewrite _ -> new Refused(Refusal.NOT_PROVEN, stays);
        };
    }

    private SourceProof.Outcome tested(SourceProof.Outcome outcome, List<SourcePlan> edited) throws IOException {
        if (started.isEmpty()) {
            started = tests.start();
        }
        List<Proof> proofs = new ArrayList<>(outcome.passed());
        if (started.isEmpty()) {
            proofs.add(new Proof(
                    Proof.Claim.TESTS,
                    Proof.State.NOT_RUN,
                    "run your tests on the patched source, or name them: --tests"));
            return SourceProof.Outcome.passes(proofs, outcome.gone());
        }
        UserTests.Compared compared =
                started.orElseThrow().compare(Changed.by(edited).texts());
        proofs.add(new Proof(
                Proof.Claim.TESTS,
                compared.worse().isEmpty() ? Proof.State.PASSED : Proof.State.FAILED,
                compared.how()));
        return new SourceProof.Outcome(
                compared.worse()
                        .map(test -> new Refused(
                                Refusal.TESTS_DIFFER, test + " passes without the edit, and fails twice with it")),
                Set.of(),
                List.copyOf(proofs),
                outcome.gone());
    }
}
