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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Proves plans together. What fails is dropped, by itself where it fails by itself, and the rest is proven again, so
/// that exactly what is offered has passed.
final class ProofRun {

    private final SourceProof proof;
    private final Tests tests;
    private final Function<SourcePlan, Set<String>> findings;
    private final Consumer<String> say;
    private final List<SourcePlan> plans;
    private final Map<SourcePlan, Refused> dropped = new LinkedHashMap<>();
    private Optional<UserTests> started = Optional.empty();

    /// @param findings fingerprints of the findings that a plan is for
    /// @param tests run last, when all else has passed
    ProofRun(
            SourceProof proof,
            List<SourcePlan> plans,
            Function<SourcePlan, Set<String>> findings,
            Tests tests,
            Consumer<String> say) {
        this.proof = proof;
        this.plans = new ArrayList<>(plans);
        this.findings = findings;
        this.tests = tests;
        this.say = say;
    }

    /// The user's tests.
    interface Tests {

        /// Runs them before any edit; empty where the user named none.
        Optional<UserTests> start() throws IOException;
    }

    /// What passed, and why the rest did not.
    record Result(List<SourcePlan> kept, SourceProof.Outcome outcome, Map<SourcePlan, Refused> dropped) {}

    Result run() throws IOException {
        while (!plans.isEmpty()) {
            say.accept("proving " + plans.size() + (plans.size() == 1 ? " edit" : " edits"));
            SourceProof.Outcome outcome = proof.prove(List.copyOf(plans));
            if (outcome.failed().isPresent()) {
                dropFailing(
                        outcome.failed().orElseThrow(),
                        "proving",
                        plan -> proof.prove(List.of(plan)).failed());
            } else if (!dropUseless(outcome)) {
                SourceProof.Outcome tested = tested(outcome, List.copyOf(plans));
                if (tested.failed().isEmpty()) {
                    return new Result(List.copyOf(plans), tested, Map.copyOf(dropped));
                }
                dropFailing(
                        tested.failed().orElseThrow(),
                        "testing",
                        plan -> tested(outcome, List.of(plan)).failed());
            }
        }
        return new Result(
                List.of(), new SourceProof.Outcome(Optional.empty(), List.of(), Set.of()), Map.copyOf(dropped));
    }

    /// Whether a plan fails by itself.
    private interface Alone {
        Optional<Refused> failure(SourcePlan plan) throws IOException;
    }

    private void dropFailing(Refused together, String doing, Alone alone) throws IOException {
        int before = plans.size();
        if (before > 1) {
            for (SourcePlan one : List.copyOf(plans)) {
                say.accept(doing + " the edit of " + one.name() + " by itself");
                alone.failure(one).ifPresent(why -> drop(one, why));
            }
        }
        if (plans.size() == before) {
            List.copyOf(plans).forEach(plan -> drop(plan, together));
        }
    }

    /// A plan whose findings all stay is given up.
    private boolean dropUseless(SourceProof.Outcome outcome) {
        List<SourcePlan> useless = plans.stream()
                .filter(plan -> findings.apply(plan).stream().noneMatch(outcome.gone()::contains))
                .toList();
        useless.forEach(plan -> drop(plan, stays(plan)));
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

    private void drop(SourcePlan plan, Refused why) {
        plans.remove(plan);
        dropped.put(plan, why);
    }
}
