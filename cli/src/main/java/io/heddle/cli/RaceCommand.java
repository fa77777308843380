package io.heddle.cli;

import io.heddle.model.Failure;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// `heddle race`.
@Command(name = "race", description = "Races the service on platform threads against virtual threads.")
final class RaceCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        throw new Failure("race does not run yet", "a newer Heddle");
    }
}
