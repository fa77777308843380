package io.heddle.lab.bench;

import io.heddle.maven.MavenJars;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import io.heddle.race.target.Jdk;
import io.heddle.race.target.Supervisor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Holds what all experiments of one run share: the supervisor that ends every process, libraries, compiled programs,
/// and a scratch folder that goes at the end.
public final class Workshop implements AutoCloseable {

    private final Path scratch;
    private final Supervisor supervisor;
    private final MavenJars jars = MavenJars.open();
    private final Map<List<String>, List<Path>> resolved = new HashMap<>();
    private final Map<String, Server> shared = new HashMap<>();
    private final Map<String, Missing> missing = new HashMap<>();
    private final Map<Compilation, Path> compiled = new HashMap<>();
    private int benches;

    /// A program compiled against certain libraries.
    record Compilation(Class<?> beside, String source, List<Path> libraries) {}

    private Workshop(Path scratch, Supervisor supervisor) {
        this.scratch = scratch;
        this.supervisor = supervisor;
    }

    /// @throws Failure when there is no room for temporary files
    public static Workshop open() {
        try {
            Path scratch = Files.createTempDirectory("heddle-lab-");
            return new Workshop(scratch, Supervisor.startIn(scratch));
        } catch (IOException e) {
            throw new Failure(
                    "cannot create a temporary folder: " + IoReason.of(e),
                    "make room, or point java.io.tmpdir elsewhere",
                    e);
        }
    }

    /// What one case works with.
    ///
    /// @param experiment class of the case's experiment: its programs lie beside it
    /// @param jdk what the case runs on
    public Bench bench(Class<?> experiment, Jdk jdk) {
        benches++;
        try {
            return new Bench(
                    this,
                    experiment,
                    jdk,
                    Files.createDirectory(scratch.resolve(experiment.getSimpleName() + "-" + benches)));
        } catch (IOException e) {
            throw new Failure(
                    "cannot write to " + scratch + ": " + IoReason.of(e), "make room in the temporary folder", e);
        }
    }

    Supervisor supervisor() {
        return supervisor;
    }

    List<Path> libraries(List<String> coordinates) {
        return resolved.computeIfAbsent(coordinates, jars::withDependencies);
    }

    /// Folders of classes that need not be compiled again.
    Map<Compilation, Path> compiled() {
        return compiled;
    }

    /// Servers that outlive the case that started them, by name.
    Map<String, Server> shared() {
        return shared;
    }

    /// Shared servers that cannot be had, by name: they are tried once a run.
    Map<String, Missing> missing() {
        return missing;
    }

    @Override
    public void close() {
        supervisor.close();
        jars.close();
        try (Stream<Path> files = Files.walk(scratch)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // a file that a dying process still writes stays behind in the temporary folder
        }
    }
}
