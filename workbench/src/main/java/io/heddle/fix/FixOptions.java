package io.heddle.fix;

import io.heddle.fix.lock.World;
import io.heddle.model.Fix.Mend;
import io.heddle.model.Refusal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// What a fix may do.
///
/// @param jdk feature release that the service runs on
/// @param sources folders of source that the user named; where there is none, those of the targets that are projects
/// @param projects what the user named, where it is a folder
/// @param world who else may call the target
/// @param rules that are answered; empty for all
/// @param findings fingerprints that are answered; empty for all
/// @param mends ways to mend that are tried; empty for all
/// @param allowed refusals whose risk the user takes
/// @param tests command that runs the user's tests in the working directory; empty for none
public record FixOptions(
        int jdk,
        List<Path> sources,
        List<Path> projects,
        World world,
        Set<String> rules,
        Set<String> findings,
        Set<Mend> mends,
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
            Set<Mend> mends) {
        this(jdk, sources, projects, world, rules, findings, mends, Set.of(), Optional.empty());
    }

    /// Whether a way to mend is tried.
    public boolean asks(Mend mend) {
        return mends.isEmpty() || mends.contains(mend);
    }

    /// Whether source is edited at all.
    boolean edits() {
        return Stream.of(Mend.LOCK, Mend.EXECUTOR, Mend.CACHE, Mend.CODE).anyMatch(this::asks);
    }
}
