package io.heddle.fix;

import io.heddle.fix.lock.World;
import io.heddle.model.Refusal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What a fix may do.
///
/// @param jdk feature release that the service runs on
/// @param sources folders of source that the user named; where there is none, those of the targets that are projects
/// @param projects what the user named, where it is a folder
/// @param world who else may call the target
/// @param rules that are answered; empty for all
/// @param findings fingerprints that are answered; empty for all
/// @param locks whether source is edited at all
/// @param allowed refusals whose risk the user takes
/// @param tests command that runs the user's tests in the working directory; empty for none
public record FixOptions(
        int jdk,
        List<Path> sources,
        List<Path> projects,
        World world,
        Set<String> rules,
        Set<String> findings,
        boolean locks,
        Set<Refusal> allowed,
        Optional<String> tests) {

    /// Without risks and tests.
    public FixOptions(
            int jdk,
            List<Path> sources,
            List<Path> projects,
            World world,
            Set<String> rules,
            Set<String> findings,
            boolean locks) {
        this(jdk, sources, projects, world, rules, findings, locks, Set.of(), Optional.empty());
    }
}
