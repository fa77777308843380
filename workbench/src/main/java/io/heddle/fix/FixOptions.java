package io.heddle.fix;

import io.heddle.fix.lock.World;
import java.nio.file.Path;
import java.util.List;
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
public record FixOptions(
        int jdk,
        List<Path> sources,
        List<Path> projects,
        World world,
        Set<String> rules,
        Set<String> findings,
        boolean locks) {}
