package io.heddle.fix;

import io.heddle.fix.edit.LockPlan;
import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.proof.Changed;
import io.heddle.fix.proof.LockProof;
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

    private final LockProof proof;
    private final Tests tests;
    private final Function<MonitorSet, Set<String>> findings;
    private final Consumer<String> say;
    private final Map<MonitorSet, LockPlan> plans;
    private final Map<MonitorSet, Refused> dropped = new LinkedHashMap<>();
    private Optional<UserTests> started = Optional.empty();

    /// @param findings fingerprints of the findings that a set was planned for
    /// @param tests run last, when all else has passed
    ProofRun(
            LockProof proof,
            Map<MonitorSet, LockPlan> plans,
            Function<MonitorSet, Set<String>> findings,
            Tests tests,
            Consumer<String> say) {
        this.proof = proof;
        this.plans = new LinkedHashMap<>(plans);
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
    record Result(List<LockPlan> kept, LockProof.Outcome outcome, Map<MonitorSet, Refused> dropped) {}

    Result run() throws IOException {
        while (!plans.isEmpty()) {
            say.accept("proving " + plans.size() + (plans.size() == 1 ? " edit" : " edits"));
            LockProof.Outcome outcome = proof.prove(List.copyOf(plans.values()));
            if (outcome.failed().isPresent()) {
                dropFailing(
                        outcome.failed().orElseThrow(),
                        "proving",
                        plan -> proof.prove(List.of(plan)).failed());
            } else if (!dropUseless(outcome)) {
                LockProof.Outcome tested = tested(outcome, List.copyOf(plans.values()));
                if (tested.failed().isEmpty()) {
                    return new Result(List.copyOf(plans.values()), tested, Map.copyOf(dropped));
                }
                dropFailing(
                        tested.failed().orElseThrow(),
                        "testing",
                        plan -> tested(outcome, List.of(plan)).failed());
            }
        }
        return new Result(List.of(), new LockProof.Outcome(Optional.empty(), List.of(), Set.of()), Map.copyOf(dropped));
    }

    /// Whether a plan fails by itself.
    private interface Alone {
        Optional<Refused> failure(LockPlan plan) throws IOException;
    }

    private void dropFailing(Refused together, String doing, Alone alone) throws IOException {
        int before = plans.size();
        if (before > 1) {
            for (Map.Entry<MonitorSet, LockPlan> one : List.copyOf(plans.entrySet())) {
                say.accept(doing + " the edit of " + one.getKey().name() + " by itself");
                alone.failure(one.getValue()).ifPresent(why -> drop(one.getKey(), why));
            }
        }
        if (plans.size() == before) {
            List.copyOf(plans.keySet()).forEach(set -> drop(set, together));
        }
    }

    /// A set whose findings all stay is given up.
    private boolean dropUseless(LockProof.Outcome outcome) {
        List<MonitorSet> useless = plans.keySet().stream()
                .filter(set -> findings.apply(set).stream().noneMatch(outcome.gone()::contains))
                .toList();
        useless.forEach(set -> drop(set, stays(set)));
        return !useless.isEmpty();
    }

    static Refused stays(MonitorSet set) {
        return new Refused(
                Refusal.NESTED_MONITOR,
                "the finding stays when " + set.name() + " becomes a lock: another monitor is held there");
    }

    private LockProof.Outcome tested(LockProof.Outcome outcome, List<LockPlan> edited) throws IOException {
        if (started.isEmpty()) {
            started = tests.start();
        }
        List<Proof> proofs = new ArrayList<>(outcome.passed());
        if (started.isEmpty()) {
            proofs.add(new Proof(
                    Proof.Claim.TESTS,
                    Proof.State.NOT_RUN,
                    "run your tests on the patched source, or name them: --tests"));
            return new LockProof.Outcome(Optional.empty(), List.copyOf(proofs), outcome.gone());
        }
        UserTests.Compared compared =
                started.orElseThrow().compare(Changed.by(edited).texts());
        proofs.add(new Proof(
                Proof.Claim.TESTS,
                compared.worse().isEmpty() ? Proof.State.PASSED : Proof.State.FAILED,
                compared.how()));
        return new LockProof.Outcome(
                compared.worse()
                        .map(test -> new Refused(
                                Refusal.TESTS_DIFFER, test + " passes without the edit, and fails twice with it")),
                List.copyOf(proofs),
                outcome.gone());
    }

    private void drop(MonitorSet set, Refused why) {
        plans.remove(set);
        dropped.put(set, why);
    }
}
