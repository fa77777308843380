package io.heddle.cli;

import io.heddle.model.Check;
import io.heddle.model.Failure;
import io.heddle.model.Finding;
import io.heddle.model.IoReason;
import io.heddle.report.check.CheckReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What a check found before, for the commands that say what of it they met.
final class PredictedFindings {

    private PredictedFindings() {}

    /// @param file that `heddle check --json` wrote
    /// @throws Failure when it is not there, or no report of a check
    static List<Finding> of(Path file) {
        return check(file).findings();
    }

    /// The whole check, for those who compare its JDK too.
    ///
    /// @param file that `heddle check --json` wrote
    /// @throws Failure when it is not there, or no report of a check
    static Check check(Path file) {
        try {
            return CheckReader.read(Files.readString(file));
        } catch (IOException e) {
            throw new Failure(
                    "the check " + file + " cannot be read" + ": " + IoReason.of(e),
                    "write one: heddle check app.jar --json " + file,
                    e);
        }
    }
}
