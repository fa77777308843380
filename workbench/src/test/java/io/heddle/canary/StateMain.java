package io.heddle.canary;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A canary that looks without end, to be killed: its log and its state.
final class StateMain {

    private StateMain() {}

    public static void main(String[] args) throws Exception {
        try (CanaryRun run = CanaryRun.open(args[0], args[0], CanaryPlan.DEFAULT, Optional.of(Path.of(args[1])))) {
            while (true) {
                run.look();
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }
}
