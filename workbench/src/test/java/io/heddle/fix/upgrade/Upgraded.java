package io.heddle.fix.upgrade;

import io.heddle.check.CheckOptions;
import io.heddle.check.Checker;
import io.heddle.check.input.Inputs;
import io.heddle.fix.FixOptions;
import io.heddle.fix.Fixer;
import io.heddle.fix.lock.World;
import io.heddle.model.Check;
import io.heddle.model.Finding.Confidence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// A built project with the upgrades that `fix` finds for it, on JDK 21.
final class Upgraded {

    private Upgraded() {}

    /// @param homes of JDKs at hand, by their feature release
    /// @param offline whether only releases in the local repository are known
    /// @param say what a user is told meanwhile
    static Fixer.Fixed of(Path project, Map<Integer, Path> homes, boolean offline, Consumer<String> say) {
        return of(project, homes, offline, new UpgradeSearch(Duration.ofHours(1), () -> false), say);
    }

    /// @param search how long to look
    static Fixer.Fixed of(
            Path project, Map<Integer, Path> homes, boolean offline, UpgradeSearch search, Consumer<String> say) {
        Inputs inputs = Inputs.of(List.of(project.toString()), List.of(), offline, _ -> {});
        CheckOptions options = new CheckOptions(
                inputs.targets(),
                inputs.libraries(),
                inputs.artifacts(),
                List.of(21, 25),
                homes,
                inputs.service(),
                false,
                Confidence.LIKELY,
                Set.of(),
                Map.of());
        Check check = Checker.run(options);
        Fixer.Fixed edited = Fixer.run(
                check,
                options,
                new FixOptions(21, List.of(), List.of(project), World.APPLICATION, Set.of(), Set.of(), Set.of()),
                _ -> {});
        return new Upgrader(check, options, 21, List.of(project), offline, search, say).run(edited);
    }
}
