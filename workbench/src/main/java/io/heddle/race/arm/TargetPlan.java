package io.heddle.race.arm;

import io.heddle.model.Arm;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Redaction;
import io.heddle.model.Target;
import io.heddle.race.plan.RaceOptions;
import io.heddle.race.plan.RaceOptions.TargetChoice;
import io.heddle.race.plan.Schedule;
import io.heddle.race.plan.Switch;
import io.heddle.race.target.Cores;
import io.heddle.race.target.ExecLine;
import io.heddle.race.target.Jdk;
import io.heddle.race.target.Launch;
import io.heddle.race.target.Supervisor;
import io.heddle.race.target.TargetJar;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// How one arm of the target is started: the same command as the others, on its own JDK, with its own jar and
/// threads.
///
/// @param name of its files: the label without what a path or an option cannot hold
/// @param choice the target with the arm's own jar
/// @param shown the command without Heddle's additions
/// @param environment added to the caller's, in every arm
record TargetPlan(
        Arm arm,
        String name,
        TargetChoice choice,
        List<String> shown,
        Jdk jdk,
        Switch by,
        Map<String, String> environment,
        RaceOptions options,
        Path agentJar) {

    private static final String PORT = "{port}";
    private static final int PROBE_MILLIS = 20;
    /// The frame that holds a monitor may be the server's, below all of the framework's: the flight recorder's own
    /// 64 do not reach it.
    private static final int STACK_DEPTH = 256;

    /// Reads the target and decides how to switch it.
    ///
    /// @param environment what the demo's service needs to know; empty otherwise
    /// @throws Failure when there is no such JDK or jar, or the one does not run on the other
    static TargetPlan of(RaceOptions options, Arm arm, String name, Map<String, String> environment, Path agentJar) {
        Jdk jdk = ArmBuild.jdk(options, arm);
        TargetChoice choice = ArmBuild.choice(options, arm);
        Optional<TargetJar> jar = ArmBuild.jar(choice, arm);
        jar.ifPresent(j -> j.requireRunsOn(jdk));
        return new TargetPlan(
                arm,
                name,
                choice,
                shown(choice),
                jdk,
                Switch.choose(options.switchChoice(), jar, jdk),
                environment,
                options,
                agentJar);
    }

    /// The same for another arm of the same build and mode.
    TargetPlan as(Arm other, String fileName) {
        return new TargetPlan(other, fileName, choice, shown, jdk, by, environment, options, agentJar);
    }

    /// One fresh JVM of one arm, ready to be launched.
    ///
    /// @param port where it was told to listen; empty when that is its own affair
    /// @param flight where its flight recording will lie, once it has ended by itself
    record Prepared(Launch launch, OptionalInt port, Path agentLog, Path flight) {}

    Target target() {
        return new Target(Redaction.words(shown), jdk.version(), "", by.title(), List.of(), "", List.of());
    }

    ArmRun start(Schedule.Turn turn, Supervisor supervisor, Consumer<String> talk) {
        return ArmRun.start(supervisor, prepare(turn), options, talk);
    }

    Path flight(Schedule.Turn turn) {
        return options.scratch().resolve(name + "-" + turn.number() + ".jfr");
    }

    AgentLog lastWord(Schedule.Turn turn) {
        return AgentLog.read(agentLog(turn));
    }

    private Path agentLog(Schedule.Turn turn) {
        return options.scratch().resolve(name + "-" + turn.number() + ".agent.jsonl");
    }

    Prepared prepare(Schedule.Turn turn) {
        String run = name + "-" + turn.number();
        Path agentLog = agentLog(turn);
        Path output = options.kept().resolve(run + ".log");
        OptionalInt port = options.port();
        if (port.isEmpty() && wantsPort()) {
            port = OptionalInt.of(freePort());
        }
        Path flight = flight(turn);
        List<String> command = command(new Seen(agentLog, flight), port);
        return new Prepared(
                new Launch(run, command, Path.of("").toAbsolutePath(), environment, output), port, agentLog, flight);
    }

    /// Where the agent writes what it sees.
    private record Seen(Path agentLog, Path flight) {}

    private List<String> command(Seen seen, OptionalInt port) {
        List<String> java = javaOptions(seen);
        List<String> command = new ArrayList<>(options.cpus().map(Cores::prefix).orElse(List.of()));
        switch (choice) {
            case TargetChoice.Jar(Path file, List<String> arguments) -> {
                command.add(jdk.java().toString());
                command.addAll(java);
                command.addAll(List.of("-jar", file.toString()));
                command.addAll(arguments);
            }
            case TargetChoice.Exec(String line, List<String> arguments) -> {
                command.addAll(ExecLine.withJava(ExecLine.split(line), jdk.java(), java, options.scratch()));
                command.addAll(arguments);
            }
            case TargetChoice.Demo(Path service, Path backstage) -> {
                command.add(jdk.java().toString());
                command.addAll(java);
                command.addAll(List.of("-jar", service.toString(), "--server.port=0"));
            }
            case TargetChoice.Urls urls -> throw new IllegalArgumentException("nothing is started");
        }
        return command.stream()
                .map(word -> port.isPresent() ? word.replace(PORT, String.valueOf(port.getAsInt())) : word)
                .toList();
    }

    private List<String> javaOptions(Seen seen) {
        List<String> java = new ArrayList<>();
        String threads = arm.threads().isPresent() ? ",threads=" + arm.threads().getAsInt() : "";
        OptionalInt most = options.overload().map(over -> over.limitOf(arm)).orElse(OptionalInt.empty());
        String limit = most.isPresent() ? ",limit=" + most.getAsInt() : "";
        java.add("-javaagent:" + agentJar + "=mode=" + by.agentMode(arm) + ",result=" + seen.agentLog() + ",flight="
                + seen.flight() + ",probe=" + PROBE_MILLIS + threads + limit);
        java.add("-XX:FlightRecorderOptions=stackdepth=" + STACK_DEPTH);
        java.addAll(options.jvmOptions());
        options.cpus().ifPresent(cores -> java.addAll(cores.options()));
        java.addAll(by.options(arm));
        return java;
    }

    private boolean wantsPort() {
        return shown.stream().anyMatch(word -> word.contains(PORT));
    }

    private static List<String> shown(TargetChoice choice) {
        return switch (choice) {
            case TargetChoice.Jar(Path file, List<String> arguments) ->
                joined(List.of("java", "-jar", file.toString()), arguments);
            case TargetChoice.Exec(String line, List<String> arguments) -> joined(ExecLine.split(line), arguments);
            case TargetChoice.Demo(Path service, Path backstage) ->
                List.of("java", "-jar", service.getFileName().toString(), "--server.port=0");
            case TargetChoice.Urls urls ->
                List.of(urls.platform().toString(), urls.virtual().toString());
        };
    }

    private static List<String> joined(List<String> first, List<String> second) {
        List<String> all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new Failure("no free port on loopback: " + IoReason.of(e), "give one with --port", e);
        }
    }
}
