package io.heddle.race.arm;

import io.heddle.model.Arm;
import io.heddle.model.Target;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Switch;
import io.heddle.race.target.Supervisor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Arms that Heddle starts, each by a plan of its own.
///
/// @param plans one an arm, in the order of comparison
public record StartedArms(List<TargetPlan> plans) implements ArmSource {

    /// Reads the target of every arm and decides how to switch it.
    ///
    /// @param environment what the demo's service needs to know; empty otherwise
    /// @throws io.heddle.model.Failure when an arm has no such JDK or jar, or cannot run on it
    public static StartedArms of(RaceOptions options, Map<String, String> environment, Path agentJar) {
        List<TargetPlan> plans = new ArrayList<>();
        for (Arm arm : options.arms()) {
            plans.add(TargetPlan.of(options, arm, fileName(plans, arm), environment, agentJar));
        }
        return new StartedArms(List.copyOf(plans));
    }

    /// A label may hold what neither a path nor an option of a JVM can.
    private static String fileName(List<TargetPlan> others, Arm arm) {
        String name = arm.label().replaceAll("[^A-Za-z0-9._-]", "-");
        return others.stream().anyMatch(other -> other.name().equals(name))
                ? name + "-arm" + (others.size() + 1)
                : name;
    }

    @Override
    public Switch by(Arm arm) {
        return plan(arm).by();
    }

    @Override
    public List<String> notes() {
        return plans.stream()
                .flatMap(plan -> plan.by().notes().stream())
                .distinct()
                .toList();
    }

    @Override
    public Target target() {
        Target first = plans.getFirst().target();
        return new Target(
                first.command(),
                distinct(plans.stream().map(plan -> plan.jdk().version()).toList()),
                "",
                distinct(plans.stream().map(plan -> plan.by().title()).toList()),
                List.of(),
                "",
                List.of());
    }

    @Override
    public Arm.Seen before(Arm arm) {
        TargetPlan plan = plan(arm);
        return new Arm.Seen(
                plan.jdk().version(),
                "",
                arm.mode() == Arm.Mode.VIRTUAL ? plan.by().title() : "",
                "",
                null,
                "");
    }

    @Override
    public ArmRun start(Schedule.Turn turn, Supervisor supervisor, Consumer<String> talk) {
        return plan(turn.arm()).start(turn, supervisor, talk);
    }

    @Override
    public Optional<Path> flight(Schedule.Turn turn) {
        return Optional.of(plan(turn.arm()).flight(turn));
    }

    @Override
    public AgentLog lastWord(Schedule.Turn turn) {
        return plan(turn.arm()).lastWord(turn);
    }

    /// An arm that is not among those of the race, such as one with a limit, is started as that of its build and
    /// threads.
    private TargetPlan plan(Arm arm) {
        return plans.stream()
                .filter(plan -> plan.arm().label().equals(arm.label()))
                .findFirst()
                .or(() -> plans.stream()
                        .filter(plan -> plan.arm().build().equals(arm.build())
                                && plan.arm().mode() == arm.mode())
                        .findFirst()
                        .map(plan -> plan.as(arm, fileName(plans, arm))))
                .orElseThrow();
    }

    private static String distinct(List<String> texts) {
        return texts.stream().distinct().collect(Collectors.joining(", "));
    }
}
