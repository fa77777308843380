package io.heddle.fix;

import io.heddle.fix.edit.SourcePlan;
import io.heddle.fix.proof.Changed;
import io.heddle.fix.proof.SourceProof;
import io.heddle.fix.tests.UserTests;
import io.heddle.model.Fix.Proof;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
            say.accept("proving " + plans.size() + (plans.size() == 1 ? " edit" : " edits"));
            SourceProof.Outcome outcome = proof.prove(plans);
            if (outcome.failed().isPresent()) {
                dropFailing(
                        outcome.failed().orElseThrow(),
                        "proving",
                        plan -> proof.prove(List.of(plan)).failed());
            } else if (!widenUseless(outcome)) {
                SourceProof.Outcome tested = tested(outcome, plans);
                if (tested.failed().isEmpty()) {
                    return tested;
                }
                dropFailing(
                        tested.failed().orElseThrow(),
                        "testing",
                        plan -> tested(outcome, List.of(plan)).failed());
            }
        }
        return new SourceProof.Outcome(Optional.empty(), List.of(), Set.of());
    }

    /// Whether a plan fails by itself.
    private interface Alone {
        Optional<Refused> failure(SourcePlan plan) throws IOException;
    }

    private void dropFailing(Refused together, String doing, Alone alone) throws IOException {
        List<SourcePlan> plans = planner.plans();
        if (plans.size() > 1) {
            for (SourcePlan one : plans) {
                say.accept(doing + " the edit of " + one.name() + " by itself");
                alone.failure(one).ifPresent(why -> planner.drop(one, why));
            }
        }
        if (planner.plans().size() == plans.size()) {
            plans.forEach(plan -> planner.drop(plan, together));
        }
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
        return new Refused(
                Refusal.NESTED_MONITOR,
                "the finding stays with the edit of " + plan.name() + ": another monitor is held there");
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
            return new SourceProof.Outcome(Optional.empty(), List.copyOf(proofs), outcome.gone());
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
                List.copyOf(proofs),
                outcome.gone());
    }
}
