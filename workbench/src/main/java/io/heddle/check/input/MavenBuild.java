package io.heddle.check.input;

import io.heddle.model.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A Maven project on this disk, whose libraries Maven's resolver finds by the project's poms, or by edited ones.
///
/// @param pom of the folder that the user named
public record MavenBuild(Path pom) {

    /// What the poms bring.
    ///
    /// @param files of the libraries, without the project's own classes
    /// @param artifacts names of files, the project's own included, as `group:artifact:version`
    /// @param broughtBy `group:artifact` of the direct dependency that brings an artifact, by its name
    /// @param notes what is missing, one sentence each
    public record Libraries(
            List<Path> files, Map<Path, String> artifacts, Map<String, String> broughtBy, List<String> notes) {}

    static MavenBuild of(Path folder) {
        return new MavenBuild(folder.resolve("pom.xml"));
    }

    /// @return empty when the folder has no pom
    public static Optional<MavenBuild> in(Path folder) {
        return Optional.of(of(folder)).filter(build -> Files.exists(build.pom));
    }

    /// The poms of the project, of its modules, and of parents that lie beside it.
    ///
    /// @throws Failure when one cannot be read
    public List<Path> poms() {
        return MavenProjects.of(pom).poms();
    }

    /// Folders of classes that are built.
    List<Path> targets() {
        return built(MavenProjects.of(pom)).stream()
                .map(MavenProjects.Module::classes)
                .toList();
    }

    private static List<MavenProjects.Module> built(MavenProjects projects) {
        return projects.modules().stream()
                .filter(module -> Files.isDirectory(module.classes()))
                .toList();
    }

    /// Resolves what every module that is built needs at run time. Where a module's libraries cannot be resolved, those
    /// of its fat jar are taken.
    ///
    /// @param edited files that stand in for poms, by the pom; empty for the project as it is
    /// @param offline whether the network is left alone
    /// @param say is told of what takes time
    public Libraries libraries(Map<Path, Path> edited, boolean offline, Consumer<String> say) {
        MavenProjects projects = MavenProjects.of(pom, edited);
        List<Path> targets = targets();
        Map<Path, String> artifacts = new LinkedHashMap<>();
        Map<String, String> broughtBy = new LinkedHashMap<>();
        List<String> notes = new ArrayList<>();
        List<Path> libraries = new ArrayList<>();
        for (MavenProjects.Module module : built(projects)) {
            say.accept("resolving the dependencies of " + module.coordinates());
            try {
                MavenLibraries.Resolved resolved =
                        MavenLibraries.resolve(module.coordinates(), offline, Optional.of(projects));
                artifacts.putAll(resolved.files());
                resolved.broughtBy().forEach(broughtBy::putIfAbsent);
                notes.addAll(resolved.notes());
                resolved.files().keySet().stream()
                        .filter(file -> !targets.contains(file) && !libraries.contains(file))
                        .forEach(libraries::add);
            } catch (Failure failure) {
                Optional<Path> fat =
                        Project.archives(pom.resolveSibling("target")).findFirst();
                notes.add("The libraries of " + module.coordinates() + " are not known"
                        + fat.map(jar -> ", but for those in " + jar).orElse("") + ": " + failure.sentence() + ".");
                fat.ifPresent(libraries::add);
            }
        }
        return new Libraries(List.copyOf(libraries), Map.copyOf(artifacts), Map.copyOf(broughtBy), List.copyOf(notes));
    }
}
