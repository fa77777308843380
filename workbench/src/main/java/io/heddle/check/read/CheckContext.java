package io.heddle.check.read;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a check knows beside the byte code: which artifacts there are, what the service's settings say, which update
/// of a JDK is meant.
///
/// @param artifacts all that were read, without the JDK
/// @param settings of the targets
/// @param releases full version of a JDK, such as `25.0.1`, by its feature release, where it is known
/// @param factories names of classes that a container or a service loader makes, with slashes
/// @param modules names of the classes of the application's modules, with slashes
/// @param starter name of the class whose `main` starts it, with slashes; empty text where a container starts it;
///     nothing where any may
public record CheckContext(
        List<Artifact> artifacts,
        List<Setting> settings,
        Map<Integer, String> releases,
        List<String> factories,
        List<String> modules,
        Optional<String> starter) {

    /// Whether all libraries of an application are here, so that no code is missing but what its container brings.
    public boolean isWhole() {
        return artifacts.stream().anyMatch(artifact -> artifact.role() == Artifact.Role.BUNDLED);
    }

    /// The version of an artifact that is on the class path, whatever its group is.
    ///
    /// @param artifact Maven's artifactId, such as `spring-boot`
    public Optional<String> version(String artifact) {
        return artifacts.stream()
                .filter(each -> each.id().equals(artifact))
                .map(Artifact::version)
                .filter(version -> !version.isEmpty())
                .findFirst();
    }

    /// The last value that is set, empty where none is.
    public Optional<Setting> setting(String key) {
        return settings.stream().filter(setting -> setting.is(key)).reduce((_, last) -> last);
    }
}
