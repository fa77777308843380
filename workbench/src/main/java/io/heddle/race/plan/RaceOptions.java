package io.heddle.race.plan;

import io.heddle.model.Arm;
import io.heddle.race.requests.Workload;
import io.heddle.race.target.Cores;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/// What the user asked for.
///
/// @param target which service
/// @param workloads what trials send, at least one, no two of the same name
/// @param bystander what is asked beside each closed load; empty when nothing is
/// @param port the target's port; empty means found from its listening sockets
/// @param connections closed loads, ascending, at least one; the most of them where they are chosen by the
///     bounds
/// @param connectionsAreChosen whether each path gets as many as its bounds make worth while
/// @param rates open loads in requests a second; empty means shares of the lower arm's capacity
/// @param capacity what the highest rate must keep; empty when none is searched
/// @param duration least length of the measured window of one trial; empty for the usual one
/// @param repetitions fresh JVMs an arm, at least 1
/// @param until half width of the interval at which the race stops, such as 0.05; empty means that all
///     repetitions are run
/// @param arms the first is the one below the line of every ratio
/// @param switchChoice how the virtual arm is switched
/// @param jdk home or feature release; empty means JAVA_HOME, else Heddle's own
/// @param jvmOptions given to both arms alike
/// @param pools that the agent cannot see
/// @param cpus cores of the target; empty means all
/// @param beforeTrial a shell command to run before the first request to each JVM and before each trial
/// @param allowedHosts hosts beyond loopback that the target may be connected to
/// @param ready how long the target may take until it answers
/// @param timeout longest wait for one answer
/// @param overload what is put on the arms after the trials; empty for nothing
/// @param kept where the target's output goes; exists once the race begins
/// @param scratch where files go that only this race needs; exists once the race begins, and its path holds neither
///     comma, blank nor equals sign
public record RaceOptions(
        TargetChoice target,
        List<Workload> workloads,
        BystanderChoice bystander,
        OptionalInt port,
        List<Integer> connections,
        boolean connectionsAreChosen,
        List<Double> rates,
        Optional<Objective> capacity,
        Optional<Duration> duration,
        int repetitions,
        OptionalDouble until,
        boolean quick,
        List<Arm> arms,
        SwitchChoice switchChoice,
        String jdk,
        List<String> jvmOptions,
        List<ToldPool> pools,
        Optional<Cores> cpus,
        Optional<String> beforeTrial,
        Set<String> allowedHosts,
        Duration ready,
        Duration timeout,
        Optional<OverloadChoice> overload,
        Path kept,
        Path scratch) {

    /// The same race with its files in these folders.
    public RaceOptions in(Path kept, Path scratch) {
        return new RaceOptions(
                target,
                workloads,
                bystander,
                port,
                connections,
                connectionsAreChosen,
                rates,
                capacity,
                duration,
                repetitions,
                until,
                quick,
                arms,
                switchChoice,
                jdk,
                jvmOptions,
                pools,
                cpus,
                beforeTrial,
                allowedHosts,
                ready,
                timeout,
                overload,
                kept,
                scratch);
    }

    public int mostConnections() {
        return connections.stream().mapToInt(count -> count).max().orElseThrow();
    }

    /// Names of the workloads, which reports call paths.
    public List<String> workloadNames() {
        return workloads.stream().map(Workload::name).toList();
    }

    public Workload workload(String name) {
        return workloads.stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// Which service is raced.
    public sealed interface TargetChoice {

        /// @param arguments for the service, `{port}` replaced by a free port
        record Jar(Path file, List<String> arguments) implements TargetChoice {}

        /// @param line a command with `{java}` and perhaps `{port}`
        record Exec(String line, List<String> arguments) implements TargetChoice {}

        /// The demo service, with PostgreSQL and a slow downstream of its own.
        ///
        /// @param service its fat jar
        /// @param backstage starts PostgreSQL and the downstream
        record Demo(Path service, Path backstage) implements TargetChoice {}

        /// Two services that already run.
        ///
        /// @param platform scheme, host and port of the one on platform threads
        /// @param virtual of the one on virtual threads
        /// @param owned hosts beyond loopback, and hosts with services of other users, whose owner the user
        ///     says to be
        record Urls(URI platform, URI virtual, Set<String> owned) implements TargetChoice {}
    }

    /// What is asked while something else is raced.
    public sealed interface BystanderChoice {

        /// Another of the raced workloads, the quickest; where there is none, `/`.
        record Another(Workload otherwise) implements BystanderChoice {}

        /// What the user says.
        record Asked(Workload workload) implements BystanderChoice {}

        /// Nothing.
        record Nobody() implements BystanderChoice {}
    }

    /// How the virtual arm is switched.
    public enum SwitchChoice {
        AUTOMATIC,
        AGENT,
        FRAMEWORK
    }
}
