package io.heddle.check;

import io.heddle.model.Finding.Confidence;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a check looks at, and for which JDK.
///
/// @param targets jars, fat jars, wars, ears, folders of classes: findings are told of these; a class path is
///     split before
/// @param libraries what the targets call: read, and told of only with `all`
/// @param artifacts name of a file where the caller knows it, as `group:artifact:version`; else it is read
///     from the file itself
/// @param jdks feature releases to judge for, at least one
/// @param jdkHomes homes of releases at hand; a release that is not among them is judged by the nearest that
///     is, or by the running JDK's classes
/// @param service whether the libraries come with the targets, as in a fat jar: then findings are told of what the
///     targets reach of them
/// @param all whether findings of the libraries are told as well
/// @param confidence the least that is told
/// @param rules names of the rules that run; empty for all
/// @param ownPackages packages whose classes are the user's own, with dots, wherever they lie; empty where that is to
///     be found out
/// @param releases full version of a JDK, such as `25.0.1`, by its feature release, where it is known
public record CheckOptions(
        List<Path> targets,
        List<Path> libraries,
        Map<Path, String> artifacts,
        List<Integer> jdks,
        Map<Integer, Path> jdkHomes,
        boolean service,
        boolean all,
        Confidence confidence,
        Set<String> rules,
        Map<Integer, String> releases,
        Set<String> ownPackages) {

    /// For JDKs of which no more is known than their feature release.
    public CheckOptions(
            List<Path> targets,
            List<Path> libraries,
            Map<Path, String> artifacts,
            List<Integer> jdks,
            Map<Integer, Path> jdkHomes,
            boolean all,
            Confidence confidence,
            Set<String> rules) {
        this(targets, libraries, artifacts, jdks, jdkHomes, false, all, confidence, rules, Map.of(), Set.of());
    }

    /// For a target whose own packages are found out.
    public CheckOptions(
            List<Path> targets,
            List<Path> libraries,
            Map<Path, String> artifacts,
            List<Integer> jdks,
            Map<Integer, Path> jdkHomes,
            boolean service,
            boolean all,
            Confidence confidence,
            Set<String> rules,
            Map<Integer, String> releases) {
        this(targets, libraries, artifacts, jdks, jdkHomes, service, all, confidence, rules, releases, Set.of());
    }

    /// The same of other files.
    public CheckOptions with(List<Path> otherTargets, List<Path> otherLibraries, Map<Path, String> otherArtifacts) {
        return new CheckOptions(
                otherTargets,
                otherLibraries,
                otherArtifacts,
                jdks,
                jdkHomes,
                service,
                all,
                confidence,
                rules,
                releases,
                ownPackages);
    }

    /// The same for one feature release of a JDK alone.
    public CheckOptions on(int jdk) {
        return new CheckOptions(
                targets,
                libraries,
                artifacts,
                List.of(jdk),
                jdkHomes,
                service,
                all,
                confidence,
                rules,
                releases,
                ownPackages);
    }

    /// The same by some rules alone.
    ///
    /// @param names at least one
    public CheckOptions by(Set<String> names) {
        return new CheckOptions(
                targets, libraries, artifacts, jdks, jdkHomes, service, all, confidence, names, releases, ownPackages);
    }

    /// The same with libraries that come with the targets.
    public CheckOptions asService() {
        return new CheckOptions(
                targets, libraries, artifacts, jdks, jdkHomes, true, all, confidence, rules, releases, ownPackages);
    }

    /// Releases that a check judges for unless told: the LTS releases since 21, the last of which is the newest
    /// known.
    public static final List<Integer> DEFAULT_JDKS = List.of(21, 25);

    /// The newest release that the rules have facts of.
    public static final int NEWEST_JDK = 27;

    /// The usual check of a target, for the default releases.
    static CheckOptions of(List<Path> targets) {
        return new CheckOptions(
                targets, List.of(), Map.of(), DEFAULT_JDKS, Map.of(), false, Confidence.LIKELY, Set.of());
    }
}
