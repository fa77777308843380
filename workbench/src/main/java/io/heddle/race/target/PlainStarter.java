package io.heddle.race.target;

import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.model.Redaction;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Starts processes as children of Heddle itself, where there is no supervising process.
///
/// @param why there is none
record PlainStarter(String why) implements Starter {

    @Override
    public Started start(Launch launch, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .directory(launch.workingDirectory().toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(Redirect.to(launch.output().toFile()));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            return new Started(process.pid(), process.onExit().thenApply(Process::exitValue));
        } catch (IOException e) {
            throw cannotStart(launch, IoReason.of(e));
        }
    }

    @Override
    public Optional<String> guaranteeOff() {
        return Optional.of("processes may outlive a Heddle that is killed: its supervisor does not run (" + why + ")");
    }

    @Override
    public boolean works() {
        return true;
    }

    @Override
    public Set<ProcessHandle> children() {
        return Set.of();
    }

    @Override
    public void close() {
        // Its processes are ended by the supervisor that launched them; there is nothing else.
    }

    /// The operating system said no.
    static Failure cannotStart(Launch launch, String why) {
        String program = launch.command().getFirst();
        return new Failure(
                launch.name() + " cannot be started: " + Redaction.text(why),
                "is `" + program + "` a program that the caller may execute, seen from " + launch.workingDirectory()
                        + "?");
    }
}
