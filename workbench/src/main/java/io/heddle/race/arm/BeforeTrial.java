package io.heddle.race.arm;

import io.heddle.model.Failure;
import io.heddle.race.plan.Since;
import io.heddle.race.target.Launch;
import io.heddle.race.target.OwnedProcess;
import io.heddle.race.target.Supervisor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The user's own command, run before the first request to each JVM and before each trial, so that a trial which
/// writes does not leave its data to the next one.
///
/// @param command for `sh -c`, in the caller's working directory and environment
/// @param output what it printed the last time
public record BeforeTrial(String command, Path output) {

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration GRACE = Duration.ofSeconds(5);

    /// Runs it and waits for its end.
    ///
    /// @throws Failure when it fails, or takes more than ten minutes
    public void run(Supervisor supervisor) throws InterruptedException {
        OwnedProcess process = supervisor.launch(new Launch(
                "--before-trial", List.of("sh", "-c", command), Path.of("").toAbsolutePath(), Map.of(), output));
        try {
            Since begun = Since.now();
            while (process.alive()) {
                if (begun.longerThan(LONGEST)) {
                    throw new Failure(
                            "the command of --before-trial has not ended within " + LONGEST.toMinutes() + " minutes",
                            "its output is in " + output);
                }
                Thread.sleep(20);
            }
            OptionalInt code = process.exitCode();
            if (code.isPresent() && code.getAsInt() != 0) {
                throw new Failure(
                        "the command of --before-trial ended with exit code " + code.getAsInt() + "; its last lines:\n"
                                + process.lastLines(10),
                        "run it by hand; its whole output is in " + output);
            }
        } finally {
            process.stop(GRACE);
        }
    }
}
