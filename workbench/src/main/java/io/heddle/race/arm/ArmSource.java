package io.heddle.race.arm;

import io.heddle.model.Arm;
import io.heddle.model.Target;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Switch;
import io.heddle.race.target.Supervisor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Where the arms of a race come from.
public sealed interface ArmSource permits StartedArms, RunningServices {

    /// What makes an arm virtual, if it is.
    Switch by(Arm arm);

    /// What a reader should know of the switches and of where the arms run.
    List<String> notes();

    /// What is known of an arm before it was started.
    Arm.Seen before(Arm arm);

    /// What a report says of the target before anything was seen of it.
    Target target();

    /// An arm that answers.
    ///
    /// @param talk hears what is being waited for
    /// @throws io.heddle.model.Failure when it does not get ready
    ArmRun start(Schedule.Turn turn, Supervisor supervisor, Consumer<String> talk);

    /// Where this turn's flight recording lies once the JVM has ended by itself; empty where Heddle records none.
    Optional<Path> flight(Schedule.Turn turn);

    /// All that the agent said in this turn, after the arm has ended.
    AgentLog lastWord(Schedule.Turn turn);
}
